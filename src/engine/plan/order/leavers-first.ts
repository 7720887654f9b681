import { isBelow } from '../../../base/scope-path.ts';
import { touchesHanded } from '../../../handed-down.ts';
import type { Draft } from '../draft.ts';
import { isMoved } from '../is-moved.ts';
import { boundedFields } from '../within-parent.ts';
import type { Edge, Order } from './access-order.ts';

/**
 * What goes out of a group goes before that moves itself, or is given what it hands down or what nothing below may exceed: it would be lowered to what
 * that has, though it is not to stand there (POST /groups/:id/transfer, PUT /groups/:id, 18.9).
 */
export function leaversFirst({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  const moving = drafts.filter(moves);
  if (moving.length === 0) return [];
  const groups = drafts.filter((draft) => draft.kind.host?.type === 'group' && (moves(draft) || lowers(draft)));
  return groups.flatMap((group) =>
    moving.flatMap((one): Edge[] => (one !== group && leaves(one, group) ? [[group, one]] : [])),
  );
}

/** Whether a change of a group may change what stands below it. */
function lowers({ kind, change, live }: Draft): boolean {
  if (live === undefined || change.action !== 'update') return false;
  const bounded = new Set(boundedFields(kind).map(([field]) => field));
  return touchesHanded(kind, change) || change.fields.some(({ path }) => bounded.has(path));
}

/** Whether something that hosts others comes into another group. */
function moves({ kind, live, key }: Draft): boolean {
  return kind.host !== undefined && live?.renamedFrom !== undefined && isMoved(live, { key });
}

function leaves(one: Draft, group: Draft): boolean {
  if (one.live === undefined || group.live === undefined) return false;
  return isBelow(one.live.key, group.live.key) && !isBelow(one.key, group.key);
}
