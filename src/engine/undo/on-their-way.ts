import { parallel } from '../../base/parallel.ts';
import { kindOf } from '../kinds.ts';
import { byNumber } from '../observe/by-number.ts';
import type { Asked } from './meant.ts';
import type { Undo, UndoEntry } from './undo.ts';

const AT_A_TIME = 8;

/**
 * An undo whose run was cut, with what that has left on its way coming back from where it is: a group that gets another path and another parent
 * has a name of its way in between, under which nothing else would find it. Throws ApiError.
 */
export async function onTheirWay(undo: Undo, asked: Asked): Promise<Undo> {
  if (undo.state === 'ended') return undo;
  return { ...undo, entries: await parallel(undo.entries, AT_A_TIME, (entry) => whereItIs(entry, asked)) };
}

async function whereItIs(entry: UndoEntry, { kinds, client, instance }: Asked): Promise<UndoEntry> {
  const { section, scope, id, previously, key } = entry;
  const kind = kindOf(kinds, section);
  const moves = kind.host?.moves;
  if (moves === undefined || previously === undefined || id === undefined) return entry;
  const live = await byNumber(id, kind, scope, instance, client);
  // What this undo itself has left on its way is found as after any other run.
  if (live === undefined || !moves.isAside(live.live) || moves.isHalfway(live.live, key)) return entry;
  return { ...entry, previously: live.key };
}
