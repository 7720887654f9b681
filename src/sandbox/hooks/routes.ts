import { audit } from '../admin/audit.ts';
import { actor, type RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { settableEvents } from './entity-events.ts';
import { hookEntity, listedHook } from './entity.ts';
import { paged, paginate } from '../http/pagination.ts';
import type { Param, Params } from '../http/params.ts';
import { created, failure, noContent, ok, refuse } from '../http/reply.ts';
import { anyone, route } from '../http/route.ts';
import type { HookRow } from './rows.ts';
import { forgetDeliveries } from './deliveries.ts';
import { changedHook, newHook } from './drafts.ts';
import {
  families,
  hookOf,
  hooksOn,
  ownerOf,
  sharedBy,
  type HookArgs,
  type HookFamily,
  type HookOwner,
} from './owner.ts';
import { refuseChangedHook, refuseNewHook } from './refusals.ts';
import { hookErrors, type HookErrors } from './rules.ts';
import { draftOnly } from './draft-fields.ts';

const pairs: Param = {
  type: 'hashes',
  fields: { key: { type: 'string', required: true }, value: { type: 'string', required: true } },
};

const hookId: Params = { hook_id: { type: 'integer', required: true } };

export const hookRoutes = families.flatMap(routesOf);

function routesOf(family: HookFamily) {
  const { path, ids } = family;
  const shared = sharedBy(family);
  return [
    // GET …/hooks (18.9).
    route({
      method: 'GET',
      path,
      ...shared,
      params: { ...ids, ...paged },
      access: ownerOf(family),
      handle: ({ context, args, subject }) =>
        paginate(context, pagesOf(args), hooksOn(context, subject), (hook) => listedHook(context, hook)),
    }),
    // GET …/hooks/:hook_id (18.9).
    route({
      method: 'GET',
      path: `${path}/:hook_id`,
      ...shared,
      params: { ...ids, ...hookId },
      access: hookOf(family),
      handle: ({ context, subject }) => ok(hookEntity(context, subject.hook)),
    }),
    // POST …/hooks: what the model refuses is 422 with `error` (18.9).
    route({
      method: 'POST',
      path,
      ...shared,
      params: { ...ids, ...settable(family), url: { type: 'string', required: true } },
      access: ownerOf(family),
      handle: ({ context, args, subject }) => created(hookEntity(context, createHook(context, subject, args))),
    }),
    // PUT …/hooks/:hook_id: the URL is optional, nothing at all is refused (18.9).
    route({
      method: 'PUT',
      path: `${path}/:hook_id`,
      ...shared,
      params: { ...ids, ...hookId, ...settable(family) },
      access: hookOf(family),
      handle: ({ context, args, subject }) => {
        updateHook(context, subject.hook, family, args);
        return ok(hookEntity(context, subject.hook));
      },
    }),
    // DELETE …/hooks/:hook_id (18.9).
    route({
      method: 'DELETE',
      path: `${path}/:hook_id`,
      ...shared,
      params: { ...ids, ...hookId },
      access: hookOf(family),
      handle: ({ context, subject }) => {
        requireUnmodified(context, subject.hook.updated_at);
        auditHook(context, subject.owner, subject.hook, 'destroyed');
        forgetDeliveries(context, subject.hook);
        context.platform.state.hooks.remove(subject.hook);
        return noContent();
      },
    }),
    // DELETE …/hooks without an id is an unknown path, not a wrong verb (18.9).
    route({ method: 'DELETE', path, access: anyone, handle: () => failure(404, '404 Not Found') }),
  ];
}

/** What POST and PUT take; system hooks know no template (18.9). */
function settable(family: HookFamily): Params {
  const flags = settableEvents(family.type).map(({ name, since }): [string, Param] => [
    name,
    since === undefined ? { type: 'boolean' } : { type: 'boolean', since },
  ]);
  return {
    url: { type: 'string' },
    name: { type: 'string', since: '17.1' },
    description: { type: 'string', since: '17.1' },
    token: { type: 'string' },
    enable_ssl_verification: { type: 'boolean' },
    push_events_branch_filter: { type: 'string' },
    branch_filter_strategy: { type: 'string', values: ['wildcard', 'regex', 'all_branches'] },
    ...Object.fromEntries(flags),
    ...(family.type === 'system' ? {} : { custom_webhook_template: { type: 'string' } }),
    url_variables: pairs,
    custom_headers: { ...pairs, since: '17.1' },
  };
}

function pagesOf(args: HookArgs): { readonly page?: number; readonly per_page?: number } {
  const { page, per_page: size } = args;
  return { ...(typeof page === 'number' && { page }), ...(typeof size === 'number' && { per_page: size }) };
}

function createHook(context: RequestContext, owner: HookOwner, sent: HookArgs): HookRow {
  const { state, clock } = context.platform;
  const draft = newHook(owner, sent);
  refuseNewHook({ ...hookErrors(draft, state.settings), ...tooMany(context, owner) });
  const now = timestamp(clock);
  const hook = state.hooks.insert({
    ...draft,
    recent_failures: 0,
    disabled_until: null,
    created_at: now,
    updated_at: now,
  });
  auditHook(context, owner, hook, 'created');
  return hook;
}

function updateHook(context: RequestContext, hook: HookRow, family: HookFamily, sent: HookArgs): void {
  const { state, clock } = context.platform;
  if (!saysSomething(family, sent)) refuse(failure(400, 'No parameters provided'));
  const draft = changedHook(hook, sent);
  refuseChangedHook(hookErrors(draft, state.settings));
  state.hooks.update(hook, { ...draftOnly(draft), updated_at: timestamp(clock) });
}

/** An empty map says nothing: PUT merges (18.9). */
function saysSomething(family: HookFamily, sent: HookArgs): boolean {
  return Object.keys(settable(family)).some((name) => {
    const value = sent[name];
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  });
}

/** 50 hooks on a group, 100 on a project (plan limits, 18.9). */
function tooMany(context: RequestContext, owner: HookOwner): HookErrors {
  if (owner.type === 'system') return {};
  const limit = owner.type === 'group' ? 50 : 100;
  if (hooksOn(context, owner).length < limit) return {};
  return { base: [`Maximum number of ${owner.type} hooks (${limit}) exceeded`] };
}

function auditHook(context: RequestContext, owner: HookOwner, hook: HookRow, action: 'created' | 'destroyed'): void {
  const entity =
    owner.type === 'system'
      ? // A system hook stands in the list of who made it (POST /hooks, 18.9).
        ({ type: 'User', row: actor(context) } as const)
      : owner.type === 'group'
        ? ({ type: 'Group', row: owner.row } as const)
        : ({ type: 'Project', row: owner.row } as const);
  const type = { group: 'GroupHook', project: 'ProjectHook', system: 'SystemHook' }[owner.type];
  const target = { id: hook.id, type, details: `Hook ${hook.id}` };
  audit(context, { event: `webhook_${action}`, entity, target, details: { custom_message: `Webhook was ${action}` } });
}
