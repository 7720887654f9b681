import { hasAbility, hasLevel } from '../access.ts';
import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import type { Tier } from '../edition.ts';
import { findGroup, findProject } from '../find.ts';
import { textOf } from '../json.ts';
import type { Params } from '../params.ts';
import { forbidden, refuse, rowNotFound } from '../reply.ts';
import type { GroupRow, HookRow, ProjectRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

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
  readonly tier?: Tier;
}

/** The hooks of groups (Premium), of projects and of the instance (18.9). */
export const families: readonly HookFamily[] = [
  { type: 'group', path: '/groups/:id/hooks', ids: { id: { type: 'string', required: true } }, tier: 'premium' },
  { type: 'project', path: '/projects/:id/hooks', ids: { id: { type: 'string', required: true } } },
  { type: 'system', path: '/hooks', ids: {} },
];

/** Access rule: Owners of a group, Maintainers of a project, administrators; or a custom role with admin_web_hook (18.9). */
export function ownerOf(family: HookFamily): (call: Call, args: HookArgs) => HookOwner {
  return (call, args) => {
    if (family.type === 'system') {
      requireAdmin(call);
      return { type: 'system' };
    }
    const id = textOf(args['id']);
    const owner =
      family.type === 'group'
        ? ({ type: 'group', row: findGroup(call, id) } as const)
        : ({ type: 'project', row: findProject(call, id) } as const);
    const allowed =
      hasLevel(call, owner, owner.type === 'group' ? 50 : 40) || hasAbility(call, owner, 'admin_web_hook');
    return allowed ? owner : refuse(forbidden());
  };
}

/** What all routes of a family declare: its licence, and that callers are judged before what they ask (18.9). */
export function sharedBy(
  family: HookFamily,
): Pick<HookFamily, 'tier'> & { before: (call: Call, place: Named) => void } {
  const before = (call: Call, place: Named): void => {
    ownerOf(family)(call, { id: place.id });
  };
  return family.tier === undefined ? { before } : { tier: family.tier, before };
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
export function hookOf(family: HookFamily): (call: Call, args: HookArgs) => OwnedHook {
  const find = ownerOf(family);
  return (call, args) => {
    const owner = find(call, args);
    const hook = hooksOn(call, owner).find((row) => row.id === args['hook_id']);
    return { owner, hook: hook ?? refuse(rowNotFound()) };
  };
}

/** The hooks that hang from an owner, oldest first. */
export function hooksOn(call: Call, owner: HookOwner): readonly HookRow[] {
  return call.world.state.hooksBySource(sourceKey(owner.type, ownerId(owner)));
}

/** The id that hooks refer to their owner by; the instance is 0. */
export function ownerId(owner: HookOwner): number {
  return owner.type === 'system' ? 0 : owner.row.id;
}
