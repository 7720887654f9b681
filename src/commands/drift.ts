import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { kindOf, kindsByName } from '../engine/kinds.ts';
import { renamedByHand } from '../engine/platform-checks/renamed-by-hand.ts';
import { undeclaredGroups } from '../engine/drift/undeclared-groups.ts';
import { unwatched, type Unwatched } from '../engine/drift/unwatched.ts';
import { anyAddressTest } from '../engine/parts/address-pattern.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Desired, Plan, Unmanaged } from '../model.ts';
import { driftText } from '../report/drift-text.ts';
import { driftJson } from '../report/drift-json.ts';
import { counted } from '../report/counted.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { statusWithoutPlan } from './session/forecasting.ts';
import type { PlanningOptions } from './session/options.ts';
import { lookOutputs } from './planning/last-look.ts';
import { interruptible } from './terminal/interrupt.ts';
import { makePlan } from './planning/make-plan.ts';
import { withConfiguration } from './session/session.ts';
import { newJournal, recordsOf } from './files/writable.ts';
import { withoutComing } from '../engine/drift/without-coming.ts';
import { withoutLocal } from '../engine/drift/without-local.ts';
import { whoChanged } from '../engine/drift/who-changed.ts';

/** Shows what has changed behind the repository's back, and who did it where the audit events tell. */
export async function drift(path: string | undefined, options: PlanningOptions): Promise<ExitStatus> {
  return withConfiguration(
    path,
    options,
    async (desired, connection, terminal) => {
      if (!declaresAnything(desired)) {
        terminal.progress.end();
        terminal.diagnose([watchesNothing]);
        return EXIT.failed;
      }
      const looksOnly = { ...options, onlyLooks: true as const, mayLackSecrets: true as const };
      const made = await interruptible(() => makePlan(desired, connection, looksOnly, new Set(), terminal));
      if (!('plan' in made)) {
        terminal.progress.end();
        terminal.diagnose(made);
        return statusWithoutPlan(made);
      }
      const { kinds, isWhole } = made;
      const { client, instance } = connection;
      const { plan, who } = await interruptible(async () => {
        const undeclared = await undeclaredGroups(desired, kinds, client, instance, made.rowsOf);
        const renamed = await renamedByHand(made.plan, undeclared.live, kinds, client);
        const known = {
          ...withoutLocal(withoutComing(made.plan), kinds),
          diagnostics: [...made.plan.diagnostics, ...renamed],
        };
        const shown = withTargets(known, undeclared.told, options.target);
        return { plan: shown, who: await whoChanged(shown, client, kinds) };
      });
      const { reads } = connection.counts;
      const isWholeInstance = options.target.length === 0;
      const left = isWholeInstance ? unwatchedSentence(unwatched(desired, kinds, instance)) : undefined;
      terminal.planned(plan, { reads, who, unwatched: left });
      terminal.progress.end();
      const { verbose = false } = options;
      terminal.result(
        options.json
          ? driftJson(plan, reads, who)
          : driftText(plan, { paint: terminal.paint, columns: terminal.columns, verbose }, who),
      );
      terminal.diagnose(made.keepLook());
      if (left !== undefined) terminal.say(left);
      // Where something could not be compared, nobody knows how much differs.
      if (!isWhole) return EXIT.failed;
      if (plan.changes.length + plan.unmanaged.length > 0) return EXIT.differs;
      return hasErrors(plan.diagnostics) ? EXIT.failed : EXIT.done;
    },
    (desired) => [
      ...recordsOf(options.journal, desired.ledger).map((record) => ({ ...record, untouched: true })),
      ...lookOutputs(options),
    ],
    [...newJournal(options.journal), ...lookOutputs(options)],
  );
}

/** An alarm that watches nothing is not silent for good reason. A section without entries is watched all the same: for what nobody declared. */
const watchesNothing: Diagnostic = {
  severity: 'error',
  code: 'nothing-declared',
  message: 'the configuration declares nothing, so that nothing is watched for drift',
  remedy: 'see that it is the right file or folder; `keelson export` writes what is there',
};

function declaresAnything({ sections }: Desired): boolean {
  const kinds = kindsByName(allKinds);
  return sections.some(({ name, entries }) => entries.length > 0 || kindOf(kinds, name).host === undefined);
}

/** Silence about what was not looked at is not to be taken for agreement. */
function unwatchedSentence(left: readonly Unwatched[]): string | undefined {
  if (left.length === 0) return undefined;
  const where = left.map(({ type, scopes, sections }) => {
    const names = sections.map(({ name, lacking }) => (lacking < scopes ? `${name} (in ${lacking})` : name));
    return `in ${type === 'instance' ? 'the instance' : counted(scopes, type)} ${names.join(', ')}`;
  });
  return `Not looked at, since not declared: ${where.join('; ')}. An empty section, as \`hooks: {}\` or \`ldap_links: []\`, also in defaults, is watched.`;
}

/** The plan with the groups that nobody declared, and of all that is undeclared what fits the targets. */
function withTargets(plan: Plan, groups: readonly Unmanaged[], targets: readonly string[]): Plan {
  const fits = targets.length === 0 ? () => true : anyAddressTest(targets);
  const unmanaged = [...groups, ...plan.unmanaged].flatMap(({ section, entries = [] }) => {
    const wanted = entries.filter(({ address }) => fits(address));
    return wanted.length === 0 ? [] : [{ section, count: wanted.length, entries: wanted }];
  });
  return { ...plan, unmanaged };
}
