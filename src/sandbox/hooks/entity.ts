import type { RequestContext } from '../http/request-context.ts';
import { since } from '../store/edition.ts';
import type { JsonObject } from '../store/json.ts';
import type { HookRow } from './rows.ts';
import { defaultFlag, shownEvents } from './entity-events.ts';

/** The 4th failure in a row disables for a while, the 40th for good (hooks, 18.9). */
const temporaryAfter = 3;
const permanentAfter = 39;

/** A hook; of its token nothing is shown, of headers and variables the names (GET …/hooks/:hook_id, 18.9). */
export function hookEntity(context: RequestContext, hook: HookRow): JsonObject {
  const { edition } = context.platform;
  const kind = hook.source_type;
  const flags = shownEvents(kind, edition).map((name) => [name, hook.events[name] ?? defaultFlag(kind, name)] as const);
  return {
    id: hook.id,
    url: hook.url,
    ...(since(edition, '17.1') ? { name: hook.name, description: hook.description } : {}),
    created_at: hook.created_at,
    ...Object.fromEntries(flags),
    enable_ssl_verification: hook.enable_ssl_verification,
    ...ownerField(hook),
    alert_status: alertStatus(context, hook),
    disabled_until: hook.disabled_until,
    url_variables: namesOf(hook.url_variables),
    push_events_branch_filter: hook.push_events_branch_filter,
    branch_filter_strategy: hook.branch_filter_strategy,
    custom_webhook_template: hook.custom_webhook_template,
    ...(since(edition, '17.1') ? { custom_headers: namesOf(hook.custom_headers) } : {}),
  };
}

/** A hook in a list: a project's list leaves out the names of headers and variables (GET /projects/:id/hooks, 18.9). */
export function listedHook(context: RequestContext, hook: HookRow): JsonObject {
  const whole = hookEntity(context, hook);
  return hook.source_type === 'project' ? { ...whole, url_variables: undefined, custom_headers: undefined } : whole;
}

function ownerField(hook: HookRow): JsonObject {
  switch (hook.source_type) {
    case 'group':
      return { group_id: hook.source_id };
    case 'project':
      return { project_id: hook.source_id };
    case 'system':
      return { organization_id: 1 };
  }
}

function namesOf(map: Readonly<Record<string, string>>): readonly JsonObject[] {
  return Object.keys(map).map((key) => ({ key }));
}

/** Whether events reach the hook; system hooks are never disabled. */
export function alertStatus(
  context: RequestContext,
  hook: HookRow,
): 'executable' | 'temporarily_disabled' | 'disabled' {
  if (hook.source_type === 'system' || hook.recent_failures <= temporaryAfter) return 'executable';
  if (hook.recent_failures > permanentAfter || hook.disabled_until === null) return 'disabled';
  return hook.disabled_until >= context.platform.clock.now().toISOString() ? 'temporarily_disabled' : 'executable';
}

/** What one more failure makes of a hook: the pause begins at a minute, doubles, and ends at a day (hooks, 18.9). */
export function afterFailure(context: RequestContext, hook: HookRow): Partial<HookRow> {
  if (hook.source_type === 'system' || alertStatus(context, hook) !== 'executable') return {};
  const failures = hook.recent_failures + 1;
  if (failures <= temporaryAfter) return { recent_failures: failures };
  const pause = Math.min(60_000 * 2 ** (hook.recent_failures - temporaryAfter), 86_400_000);
  const until = new Date(context.platform.clock.now().getTime() + pause).toISOString();
  return { recent_failures: failures, disabled_until: until };
}
