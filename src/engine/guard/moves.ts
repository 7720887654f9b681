import type { Kind } from '../../kind.ts';
import type { Change, LiveEntry } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { parentPath } from '../../base/scope-path.ts';

/** A group or project that a change takes from below one group to below another, or to the top. */
export interface Move {
  readonly change: Change;
  readonly from: string;
  readonly to: string;
}

/** The changes that give a scope another group above it. */
export function movesOf(changes: readonly Change[], kinds: Kinds): Move[] {
  return changes.flatMap((change) => {
    const { kind } = partsOf(change.address, kinds);
    if (kind.host === undefined || kind.shape.type !== 'map') return [];
    const { name } = kind.shape;
    const moved = change.fields.find(({ path }) => path === name);
    const { from, to } = moved ?? {};
    if (typeof from !== 'string' || typeof to !== 'string') return [];
    return parentPath(from).toLowerCase() === parentPath(to).toLowerCase() ? [] : [{ change, from, to }];
  });
}

/** Whether something moves itself, or with a group that it stands in now. */
export function goesAlong({ host }: Kind, { key, live }: LiveEntry, moves: readonly Move[]): boolean {
  const now = (host?.moves?.pathOf(live) ?? key).toLowerCase();
  return moves.some(({ from }) => now === from.toLowerCase() || now.startsWith(`${from.toLowerCase()}/`));
}
