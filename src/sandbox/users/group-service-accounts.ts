import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { findGroup } from '../access/find.ts';
import { badRequest, forbidden, notFound, refuse } from '../http/reply.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from './rows.ts';

/** Access rule: the group, for its Owners, with a licence; 403 for the others. */
export function accountsGroup(context: RequestContext, args: { readonly id: string }): GroupRow {
  const row = findGroup(context, args.id);
  const may = licensed(context.platform.edition, 'premium') && hasLevel(context, { type: 'group', row }, 50);
  return may ? row : refuse(forbidden());
}

/** Access rule: a service account that the group has provisioned. */
export function groupAccount(
  context: RequestContext,
  args: { readonly id: string; readonly user_id: number },
): UserRow {
  const group = accountsGroup(context, args);
  const user = context.platform.state.users.get(args.user_id);
  if (user?.provisioned_by_group_id !== group.id) return refuse(notFound('User'));
  return user.type === 'service_account' ? user : refuse(badRequest('User is not of type Service Account'));
}
