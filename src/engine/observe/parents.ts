import { INSTANCE, sectionAddress } from '../../address.ts';
import { parallel } from '../../base/parallel.ts';
import { parentPath } from '../../base/scope-path.ts';
import { nameField, type Kind } from '../../kind.ts';
import type { Declared, LiveEntry, Section } from '../../model.ts';
import { hostingKind, isMade, type Kinds } from '../kinds.ts';
import type { Where } from './left-behind.ts';
import type { ScopeReader } from './read-scopes.ts';

const AT_A_TIME = 256;

/** The groups, in which groups and projects stand: which are declared, and how others are read. */
export interface Above {
  readonly kind: Kind;
  readonly declared: ReadonlySet<string>;
  readonly reader: ScopeReader;
}

/** What entries of a kind stand in; undefined where there are no groups. */
export function aboveOf(
  kind: Kind,
  reader: ScopeReader,
  sections: readonly Section[],
  kinds: Kinds,
  readerOf: (groups: Kind) => ScopeReader,
): Above | undefined {
  const groups = hostingKind(kinds, 'group');
  if (groups === undefined) return undefined;
  const entries = sections.flatMap((section) => (section.name === groups.section ? section.entries : []));
  const declared = new Set(entries.map(({ key }) => key.toLowerCase()));
  return { kind: groups, declared, reader: groups === kind ? reader : readerOf(groups) };
}

/** The section of the groups with those in which something is made or moved, each once. */
export function withParents(
  found: ReadonlyMap<string, readonly LiveEntry[]>,
  { section }: Kind,
  parents: readonly LiveEntry[],
): readonly [address: string, entries: readonly LiveEntry[]] {
  const address = sectionAddress(INSTANCE, section);
  const known = found.get(address) ?? [];
  const there = new Set(known.map(({ id }) => id));
  return [address, [...known, ...parents.filter(({ id }) => !there.has(id))]];
}

/** The undeclared groups in which declared things are to be created or moved: their ids are needed. */
export async function findParents(
  kind: Kind,
  entries: readonly Declared[],
  live: ReadonlyMap<string, LiveEntry>,
  where: Where,
  above: Above | undefined,
): Promise<LiveEntry[]> {
  if (above === undefined) return [];
  const { kind: groups, declared, reader } = above;
  const wanted = new Map<string, string>();
  for (const entry of entries) {
    const found = live.get(entry.key);
    const comes =
      found === undefined
        ? isMade(kind, entry.spec)
        : found.renamedFrom !== undefined || found.pendingDeletion !== undefined;
    const parent = parentPath(entry.key);
    if (comes && entry.state === 'present' && parent !== '' && !declared.has(parent.toLowerCase()))
      wanted.set(parent.toLowerCase(), parent);
  }
  const parents = await parallel([...wanted.values()], AT_A_TIME, async (key) => {
    const path = where(key);
    const found = path === undefined ? undefined : await reader.at(path);
    return found === undefined ? [] : [underItsKey(groups, found, key)];
  });
  return parents.flat();
}

/** What goes along with the group above it needs no change of its own: it is said by the path that it will have. */
export function underItsKey(kind: Kind, live: LiveEntry, key: string): LiveEntry {
  if (live.key.toLowerCase() === key.toLowerCase()) return live;
  const name = nameField(kind) ?? '';
  return { ...live, elsewhere: true, key, spec: { ...live.spec, [name]: key } };
}
