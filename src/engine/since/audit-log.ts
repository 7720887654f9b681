import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isMap } from '../../base/shape.ts';
import type { Instance, JsonObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import { auditEvent, type AuditEvent } from './audit-event.ts';

/** Where a look stood in the log when it began. */
export interface LogMark {
  /** The licence of the instance: without one no event is written. */
  readonly license: string;
  /** Events from then on, in milliseconds, count once more: they may have been written before what they tell of could be seen. */
  readonly from: number;
  /** The last events by then, each with its time: those that count once more, and one at least, by which the rest is known to follow. */
  readonly events: readonly (readonly [id: number, at: number])[];
}

/** What the log tells since a mark (or of the overlap alone, without one), and where it stands now; or why it tells nothing that can be relied on. */
export type Log = {
  readonly events: readonly AuditEvent[];
  /** Without a mark the next look cannot begin where this one does either. */
  readonly mark: LogMark | undefined;
} & ({ readonly type: 'whole' } | { readonly type: 'broken'; readonly why: string });

/** Newest first, whatever they are filed under (GET /audit_events, 18.9). It is asked for by no time: what arrives late bears an earlier one. */
const EVENTS: Read = { path: '/audit_events', query: { pagination: 'keyset' }, pages: true };

/** More pages cost more than a look at everything would; their cursors follow one another. */
const MOST_PAGES = 50;

/** So long before a look began its events count once more, in milliseconds: some are written after what they tell of has been seen. */
const OVERLAP = 3_600_000;

/** Reads the log back to a mark, or without one as far as it takes to make one. Trouble with the log is no trouble of the run. */
export async function readLog(client: Client, instance: Instance, before: LogMark | undefined): Promise<Log> {
  if (!instance.me.admin)
    return broken('the events of all groups are told to administrators alone, and this token is no administrator’s');
  const now = Date.parse(instance.askedAt);
  if (Number.isNaN(now)) return broken('the platform does not say what time it is');
  try {
    const license = licenseOf(await client.read({ path: '/license', mayBeNull: true }));
    const from = now - OVERLAP;
    const oldest = Math.min(...(before?.events ?? []).map(([id]) => id));
    const isEnough = (row: JsonObject): boolean => {
      const event = auditEvent(row);
      return event === undefined || (event.at < from && (before === undefined || event.id <= oldest));
    };
    const { rows, areAll } = await client.readUntil(EVENTS, isEnough, MOST_PAGES);
    return logOf({ rows, areAll, isEnough: areAll || rows.some(isEnough) }, license, from, before);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const status = error.status === undefined ? '' : ` (${error.status})`;
    return broken(`the audit events cannot be read${status}: they need GitLab Premium, and an administrator`);
  }
}

/** The newest part of the log. */
interface Newest {
  readonly rows: readonly JsonObject[];
  readonly areAll: boolean;
  /** Whether it reaches back as far as is needed. */
  readonly isEnough: boolean;
}

function logOf({ rows, areAll, isEnough }: Newest, license: string, from: number, before: LogMark | undefined): Log {
  const events = new Map<number, AuditEvent>();
  for (const row of rows) {
    const event = auditEvent(row);
    if (event === undefined) return broken('one of the audit events is not as GitLab shows them');
    events.set(event.id, event);
  }
  const all = [...events.values()].sort((one, other) => one.id - other.id);
  const newest = all.at(-1);
  if (newest === undefined) return broken('there are no audit events at all');
  const marked = all.filter(({ id, at }) => at >= from || id === newest.id);
  const reachesBack = areAll || all.some(({ at }) => at < from);
  const mark = reachesBack ? { license, from, events: marked.map(({ id, at }) => [id, at] as const) } : undefined;
  if (!isEnough || mark === undefined)
    return { ...broken(`there are more than ${rows.length} audit events since then`), events: marked, mark };
  if (before === undefined) return { type: 'whole', events: marked, mark };
  const why = gapIn(all, events, license, before);
  if (why !== undefined) return { ...broken(why), events: marked, mark };
  const oldest = Math.min(...before.events.map(([id]) => id));
  const known = new Set(before.events.map(([id]) => id));
  return {
    type: 'whole',
    events: all.filter(({ id, at }) => id >= oldest && (at >= before.from || !known.has(id))),
    mark,
  };
}

/** What shows that the log does not tell all that has happened since a mark. */
function gapIn(
  all: readonly AuditEvent[],
  events: ReadonlyMap<number, AuditEvent>,
  license: string,
  before: LogMark,
): string | undefined {
  if (license !== before.license) return 'the instance has another licence since, and writes no events without one';
  // Of a database that was restored, another event may bear the number.
  const lost = before.events.find(([id, at]) => events.get(id)?.at !== at);
  if (lost !== undefined) return `the audit event ${lost[0]} is not there any more`;
  let last = Math.max(...before.events.map(([id]) => id));
  for (const { id } of all) {
    if (id <= last) continue;
    // Numbers follow one another: one that is missing was removed, is still being written, or is kept from this token.
    if (id > last + 1) return `there is no audit event ${last + 1}, though there are later ones`;
    last = id;
  }
  return undefined;
}

function licenseOf(answer: JsonObject | readonly JsonObject[] | undefined): string {
  if (!isMap(answer)) return 'none';
  return [answer['id'], answer['starts_at'], answer['expires_at']].map((part) => JSON.stringify(part ?? null)).join();
}

function broken(why: string): Log & { readonly type: 'broken' } {
  return { type: 'broken', why, events: [], mark: undefined };
}
