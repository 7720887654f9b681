import { INSTANCE, sectionAddress } from '../../address.ts';
import { identity } from '../../kind.ts';
import type { World } from '../../model.ts';
import { isHosting, kindOf, type Kinds } from '../kinds.ts';
import type { ChangedSince } from './changed-since.ts';
import { meantBy, namesIn, type Asked, type Name } from './meant.ts';
import type { Meant, Undo, UndoEntry } from './undo.ts';

/**
 * The entries that would give to somebody else what another one had: who was deleted since, and whose name somebody else may have. Whom the
 * undo itself makes anew has another number for sure; whom it gives their name back is known by theirs, and what stands in a group that comes
 * back is looked for where that stands now. Throws ApiError.
 */
export async function othersMeant(undo: Undo, world: World, asked: Asked): Promise<readonly ChangedSince[]> {
  const { kinds } = asked;
  const naming = undo.entries.map((entry) => ({ entry, names: namesIn(entry, kinds) }));
  const all = naming.flatMap(({ names }) => names);
  const told = all.map((one) => ({ one, by: bringingBack(one, undo, kinds) }));
  const anew = new Set(told.flatMap(({ one, by }) => (by !== undefined && isMadeAnew(by) ? [called(one)] : [])));
  const known = new Map(
    told.flatMap(({ one, by }) => {
      const id = by?.restore ?? by?.id ?? numberIn(world, one, kinds);
      return id === undefined ? [] : [[called(one), id] as const];
    }),
  );
  const before = byName(undo.meant);
  const found = byName(
    await meantBy(
      all.filter((one) => !anew.has(called(one)) && !known.has(called(one))),
      asked,
    ),
  );
  const now = new Map([...found, ...known]);
  return naming.flatMap(({ entry, names }) => {
    const other = names.find((one) => {
      const number = before.get(called(one));
      return number !== undefined && !anew.has(called(one)) && number !== now.get(called(one));
    });
    if (other === undefined) return [];
    const { singular } = kindOf(kinds, other.sections[0] ?? '');
    const [was, is] = [before.get(called(other)), now.get(called(other))];
    const what = `names the ${singular} ${other.name}, which had the number ${String(was)}`;
    return [
      { entry, how: is === undefined ? `${what} and is there no more` : `${what}; ${String(is)} is another one` },
    ];
  });
}

function called({ sections: [section = ''], name }: Name): string {
  return `${section} ${name}`;
}

function byName(all: readonly Meant[]): ReadonlyMap<string, Meant['id']> {
  return new Map(all.map(({ section, name, id }) => [called({ sections: [section], name }), id]));
}

/** The entry of an undo that gives something its name back. */
function bringingBack({ sections, name }: Name, { entries }: Undo, kinds: Kinds): UndoEntry | undefined {
  return entries.find(({ section, key, did }) => {
    const kind = kindOf(kinds, section);
    return did !== 'create' && sections.includes(section) && identity(kind, name) === identity(kind, key);
  });
}

function isMadeAnew({ did, restore }: UndoEntry): boolean {
  return did !== 'update' && restore === undefined;
}

/** The number of the group or project that stands at a path once all is brought back, wherever it stands now. */
function numberIn(
  { sections }: World,
  { sections: [section = ''], name }: Name,
  kinds: Kinds,
): Meant['id'] | undefined {
  if (!isHosting(kinds, section)) return undefined;
  const kind = kindOf(kinds, section);
  const live = sections.get(sectionAddress(INSTANCE, section)) ?? [];
  return live.find(({ key, renamedFrom }) => identity(kind, renamedFrom ?? key) === identity(kind, name))?.id;
}
