import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kinds } from '../../engine/kinds.ts';
import type { SecretState } from '../../engine/ledger/ledger.ts';
import { openLedger } from '../../engine/ledger/open-ledger.ts';
import type { PlanOptions } from '../../engine/plan/plan-options.ts';
import { shownSecrets } from '../../engine/shown-secrets.ts';
import type { Desired, World } from '../../model.ts';

/** How the declared secrets stand to what is there, as far as GitLab shows it, and else to what was last sent, as far as the ledger tells. */
export interface SecretStates {
  readonly stateOf: PlanOptions['secretState'];
  /** What keeps them from being compared, where the plan is only to be looked at. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Looks at what is shown, and asks the ledger; an error where that cannot be read, but for a plan that is made to be looked at where its key is not at hand. */
export async function secretStates(
  desired: Desired,
  world: Pick<World, 'sections'>,
  url: string,
  kinds: Kinds,
  options: { readonly mayLackSecrets?: true },
): Promise<SecretStates | Diagnostic> {
  const sent = await sentSecrets(desired, url, kinds, options);
  if ('severity' in sent) return sent;
  const shown = shownSecrets(desired, world, kinds, process.env);
  return { ...sent, stateOf: (field, object) => shown.get(field) ?? sent.stateOf(field, object) };
}

async function sentSecrets(
  desired: Desired,
  url: string,
  kinds: Kinds,
  { mayLackSecrets }: { readonly mayLackSecrets?: true },
): Promise<SecretStates | Diagnostic> {
  const nothingKnown = (): SecretState => 'unknown';
  const ledger = openLedger(desired.ledger, url, process.env);
  if (ledger === undefined) return { stateOf: nothingKnown, diagnostics: [] };
  if ('severity' in ledger) {
    const isForReview = mayLackSecrets === true && ledger.code === 'no-ledger-key';
    return isForReview ? { stateOf: nothingKnown, diagnostics: [uncompared(ledger)] } : ledger;
  }
  const wrongKey = await ledger.keyTrouble();
  return wrongKey ?? { stateOf: await ledger.states(desired, kinds), diagnostics: [] };
}

/** What a plan without the key of its ledger says: it can be looked at all the same. */
function uncompared(trouble: Diagnostic): Diagnostic {
  const message = `${trouble.message}: secrets are not compared with what was last sent`;
  return { ...trouble, severity: 'warning', message };
}
