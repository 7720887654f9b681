import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, LiveEntry, Section } from '../../model.ts';
import { knownKey } from './known-key.ts';

/** Which live entry each declared one is, and which are left over. */
export interface Matched {
  readonly pairs: readonly { readonly declared: Declared; readonly live: LiveEntry | undefined }[];
  readonly leftover: readonly LiveEntry[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Matches by key, and what has no name of its own by its alias. Where more than one fits nothing is guessed. */
export function match(
  section: Section,
  kind: Kind,
  live: readonly LiveEntry[],
  address: (key: string) => string,
  version: string,
): Matched {
  const byKey = grouped(live, (entry) => (entry.nameless ? undefined : identity(kind, entry.renamedFrom ?? entry.key)));
  const byAlias = groupedByAlias(section, kind, live);
  const taken = new Uint8Array(live.length);
  const take = (at: number): LiveEntry | undefined => {
    const entry = live[at];
    if (taken[at] === 1 || entry?.superseded !== undefined) return undefined;
    taken[at] = 1;
    return entry;
  };
  const diagnostics: Diagnostic[] = [];
  const pairs: { declared: Declared; live: LiveEntry | undefined }[] = [];
  for (const declared of section.entries) {
    const fitting =
      byKey.get(identity(kind, declared.key)) ??
      byKey.get(identity(kind, knownKey(kind, declared, version))) ??
      named(byAlias, declared.alias);
    if (fitting === undefined || typeof fitting === 'number') {
      pairs.push({ declared, live: fitting === undefined ? undefined : take(fitting) });
      continue;
    }
    const candidates = fitting.flatMap((at) => take(at) ?? []);
    if (candidates.length > 1) diagnostics.push(ambiguous(address(declared.key), declared, candidates));
    else pairs.push({ declared, live: candidates[0] });
  }
  diagnostics.push(...formerKeys(pairs, live, kind, address));
  return { pairs, leftover: live.filter((_, at) => taken[at] === 0), diagnostics };
}

/** What `previously` says of entries that are renamed in place, held against what is live: nothing of it is passed over in silence. */
function formerKeys(
  pairs: Matched['pairs'],
  live: readonly LiveEntry[],
  kind: Kind,
  address: (key: string) => string,
): Diagnostic[] {
  if (!kind.identity.renames) return [];
  return pairs.flatMap(({ declared, live: here }): Diagnostic[] => {
    const { previously, key, state } = declared;
    if (previously === undefined || state === 'absent' || here?.renamedFrom !== undefined) return [];
    const former = live.find((entry) => identity(kind, entry.key) === identity(kind, previously));
    const place = declared.place('previously');
    if (here === undefined)
      return [
        {
          ...{ severity: 'warning', code: 'former-missing', place },
          message: `${address(key)} is made anew: there is no ${previously}, which it is said to have been`,
          remedy: 'correct the name, or take `previously` out',
        },
      ];
    if (former === undefined)
      return [
        {
          ...{ severity: 'warning', code: 'out-of-date', place },
          message: `${address(key)} is there, and no ${previously} any more`,
          remedy: 'take `previously` out',
        },
      ];
    const [one, other] = [String(here.id), String(former.id)];
    return [
      {
        ...{ severity: 'error', code: 'both-there', place },
        message: `${address(key)} is there (id ${one}), and so is ${former.key} (id ${other}), which it is said to have been`,
        remedy:
          'take `previously` out if the rename was made before; else rename or remove the one in GitLab that is not meant',
      },
    ];
  });
}

function ambiguous(address: string, declared: Declared, candidates: readonly LiveEntry[]): Diagnostic {
  // What a list shows without numbers is told by how many there are alone.
  const ids = candidates.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  const numbered = ids.length === 0 ? '' : ` (ids ${ids.join(', ')})`;
  return {
    severity: 'error',
    code: 'ambiguous',
    message: `${address} is there ${candidates.length} times${numbered}, and nothing tells which one is meant`,
    place: declared.place(),
    remedy: 'rename or remove all but one of them in GitLab',
  };
}

/** Where an entry stands among those that are live, or several of one name: seldom is there more than one, and a list for each would be a million lists. */
type Group = number | number[];

function grouped(
  entries: readonly LiveEntry[],
  by: (entry: LiveEntry) => string | undefined,
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  let at = -1;
  for (const entry of entries) {
    at++;
    const name = by(entry);
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, at);
    else if (typeof group === 'number') groups.set(name, [group, at]);
    else group.push(at);
  }
  return groups;
}

/** What bears the name of one entry is not another one by its second name. */
function groupedByAlias(
  section: Section,
  kind: Pick<Kind, 'identity'>,
  live: readonly LiveEntry[],
): ReadonlyMap<string, Group> {
  if (!live.some(({ alias }) => alias !== undefined)) return NONE;
  const names = new Set(section.entries.map(({ key }) => identity(kind, key)));
  return grouped(live, ({ alias, key }) => (names.has(identity(kind, key)) ? undefined : alias));
}

const NONE: ReadonlyMap<string, Group> = new Map();

function named(groups: ReadonlyMap<string, Group>, name: string | undefined): Group | undefined {
  return name === undefined ? undefined : groups.get(name);
}
