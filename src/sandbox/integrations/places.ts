import { hasAbility, hasLevel, type Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findGroup, findProject } from '../access/find.ts';
import { forbidden, refuse } from '../http/reply.ts';
import type { SourceType } from '../members/rows.ts';

/** Groups have integrations of their own in the API since 17.9; `services` is the old name of the projects' ones. */
export const bases = [
  { type: 'project', base: '/projects/:id/integrations' },
  { type: 'project', base: '/projects/:id/services' },
  { type: 'group', base: '/groups/:id/integrations', since: '17.9' },
] as const;

export interface Base {
  readonly type: SourceType;
  readonly base: (typeof bases)[number]['base'];
  readonly since?: string;
}

/** Access rule: Maintainers of the project, Owners of the group, or the custom ability. */
export function placeFor(type: SourceType) {
  return (context: RequestContext, args: { readonly id: string }): Source => {
    const place: Source =
      type === 'group' ? { type, row: findGroup(context, args.id) } : { type, row: findProject(context, args.id) };
    const may =
      hasLevel(context, place, type === 'group' ? 50 : 40) || hasAbility(context, place, 'admin_integrations');
    return may ? place : refuse(forbidden());
  };
}
