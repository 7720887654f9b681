import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed, since } from '../store/edition.ts';
import { findProject } from '../access/find.ts';
import { forbidden, notFound, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { UserRow } from './rows.ts';

/**
 * Access rule: the project, from Maintainer on, with a licence; 403 for the others. 18.9 has the endpoints behind a flag
 * that is off: 404 for everybody. A guess: 18.10 has it on.
 */
export function accountsProject(context: RequestContext, args: { readonly id: string }): ProjectRow {
  if (!since(context.platform.edition, '18.10')) refuse(notFound());
  const row = findProject(context, args.id);
  const may = licensed(context.platform.edition, 'premium') && hasLevel(context, { type: 'project', row }, 40);
  return may ? row : refuse(forbidden());
}

/** Access rule: a service account that the project has provisioned; other users are not found. */
export function projectAccount(
  context: RequestContext,
  args: { readonly id: string; readonly user_id: number },
): UserRow {
  const project = accountsProject(context, args);
  const user = context.platform.state.users.get(args.user_id);
  return user !== undefined && provisionedBy(user, project) ? user : refuse(notFound('User'));
}

export function provisionedBy(user: UserRow, project: ProjectRow): boolean {
  return user.type === 'service_account' && user.profile['provisioned_by_project_id'] === project.id;
}
