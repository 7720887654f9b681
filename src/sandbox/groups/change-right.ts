import { chainOf, hasAbility, hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findGroup } from '../access/find.ts';
import { forbidden, refuse, unauthorized } from '../http/reply.ts';
import type { GroupRow } from './rows.ts';

/**
 * Access rule: the group of the path, for Owners; who manages its runners by a custom role may change
 * `shared_runners_setting` and nothing else, 401 (PUT /groups/:id, 18.9).
 */
export function changedGroup(
  context: RequestContext,
  args: Readonly<Record<string, unknown>> & { readonly id: string },
): GroupRow {
  const row = findGroup(context, args.id);
  const source = { type: 'group', row } as const;
  if (hasLevel(context, source, 50)) return row;
  const archived = chainOf(context.platform.state, row).some((group) => group.archived);
  if (archived || !hasAbility(context, source, 'admin_runners')) return refuse(forbidden());
  const sent = Object.keys(args).filter((name) => name !== 'id' && args[name] !== undefined);
  // Nothing that is known is not that one attribute either.
  const alone = sent.length === 1 && sent[0] === 'shared_runners_setting';
  return alone ? row : refuse(unauthorized());
}
