import { entryAddress, scopeAddress, sectionAddress } from '../address.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { filesInMemory } from '../config/files.ts';
import { loadConfig } from '../config/load.ts';
import { refusedFields } from '../config/refused-fields.ts';
import { writeConfig, writeConfigFiles } from '../config/write.ts';
import { exportAim, targetsOfNoneLive } from '../engine/export/export-aim.ts';
import { exportable, type ExportedSection } from '../engine/export/exportable.ts';
import { hiddenSecrets } from '../engine/export/hidden-secrets.ts';
import { kindOf, kindsByName } from '../engine/kinds.ts';
import { observe } from '../engine/observe/observe.ts';
import { mayMean } from '../engine/parts/address-pattern.ts';
import { addressMeant } from '../engine/parts/target.ts';
import { everything, namesBeside } from '../engine/export/survey.ts';
import { veiledKey } from '../engine/export/veiled-key.ts';
import type { Kind } from '../kind.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Scope } from '../model.ts';
import { visible } from '../report/visible.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import type { ConnectionOptions } from './session/options.ts';
import { unknownTarget } from './planning/targets.ts';
import { inFolder, occupiedFolder, writeFiles } from './files/export-folder.ts';
import { interruptible } from './terminal/interrupt.ts';
import { openTerminal } from './terminal/terminal.ts';
import { withConnection } from './session/session.ts';

export interface ExportOptions extends ConnectionOptions {
  readonly target: readonly string[];
  /** The folder that the files are written to, in place of one text on standard output. */
  readonly out?: string;
}

/** Prints the live instance as a configuration that plans to nothing, or writes it to a folder. */
export async function exportCommand(options: ExportOptions): Promise<ExitStatus> {
  const { out } = options;
  const occupied = out === undefined ? [] : occupiedFolder(out);
  if (occupied.length > 0) {
    openTerminal(options).diagnose(occupied);
    return EXIT.failed;
  }
  return withConnection(options, async ({ client, instance }, terminal) => {
    const kinds = kindsByName(allKinds);
    const aim = exportAim(options.target);
    const { desired, unnameable, leaving } = await interruptible(() =>
      everything(kinds, client, instance, aim.mayHold),
    );
    const beside = namesBeside(desired, kinds);
    const read = { ...desired, sections: [...desired.sections, ...beside] };
    const { world, diagnostics } = await interruptible(() => observe(read, kinds, client, instance));
    const unnamed = unnameable.map(scopeAddress).sort();
    const going = leaving.map(scopeAddress).sort();
    const unknown = targetsOfNoneLive(options.target, desired, world, kinds).filter(
      (target) => ![...unnamed, ...going].some((address) => mayMean(target, address)),
    );
    if (unknown.length > 0) {
      terminal.progress.end();
      terminal.diagnose(unknown.map((pattern) => unknownTarget(pattern, addressMeant(pattern, desired, world, kinds))));
      return EXIT.failed;
    }
    const check = refusedFields(allKinds);
    const parts = desired.sections.map(({ scope, name }) => {
      const kind = kindOf(kinds, name);
      const live = world.sections.get(sectionAddress(scope, name)) ?? [];
      return exportable(
        scope,
        kind,
        live.filter(({ key }) => aim.holds(scope, kind, key)),
        check,
      );
    });
    const sections = parts
      .map(({ section }) => leavingOut(section, kindOf(kinds, section.name), unnameable))
      .filter(({ entries, ignore }) => entries.length + ignore.length > 0);
    terminal.progress.end();
    const hidden = hiddenSecrets(sections, kinds);
    const without = `GitLab shows no secrets, so that none is here: ${hidden.join(', ')}. What is set stays until an entry names it.`;
    const comment = [
      visible(`Exported from ${instance.url} (GitLab ${instance.version}).`),
      ...(hidden.length > 0 ? [without] : []),
    ];
    const files =
      out === undefined
        ? new Map([[PRINTED, writeConfig(sections, allKinds, comment)]])
        : inFolder(out, writeConfigFiles(sections, allKinds, comment));
    if (out === undefined) for (const text of files.values()) terminal.result(text);
    else writeFiles(out, files, terminal);
    if (hidden.length > 0) terminal.say(without);
    // What this instance does not have in a place is not missing from it.
    const unread = diagnostics.filter(({ code }) => code !== 'not-offered');
    terminal.diagnose(unread.map((diagnostic) => ({ ...diagnostic, severity: 'warning', place: undefined })));
    const left = parts.flatMap(({ section, left: entries }) =>
      entries.map(({ id, key, nameless }) => ({
        address: entryAddress(kindOf(kinds, section.name), section.scope, key),
        ...{ id, nameless },
      })),
    );
    const alike = left.flatMap(({ address, id, nameless }) => (nameless ? [] : [`${address} (id ${String(id)})`]));
    const bare = left.flatMap(({ address, nameless }) => (nameless ? [address] : []));
    if (alike.length > 0) terminal.say(`Left out, since nothing tells them apart: ${alike.join(', ')}.`);
    if (bare.length > 0) terminal.say(`Left out, since there is no name to declare: ${bare.join(', ')}.`);
    if (unnamed.length > 0) terminal.say(`Left out, since \`validate\` refuses their paths: ${unnamed.join(', ')}.`);
    if (going.length > 0) terminal.say(`Left out, since a group above waits for its deletion: ${going.join(', ')}.`);
    const withheld = parts.flatMap((part) => part.withheld);
    if (withheld.length > 0)
      terminal.say(`Left out, since a URL in them holds a user, a password or a token: ${withheld.join(', ')}.`);
    const refused = parts.flatMap((part) => part.invalid.map(({ address, message }) => `${address} (${message})`));
    if (refused.length > 0)
      terminal.say(`Left out, since \`validate\` refuses what is live there: ${refused.join(', ')}.`);
    // What is printed is to be a configuration: where it is none after all, nobody finds that out later.
    const errors = loadConfig(out ?? PRINTED, allKinds, filesInMemory(files), {}).diagnostics.filter(isError);
    terminal.diagnose(errors);
    return errors.length > 0 ? EXIT.failed : EXIT.done;
  });
}

/** The section of groups with those in it that no configuration may name: beside what is declared, `drift` would tell of them for ever. */
function leavingOut(section: ExportedSection, { host }: Kind, unnameable: readonly Scope[]): ExportedSection {
  if (host?.type !== 'group' || section.entries.length === 0) return section;
  const patterns = unnameable.flatMap((scope) => (scope.type === 'group' ? [veiledKey(scope.path, {}).pattern] : []));
  return { ...section, ignore: [...new Set(patterns)].sort() };
}

/** What the printed configuration is called in what is said of it. */
const PRINTED = 'export.yaml';

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
