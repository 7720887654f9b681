import { hasAbility, hasLevel } from '../access/access.ts';
import { findGroup, findProject } from '../access/find.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { Params } from '../http/params.ts';
import { conflict, forbidden, notFound, refuse } from '../http/reply.ts';
import { requireAdmin, type RequestContext } from '../http/request-context.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { licensed } from '../store/edition.ts';
import { textOf } from '../store/json.ts';
import { sourceKey } from '../store/state.ts';
import type { VariableRow } from './rows.ts';

/** What a variable belongs to. */
export type VariableOwner =
  | { readonly type: 'group'; readonly row: GroupRow }
  | { readonly type: 'project'; readonly row: ProjectRow }
  | { readonly type: 'instance' };

/** The arguments of a variable's route; what they are follows from its parameters. */
export type VariableArgs = Readonly<Record<string, unknown>>;

/** One of the three families of variables: the path that its routes share, and what the platform calls one of them. */
export interface VariableFamily {
  readonly type: VariableOwner['type'];
  readonly path: string;
  readonly ids: Params;
  readonly model: 'GroupVariable' | 'Variable' | 'InstanceVariable';
}

const id: Params = { id: { type: 'string', required: true } };

/** The variables of groups, of projects and of the instance, in every tier (18.9). */
export const families: readonly VariableFamily[] = [
  { type: 'group', path: '/groups/:id/variables', ids: id, model: 'GroupVariable' },
  { type: 'project', path: '/projects/:id/variables', ids: id, model: 'Variable' },
  { type: 'instance', path: '/admin/ci/variables', ids: {}, model: 'InstanceVariable' },
];

/** Access rule: Owners of a group, Maintainers of a project, administrators; or a custom role with admin_cicd_variables (recorded on 18.9). */
export function ownerOf(family: VariableFamily): (context: RequestContext, args: VariableArgs) => VariableOwner {
  return (context, args) => {
    if (family.type === 'instance') {
      requireAdmin(context);
      return { type: 'instance' };
    }
    const place = textOf(args['id']);
    const owner =
      family.type === 'group'
        ? ({ type: 'group', row: findGroup(context, place) } as const)
        : ({ type: 'project', row: findProject(context, place) } as const);
    const allowed =
      hasLevel(context, owner, owner.type === 'group' ? 50 : 40) || hasAbility(context, owner, 'admin_cicd_variables');
    return allowed ? owner : refuse(forbidden());
  };
}

/** What all routes of a family declare: callers are judged before what they ask (18.9). */
export function sharedBy(family: VariableFamily): {
  before: (context: RequestContext, place: { readonly id: string }) => void;
} {
  return {
    before: (context, place) => {
      ownerOf(family)(context, { id: place.id });
    },
  };
}

/** The variables of an owner, oldest first. */
export function variablesOf(context: RequestContext, owner: VariableOwner): readonly VariableRow[] {
  return context.platform.state.variablesBySource(sourceKey(owner.type, ownerId(owner)));
}

/** The number that variables refer to their owner by; the instance is 0. */
export function ownerId(owner: VariableOwner): number {
  return owner.type === 'instance' ? 0 : owner.row.id;
}

/** Whether the owner's variables are told apart by environments: a group's from Premium on, a project's always (recorded on 18.9). */
export function hasScopes(context: RequestContext, owner: VariableOwner): boolean {
  return owner.type === 'project' || (owner.type === 'group' && licensed(context.platform.edition, 'premium'));
}

/** A variable with what it belongs to. */
export interface OwnedVariable {
  readonly owner: VariableOwner;
  readonly variable: VariableRow;
}

/**
 * Access rule: the variable of a key, and of `filter[environment_scope]` where that is sent; several are 409. A PUT in a group takes the
 * oldest in place of that, and without the licence for scopes it does not look at the filter (recorded on 18.9).
 */
export function variableOf(
  family: VariableFamily,
  forUpdate = false,
): (context: RequestContext, args: VariableArgs) => OwnedVariable {
  const find = ownerOf(family);
  return (context, args) => {
    const owner = find(context, args);
    const isFirst = forUpdate && family.type === 'group';
    const scope = isFirst && !hasScopes(context, owner) ? undefined : filterOf(args);
    const found = variablesOf(context, owner).filter(
      (row) => row.key === args['key'] && (scope === undefined || row.environment_scope === scope),
    );
    if (found.length > 1 && !isFirst) refuse(conflict(ambiguous));
    return { owner, variable: found[0] ?? refuse(notFound(family.model)) };
  };
}

const ambiguous = "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'";

function filterOf({ filter }: VariableArgs): string | undefined {
  if (typeof filter !== 'object' || filter === null || !('environment_scope' in filter)) return undefined;
  return filter.environment_scope === null ? undefined : textOf(filter.environment_scope);
}
