import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { afterFailure } from './entity.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';
import type { HookRow } from './rows.ts';
import { interpolated } from './urls.ts';

/** How a delivery ended: the receiver's status, or no answer at all. */
export interface Delivery {
  readonly status: number | 'internal error';
  readonly body: string;
}

const kind = 'hook_event';
const ownerKey = (hook: HookRow): string => `hook:${hook.id}`;
const week = 7 * 86_400_000;

/**
 * Delivers an event as far as a platform in memory can: nothing leaves it. Receivers answer 200, but for hosts of the
 * reserved domain `.invalid`, which no resolver knows. The delivery is logged, and tells on the hook's alert status; in
 * silent mode nothing is sent at all (18.9).
 */
export function deliver(context: RequestContext, hook: HookRow, trigger: string, payload: JsonObject): Delivery {
  const { state, clock } = context.platform;
  if (state.settings['silent_mode_enabled'] === true) return { status: 'internal error', body: 'Silent mode enabled' };
  const url = interpolated(hook.url, hook.url_variables);
  const host = new URL(url).hostname;
  const failed = host === 'invalid' || host.endsWith('.invalid');
  const delivery: Delivery = failed
    ? {
        status: 'internal error',
        body: `Failed to open TCP connection to ${host}: getaddrinfo: Name or service not known`,
      }
    : { status: 200, body: '' };
  const now = timestamp(clock);
  const data = { url: hook.url, trigger, payload, status: String(delivery.status), body: delivery.body, sent_to: url };
  state.records.insert({
    kind,
    owner: ownerKey(hook),
    key: randomUUID(),
    data: { ...data, headers: headersOf(context, hook, trigger) },
    created_at: now,
    updated_at: now,
  });
  state.hooks.update(hook, failed ? afterFailure(context, hook) : { recent_failures: 0, disabled_until: null });
  return delivery;
}

/** The values of secrets never show. */
function headersOf(context: RequestContext, hook: HookRow, trigger: string): Readonly<Record<string, string>> {
  const event = trigger.replace(/_hooks$/, ' hook').replaceAll('_', ' ');
  return {
    'Content-Type': 'application/json',
    'User-Agent': `GitLab/${context.platform.edition.version}`,
    'X-Gitlab-Event': event.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    'X-Gitlab-Instance': context.platform.externalUrl,
    ...(hook.token === null ? {} : { 'X-Gitlab-Token': '[REDACTED]' }),
    ...Object.fromEntries(Object.keys(hook.custom_headers).map((name) => [name, '[REDACTED]'])),
  };
}

/** The deliveries of the last seven days, the newest first (GET …/hooks/:hook_id/events, 18.9). */
export function recentDeliveries(context: RequestContext, hook: HookRow): readonly RecordRow[] {
  const since = new Date(context.platform.clock.now().getTime() - week).toISOString();
  const rows = context.platform.state.recordsOf(`${kind} ${ownerKey(hook)}`);
  return rows.filter((row) => row.created_at >= since).toReversed();
}

/** One delivery of a hook, of whatever age. */
export function deliveryOf(context: RequestContext, hook: HookRow, id: number): RecordRow | undefined {
  return context.platform.state.recordsOf(`${kind} ${ownerKey(hook)}`).find((row) => row.id === id);
}

/** Removes the log of a hook together with it. */
export function forgetDeliveries(context: RequestContext, hook: HookRow): void {
  const { state } = context.platform;
  for (const row of [...state.recordsOf(`${kind} ${ownerKey(hook)}`)]) state.records.remove(row);
}

/** A delivery as the log shows it (GET …/hooks/:hook_id/events, 18.9). */
export function deliveryEntity(row: RecordRow): JsonObject {
  const { data } = row;
  return {
    id: row.id,
    url: data['url'],
    trigger: data['trigger'],
    request_headers: data['headers'],
    request_data: data['payload'],
    response_headers: data['status'] === '200' ? { 'Content-Type': 'text/plain' } : {},
    response_body: data['body'],
    execution_duration: 0.01,
    response_status: data['status'],
    created_at: row.created_at,
  };
}

/** Sends a logged delivery again; undefined when the hook's URL is no longer that of the log. */
export function redeliver(context: RequestContext, hook: HookRow, row: RecordRow): Delivery | undefined {
  if (row.data['sent_to'] !== interpolated(hook.url, hook.url_variables)) return undefined;
  const { payload } = row.data;
  return deliver(context, hook, textOf(row.data['trigger']), isJsonObject(payload) ? payload : {});
}
