import { hasAbility, hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findProject } from '../access/find.ts';
import { failure, forbidden, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';

/** Access rule: states are read from Developer on. */
export function readerOfStates(context: RequestContext, args: { readonly id: string }): ProjectRow {
  const row = findProject(context, args.id);
  return hasLevel(context, { type: 'project', row }, 30) ? row : refuse(forbidden());
}

/** Access rule: states are changed and locked from Maintainer on, or with the custom ability. */
export function adminOfStates(context: RequestContext, args: { readonly id: string }): ProjectRow {
  const row = findProject(context, args.id);
  const place = { type: 'project', row } as const;
  return hasLevel(context, place, 40) || hasAbility(context, place, 'admin_terraform_state')
    ? row
    : refuse(forbidden());
}

/** Names and lock ids end at 255 characters (18.9). */
export function refuseLong(name: string, value: string): void {
  if (value.length > 255) refuse(failure(400, `${name} must be less than 255 characters`));
}
