import { hasAbility, hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import { findGroup } from '../find.ts';
import { forbidden, refuse, unauthorized } from '../reply.ts';
import type { GroupRow } from '../rows.ts';

/**
 * Access rule: the group of the path, for Owners; who manages its runners by a custom role may change
 * `shared_runners_setting` and nothing else, 401 (PUT /groups/:id, 18.9).
 */
export function changedGroup(call: Call, args: Readonly<Record<string, unknown>> & { readonly id: string }): GroupRow {
  const row = findGroup(call, args.id);
  const source = { type: 'group', row } as const;
  if (hasLevel(call, source, 50)) return row;
  if (!hasAbility(call, source, 'admin_runners')) return refuse(forbidden());
  const sent = Object.keys(args).filter((name) => name !== 'id' && args[name] !== undefined);
  return sent.every((name) => name === 'shared_runners_setting') ? row : refuse(unauthorized());
}
