import { randomUUID } from 'node:crypto';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { afterFailure } from '../entities/hook.ts';
import { isJsonObject, textOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { HookRow, RecordRow } from '../rows.ts';
import { interpolated } from './hook-urls.ts';

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
export function deliver(call: Call, hook: HookRow, trigger: string, payload: JsonObject): Delivery {
  const { state, clock } = call.world;
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
    data: { ...data, headers: headersOf(call, hook, trigger) },
    created_at: now,
    updated_at: now,
  });
  state.hooks.update(hook, failed ? afterFailure(call, hook) : { recent_failures: 0, disabled_until: null });
  return delivery;
}

/** The values of secrets never show. */
function headersOf(call: Call, hook: HookRow, trigger: string): Readonly<Record<string, string>> {
  const event = trigger.replace(/_hooks$/, ' hook').replaceAll('_', ' ');
  return {
    'Content-Type': 'application/json',
    'User-Agent': `GitLab/${call.world.edition.version}`,
    'X-Gitlab-Event': event.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    'X-Gitlab-Instance': call.world.externalUrl,
    ...(hook.token === null ? {} : { 'X-Gitlab-Token': '[REDACTED]' }),
    ...Object.fromEntries(Object.keys(hook.custom_headers).map((name) => [name, '[REDACTED]'])),
  };
}

/** The deliveries of the last seven days, the newest first (GET …/hooks/:hook_id/events, 18.9). */
export function recentDeliveries(call: Call, hook: HookRow): readonly RecordRow[] {
  const since = new Date(call.world.clock.now().getTime() - week).toISOString();
  const rows = call.world.state.recordsOf(`${kind} ${ownerKey(hook)}`);
  return rows.filter((row) => row.created_at >= since).toReversed();
}

/** One delivery of a hook, of whatever age. */
export function deliveryOf(call: Call, hook: HookRow, id: number): RecordRow | undefined {
  return call.world.state.recordsOf(`${kind} ${ownerKey(hook)}`).find((row) => row.id === id);
}

/** Removes the log of a hook together with it. */
export function forgetDeliveries(call: Call, hook: HookRow): void {
  const { state } = call.world;
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
export function redeliver(call: Call, hook: HookRow, row: RecordRow): Delivery | undefined {
  if (row.data['sent_to'] !== interpolated(hook.url, hook.url_variables)) return undefined;
  const { payload } = row.data;
  return deliver(call, hook, textOf(row.data['trigger']), isJsonObject(payload) ? payload : {});
}
