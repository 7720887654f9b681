import { hasAbility, hasLevel } from '../access/access.ts';
import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { findGroup, findProject } from '../access/find.ts';
import { textOf } from '../store/json.ts';
import type { Params } from '../http/params.ts';
import { forbidden, refuse, rowNotFound } from '../http/reply.ts';
import type { HookRow } from './rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { sourceKey } from '../store/state.ts';

/** Where a hook hangs from: a group, a project, or the instance. */
export type HookOwner =
  | { readonly type: 'group'; readonly row: GroupRow }
  | { readonly type: 'project'; readonly row: ProjectRow }
  | { readonly type: 'system' };

/** The arguments of a hook's route; what they are follows from its parameters. */
export type HookArgs = Readonly<Record<string, unknown>>;

/** One of the three families of hooks, with the path that its routes share. */
export interface HookFamily {
  readonly type: HookOwner['type'];
  readonly path: string;
  readonly ids: Params;
}

/** The hooks of groups, of projects and of the instance: an Enterprise Edition has all of them without a licence (18.9). */
export const families: readonly HookFamily[] = [
  { type: 'group', path: '/groups/:id/hooks', ids: { id: { type: 'string', required: true } } },
  { type: 'project', path: '/projects/:id/hooks', ids: { id: { type: 'string', required: true } } },
  { type: 'system', path: '/hooks', ids: {} },
];

/** Access rule: Owners of a group, Maintainers of a project, administrators; or a custom role with admin_web_hook (18.9). */
export function ownerOf(family: HookFamily): (context: RequestContext, args: HookArgs) => HookOwner {
  return (context, args) => {
    if (family.type === 'system') {
      requireAdmin(context);
      return { type: 'system' };
    }
    const id = textOf(args['id']);
    const owner =
      family.type === 'group'
        ? ({ type: 'group', row: findGroup(context, id) } as const)
        : ({ type: 'project', row: findProject(context, id) } as const);
    const allowed =
      hasLevel(context, owner, owner.type === 'group' ? 50 : 40) || hasAbility(context, owner, 'admin_web_hook');
    return allowed ? owner : refuse(forbidden());
  };
}

/** What all routes of a family declare: that callers are judged before what they ask (18.9). */
export function sharedBy(family: HookFamily): { before: (context: RequestContext, place: Named) => void } {
  return {
    before: (context, place) => {
      ownerOf(family)(context, { id: place.id });
    },
  };
}

interface Named {
  readonly id: string;
}

/** A hook together with what it hangs from. */
export interface OwnedHook {
  readonly owner: HookOwner;
  readonly hook: HookRow;
}

/** Access rule: one hook of its owner; 404 Not found for the rest. */
export function hookOf(family: HookFamily): (context: RequestContext, args: HookArgs) => OwnedHook {
  const find = ownerOf(family);
  return (context, args) => {
    const owner = find(context, args);
    const hook = hooksOn(context, owner).find((row) => row.id === args['hook_id']);
    return { owner, hook: hook ?? refuse(rowNotFound()) };
  };
}

/** The hooks that hang from an owner, oldest first. */
export function hooksOn(context: RequestContext, owner: HookOwner): readonly HookRow[] {
  return context.platform.state.hooksBySource(sourceKey(owner.type, ownerId(owner)));
}

/** The id that hooks refer to their owner by; the instance is 0. */
export function ownerId(owner: HookOwner): number {
  return owner.type === 'system' ? 0 : owner.row.id;
}
