import { INSTANCE, sectionAddress } from '../../address.ts';
import { parallel } from '../../base/parallel.ts';
import { identity } from '../../kind.ts';
import type { LiveEntry, World } from '../../model.ts';
import { isHosting, kindOf, type Kinds } from '../kinds.ts';
import { orNotShown } from '../not-shown.ts';
import { byNumber } from '../observe/by-number.ts';
import type { ChangedSince } from './changed-since.ts';
import { meantBy, namesIn, type Asked, type Name } from './meant.ts';
import { isMadeByUndo, type PlannedUndo } from './planned-undo.ts';
import type { Meant, Undo, UndoEntry } from './undo.ts';

const AT_A_TIME = 8;

/**
 * The entries that would give to somebody else what another one had: who was deleted since, and whose name somebody else may have, be it one who looks
 * the same. Whom the undo itself makes anew, or has made, has another number for sure; whom it gives their name back is known by theirs, and what stands
 * in a group that comes back is looked for where that stands now. `refused` are the entries of which there is no change because something is wrong with
 * them: whom or what they name may have another name by now, and is told by its number. Throws ApiError.
 */
export async function othersMeant(
  undo: Undo,
  planned: PlannedUndo,
  refused: ReadonlySet<UndoEntry>,
  asked: Asked,
): Promise<readonly ChangedSince[]> {
  const { kinds } = asked;
  const { world } = planned;
  const changing = new Map(planned.changes.map(({ address, action }) => [address, action]));
  const naming = undo.entries
    .filter((entry) => changing.has(entry.address) || refused.has(entry))
    .map((entry) => ({ entry, names: namesIn(entry, kinds) }));
  const all = naming.flatMap(({ names }) => names);
  const bringing = new Map(
    all.flatMap((one) => {
      const by = bringingBack(one, undo, kinds);
      return by === undefined ? [] : [[called(one), by] as const];
    }),
  );
  const isMadeAnew = (one: Name): boolean => {
    const action = changing.get(bringing.get(called(one))?.address ?? '');
    return action === 'create' || action === 'replace';
  };
  const known = new Map(
    all.flatMap((one) => {
      const by = bringing.get(called(one));
      const id = by?.restore ?? (by && numberOf(by, world)) ?? numberIn(world, one, kinds);
      return id === undefined ? [] : [[called(one), id] as const];
    }),
  );
  const before = byName(undo.meant);
  const found = byName(
    await meantBy(
      all.filter((one) => !isMadeAnew(one) && !known.has(called(one))),
      asked,
    ),
  );
  const now = new Map([...found, ...known]);
  const others = naming.flatMap(({ entry, names }) => {
    const other = names.find((one) => {
      const [number, id] = [before.get(called(one)), now.get(called(one))];
      if (number === undefined || isMadeAnew(one) || number === id) return false;
      const by = bringing.get(called(one));
      return by === undefined || !isMadeByUndo(by, id, planned);
    });
    const was = other && before.get(called(other));
    return other === undefined || was === undefined ? [] : [{ entry, other, was, is: now.get(called(other)) }];
  });
  return parallel(
    others,
    AT_A_TIME,
    async ({
      entry,
      other: {
        sections: [section = ''],
        name,
      },
      was,
      is,
    }) => {
      const kind = kindOf(kinds, section);
      const what = `names the ${kind.singular} ${name}, which had the number ${String(was)}`;
      if (is !== undefined) return { entry, how: `${what}; ${String(is)} is another one` };
      const live = await byNumber(was, kind, INSTANCE, asked.instance, asked.client);
      const isThere = live !== undefined && live.pendingDeletion === undefined;
      return {
        entry,
        how: `${what} and is ${isThere ? `${live.key} by now` : `there no more${orNotShown(asked.instance)}`}`,
      };
    },
  );
}

/** The number of what an entry brings back, where that is there by it. */
function numberOf({ scope, section, id }: UndoEntry, { sections }: World): LiveEntry['id'] {
  const live = sections.get(sectionAddress(scope, section)) ?? [];
  return live.some((one) => one.id === id) ? id : undefined;
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
