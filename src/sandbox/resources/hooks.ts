import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { settableEvents } from '../entities/hook-events.ts';
import { hookEntity, listedHook } from '../entities/hook.ts';
import { paged, paginate } from '../pagination.ts';
import type { Param, Params } from '../params.ts';
import { created, failure, noContent, ok, refuse } from '../reply.ts';
import { anyone, route } from '../route.ts';
import type { HookRow } from '../rows.ts';
import { forgetDeliveries } from './hook-deliveries.ts';
import { changedHook, newHook } from './hook-drafts.ts';
import { families, hookOf, hooksOn, ownerOf, sharedBy } from './hook-owner.ts';
import type { HookArgs, HookFamily, HookOwner } from './hook-owner.ts';
import { refuseChangedHook, refuseNewHook } from './hook-refusals.ts';
import { hookErrors } from './hook-rules.ts';
import type { HookDraft, HookErrors } from './hook-rules.ts';

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
      handle: ({ call, args, subject }) =>
        paginate(call, pagesOf(args), hooksOn(call, subject), (hook) => listedHook(call, hook)),
    }),
    // GET …/hooks/:hook_id (18.9).
    route({
      method: 'GET',
      path: `${path}/:hook_id`,
      ...shared,
      params: { ...ids, ...hookId },
      access: hookOf(family),
      handle: ({ call, subject }) => ok(hookEntity(call, subject.hook)),
    }),
    // POST …/hooks: what the model refuses is 422 with `error` (18.9).
    route({
      method: 'POST',
      path,
      ...shared,
      params: { ...ids, ...settable(family), url: { type: 'string', required: true } },
      access: ownerOf(family),
      handle: ({ call, args, subject }) => created(hookEntity(call, createHook(call, subject, args))),
    }),
    // PUT …/hooks/:hook_id: the URL is optional, nothing at all is refused (18.9).
    route({
      method: 'PUT',
      path: `${path}/:hook_id`,
      ...shared,
      params: { ...ids, ...hookId, ...settable(family) },
      access: hookOf(family),
      handle: ({ call, args, subject }) => {
        updateHook(call, subject.hook, family, args);
        return ok(hookEntity(call, subject.hook));
      },
    }),
    // DELETE …/hooks/:hook_id (18.9).
    route({
      method: 'DELETE',
      path: `${path}/:hook_id`,
      ...shared,
      params: { ...ids, ...hookId },
      access: hookOf(family),
      handle: ({ call, subject }) => {
        requireUnmodified(call, subject.hook.updated_at);
        auditHook(call, subject.owner, subject.hook, 'destroyed');
        forgetDeliveries(call, subject.hook);
        call.world.state.hooks.remove(subject.hook);
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

function createHook(call: Call, owner: HookOwner, sent: HookArgs): HookRow {
  const { state, clock } = call.world;
  const draft = newHook(owner, sent);
  refuseNewHook({ ...hookErrors(draft, state.settings), ...tooMany(call, owner) });
  const now = timestamp(clock);
  const hook = state.hooks.insert({
    ...draft,
    recent_failures: 0,
    disabled_until: null,
    created_at: now,
    updated_at: now,
  });
  auditHook(call, owner, hook, 'created');
  return hook;
}

function updateHook(call: Call, hook: HookRow, family: HookFamily, sent: HookArgs): void {
  const { state, clock } = call.world;
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

/** The fields that a change writes; the rest of a draft made from a row is that row's own. */
export function draftOnly(draft: HookDraft): HookDraft {
  const { source_type, source_id, url, name, description, token, events, push_events_branch_filter } = draft;
  const { branch_filter_strategy, enable_ssl_verification, custom_webhook_template } = draft;
  const { custom_headers, url_variables } = draft;
  return {
    ...{ source_type, source_id, url, name, description, token, events, push_events_branch_filter },
    ...{ branch_filter_strategy, enable_ssl_verification, custom_webhook_template, custom_headers, url_variables },
  };
}

/** 50 hooks on a group, 100 on a project (plan limits, 18.9). */
function tooMany(call: Call, owner: HookOwner): HookErrors {
  if (owner.type === 'system') return {};
  const limit = owner.type === 'group' ? 50 : 100;
  if (hooksOn(call, owner).length < limit) return {};
  return { base: [`Maximum number of ${owner.type} hooks (${limit}) exceeded`] };
}

function auditHook(call: Call, owner: HookOwner, hook: HookRow, action: 'created' | 'destroyed'): void {
  const entity =
    owner.type === 'system'
      ? ({ type: 'Instance' } as const)
      : owner.type === 'group'
        ? ({ type: 'Group', row: owner.row } as const)
        : ({ type: 'Project', row: owner.row } as const);
  const type = { group: 'GroupHook', project: 'ProjectHook', system: 'SystemHook' }[owner.type];
  const target = { id: hook.id, type, details: `Hook ${hook.id}` };
  audit(call, { event: `webhook_${action}`, entity, target, details: { custom_message: `Webhook was ${action}` } });
}
