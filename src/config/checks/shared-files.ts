import { dirname } from 'node:path';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, Section } from '../../model.ts';
import { fileIdentity } from '../file-identity.ts';
import type { FileSystem } from '../files.ts';
import { keptFiles, type KeptFile } from '../kept-files.ts';
import { readAsConfiguration } from '../read-as-configuration.ts';

/** The names of what a run makes beside such a file, to have it for itself: `claim` in engine/apply/claim.ts. */
const CLAIMS = ['.claim', '.claim.key'];

/** A file that the secret of an entry goes to, by the name that it has however it is written. */
interface Kept extends KeptFile {
  readonly entry: Declared;
  readonly identity: string;
}

/**
 * Files that secrets go to and that cannot be theirs alone: the second of two would overwrite the first, which nobody could ever have
 * again; the ledger could not be read any more; and what is read as configuration is quoted where it is wrong.
 */
export function sharedFiles(
  desired: Desired,
  kindOf: (section: Section) => Kind,
  path: string,
  system: FileSystem,
): Diagnostic[] {
  const kept = desired.sections.flatMap((section) => {
    const filesOf = keptFiles(kindOf(section));
    return section.entries.flatMap((entry) =>
      filesOf(entry).map((one): Kept => ({ ...one, entry, identity: fileIdentity(one.file, system) })),
    );
  });
  if (kept.length === 0) return [];
  const taken = takenBy(desired, path, system);
  const owners = new Map<string, Kept>();
  const claims = new Map(kept.flatMap((one) => CLAIMS.map((end) => [`${one.identity}${end}`, one] as const)));
  const folders = new Map(kept.flatMap((one) => above(one.identity).map((folder) => [folder, one])));
  return kept.flatMap((one) => {
    const first = owners.get(one.identity);
    if (first === undefined) owners.set(one.identity, one);
    const inside = folders.get(one.identity);
    const claimed = claims.get(one.identity);
    const what = inside
      ? `which is the folder of the secret of \`${inside.entry.key}\``
      : claimed
        ? `by which a run claims the file of the secret of \`${claimed.entry.key}\``
        : taken(one.identity);
    return [
      ...(first === undefined ? [] : [overwriting(one, first)]),
      ...(what === undefined ? [] : [misplaced(one, what)]),
    ];
  });
}

/** Every folder above a file. */
function above(file: string): string[] {
  const folder = dirname(file);
  return folder === file || folder === '.' ? [] : [folder, ...above(folder)];
}

/** What else a file is for, as a clause; undefined where it is for nothing else. */
function takenBy({ ledger }: Desired, path: string, system: FileSystem): (identity: string) => string | undefined {
  const ledgerFile = ledger && fileIdentity(ledger.file, system);
  const isRead = readAsConfiguration(path, system);
  return (identity) => {
    if (identity === ledgerFile) return 'which is the ledger';
    return isRead(identity) ? 'which is read as configuration' : undefined;
  };
}

function overwriting({ file, field, entry }: Kept, first: Kept): Diagnostic {
  if (entry === first.entry)
    return {
      severity: 'error',
      code: 'shared-file',
      message: `The secret of \`${entry.key}\` would go to ${file} twice${file === first.file ? '' : `, which is ${first.file} as well`}`,
      place: entry.place(field),
      remedy: 'Name it once, or another file',
    };
  return {
    severity: 'error',
    code: 'shared-file',
    message: `\`${entry.key}\` would overwrite the secret of \`${first.entry.key}\` in ${file}`,
    place: entry.place(field),
    related: [{ message: 'The other one goes there from here', place: first.entry.place(first.field) }],
    remedy: `Give each its own \`${field}\``,
  };
}

function misplaced({ file, field, entry }: Kept, what: string): Diagnostic {
  return {
    severity: 'error',
    code: 'shared-file',
    message: `\`${entry.key}\` would put its secret into ${file}, ${what}`,
    place: entry.place(field),
    remedy: 'Name a file that is for nothing else',
  };
}
