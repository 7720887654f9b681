import { scopeAddress, sectionAddress } from '../../address.ts';
import { refusedFields } from '../../config/refused-fields.ts';
import { exportAim, targetsOfNoneLive } from '../../engine/export/export-aim.ts';
import { exportable, type ExportedSection } from '../../engine/export/exportable.ts';
import { hiddenSecrets } from '../../engine/export/hidden-secrets.ts';
import { everything, namesBeside } from '../../engine/export/survey.ts';
import { veiledKey } from '../../engine/export/veiled-key.ts';
import { withoutDefaults } from '../../engine/export/without-defaults.ts';
import { kindOf, kindsByName } from '../../engine/kinds.ts';
import { observe } from '../../engine/observe/observe.ts';
import { perhapsUnseen } from '../../engine/plan/perhaps-unseen.ts';
import { mayMean } from '../../engine/parts/address-pattern.ts';
import { addressMeant } from '../../engine/parts/target.ts';
import type { Kind } from '../../kind.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Scope } from '../../model.ts';
import { counted } from '../../report/counted.ts';
import { visible } from '../../report/visible.ts';
import { unknownTarget } from '../planning/targets.ts';
import type { Connection } from '../session/connect.ts';
import { interruptible } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { tellLeftOut } from './left-out.ts';

/** What of a live instance is wanted. */
export interface Wanted {
  readonly target: readonly string[];
  /** What is at the platform's default is left out. */
  readonly changed?: boolean;
}

/** A live instance as it can be declared. */
export interface LiveConfiguration {
  readonly sections: readonly ExportedSection[];
  /** What stands at the top of each file. */
  readonly comment: readonly string[];
  /** Says what is not in it, and why. */
  tell(): void;
}

/** Reads what is live as a configuration that plans to nothing; undefined, and said so, where a target names nothing that is there. */
export async function liveConfiguration(
  { client, instance }: Connection,
  terminal: Terminal,
  { target, changed = false }: Wanted,
): Promise<LiveConfiguration | undefined> {
  const kinds = kindsByName(allKinds);
  const aim = exportAim(target);
  const { desired, unnameable, leaving } = await interruptible(() => everything(kinds, client, instance, aim.mayHold));
  const beside = namesBeside(desired, kinds);
  const read = { ...desired, sections: [...desired.sections, ...beside] };
  const { world, diagnostics } = await interruptible(() => observe(read, kinds, client, instance));
  const unnamed = unnameable.map(scopeAddress).sort();
  const going = leaving.map(scopeAddress).sort();
  terminal.progress.end();
  const unknown = targetsOfNoneLive(target, desired, world, kinds).filter(
    (pattern) => ![...unnamed, ...going].some((address) => mayMean(pattern, address)),
  );
  if (unknown.length > 0) {
    terminal.diagnose(unknown.map((pattern) => unknownTarget(pattern, addressMeant(pattern, desired, world, kinds))));
    return undefined;
  }
  const check = refusedFields(allKinds);
  const parts = desired.sections.map(({ scope, name }) => {
    const kind = kindOf(kinds, name);
    const live = world.sections.get(sectionAddress(scope, name)) ?? [];
    const wanted = live.filter(({ key }) => aim.holds(scope, kind, key));
    return exportable(scope, kind, wanted, check);
  });
  const whole = parts.map(({ section }) => leavingOut(section, kindOf(kinds, section.name), unnameable));
  const shortened = changed ? whole.map((section) => withoutDefaults(section, kindOf(kinds, section.name))) : [];
  const sections = (changed ? shortened.map(({ section }) => section) : whole).filter(
    ({ entries, ignore }) => entries.length + ignore.length > 0,
  );
  const usual = shortened.reduce((sum, { left }) => sum + left, 0);
  const hidden = hiddenSecrets(sections, kinds);
  const without = `GitLab shows no secrets, so that none is here: ${hidden.join(', ')}. What is set stays until an entry names it.`;
  const asNew = `Left out, since they are as on a new GitLab: ${counted(usual, 'value')}. \`keelson export\` without --changed has them.`;
  return {
    sections,
    comment: [
      visible(`Exported from ${instance.url} (GitLab ${instance.version}).`),
      ...(usual > 0 ? [asNew] : []),
      ...(hidden.length > 0 ? [without] : []),
    ],
    tell: () => {
      if (usual > 0) terminal.say(asNew);
      if (hidden.length > 0) terminal.say(without);
      // What this instance does not have in a place is not missing from it.
      const unread = diagnostics.filter(({ code }) => code !== 'not-offered');
      terminal.diagnose(perhapsUnseen(desired.sections, world, kinds));
      terminal.diagnose(unread.map((diagnostic) => ({ ...diagnostic, severity: 'warning', place: undefined })));
      tellLeftOut(parts, unnamed, going, kinds, terminal);
    },
  };
}

/** The section of groups with those in it that no configuration may name: beside what is declared, `drift` would tell of them for ever. */
function leavingOut(section: ExportedSection, { host }: Kind, unnameable: readonly Scope[]): ExportedSection {
  if (host?.type !== 'group' || section.entries.length === 0) return section;
  const patterns = unnameable.flatMap((scope) => (scope.type === 'group' ? [veiledKey(scope.path, {}).pattern] : []));
  return { ...section, ignore: [...new Set(patterns)].sort() };
}
