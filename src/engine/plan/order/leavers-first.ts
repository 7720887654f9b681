import { pathsAbove } from '../../../base/scope-path.ts';
import type { Draft } from '../draft.ts';
import { isMoved } from '../is-moved.ts';
import type { Edge, Order } from './access-order.ts';

/**
 * What goes out of a group that moves itself goes before that: in the group that this comes into it would be lowered to what that has, though it is
 * not to stand there (POST /groups/:id/transfer, 18.9).
 */
export function leaversFirst({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  const moving = drafts.filter(moves);
  const groups = moving.filter(({ kind }) => kind.host?.type === 'group');
  return groups.flatMap((group) =>
    moving.flatMap((one): Edge[] =>
      one !== group && standsIn(one.live?.key, group.live?.key) && !standsIn(one.key, group.key) ? [[group, one]] : [],
    ),
  );
}

/** Whether something that hosts others comes into another group. */
function moves({ kind, live, key }: Draft): boolean {
  return kind.host !== undefined && live?.renamedFrom !== undefined && isMoved(live, { key });
}

function standsIn(path: string | undefined, group: string | undefined): boolean {
  return path !== undefined && group !== undefined && pathsAbove(path.toLowerCase()).includes(group.toLowerCase());
}
