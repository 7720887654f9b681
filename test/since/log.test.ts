import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import type { Client } from '../../src/api/client.ts';
import { readLog, type Log, type LogMark } from '../../src/engine/since/audit-log.ts';
import type { Instance, JsonObject } from '../../src/model.ts';
import { fakeClient } from '../api/fake-client.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
const MINUTE = 60_000;

const instance: Instance = {
  url: 'https://gitlab.example.com',
  version: '18.9.0-ee',
  enterprise: true,
  askedAt: new Date(NOW).toUTCString(),
  me: { id: 1, username: 'root', admin: true },
};

/** An event of a member, so many minutes ago. */
const event = (id: number, ago: number, more: JsonObject = {}): JsonObject => ({
  id,
  created_at: new Date(NOW - ago * MINUTE).toISOString(),
  entity_type: 'Group',
  entity_id: 7,
  event_name: 'member_updated',
  details: { target_type: 'User', target_id: 3 },
  ...more,
});

/** A platform with these events, the newest first, in pages of two. */
function platform(events: readonly JsonObject[], license: JsonObject | undefined = { id: 1 }): Partial<Client> {
  return {
    read: () => Promise.resolve(license),
    readUntil: (_read, isEnough, most) => {
      const rows: JsonObject[] = [];
      for (let at = 0; at < events.length && at < most * 2; at += 2) {
        const page = events.slice(at, at + 2);
        rows.push(...page);
        if (page.some(isEnough)) return Promise.resolve({ rows, areAll: false });
      }
      return Promise.resolve({ rows, areAll: rows.length === events.length });
    },
  };
}

const OLD = [event(13, 300), event(12, 301), event(11, 400)];

/** Where the log stood a day ago, as an earlier look has left it. */
async function mark(events: readonly JsonObject[] = OLD): Promise<LogMark> {
  const log = await readLog(fakeClient(platform(events)), instance, undefined);
  if (log.mark === undefined) throw new Error('there is no mark');
  return log.mark;
}

async function since(events: readonly JsonObject[], before: LogMark, license?: JsonObject): Promise<Log> {
  return readLog(fakeClient(platform(events, license)), instance, before);
}

const ids = (log: Log): readonly number[] | string => (log.type === 'whole' ? log.events.map(({ id }) => id) : log.why);

describe('what the log tells since an earlier look', () => {
  it('is nothing where nothing was written', async () => {
    expect(ids(await since(OLD, await mark()))).toEqual([]);
  });

  it('is what was written, and what was written shortly before that look once more', async () => {
    const before = await mark([event(14, 30), ...OLD]);
    expect(before.events.map(([id]) => id)).toEqual([14]);
    expect(ids(await since([event(16, 1), event(15, 2), event(14, 30), ...OLD], before))).toEqual([14, 15, 16]);
  });

  it('is also what arrives late, with a time long before', async () => {
    expect(ids(await since([event(14, 350), ...OLD], await mark()))).toEqual([14]);
  });

  it('is also what arrives late between events that were there', async () => {
    const before = await mark([event(16, 5), event(14, 6), ...OLD]);
    expect(ids(await since([event(16, 5), event(15, 200), event(14, 6), ...OLD], before))).toEqual([14, 15, 16]);
  });

  it('does not depend on the order of the pages, nor on a row that two of them have', async () => {
    const before = await mark();
    const moved = [event(15, 2), event(16, 1), event(16, 1), event(14, 3), ...OLD];
    expect(ids(await since(moved, before))).toEqual([14, 15, 16]);
  });
});

describe('the log is not believed', () => {
  it('where an event is missing between two', async () => {
    expect(ids(await since([event(16, 1), event(14, 3), ...OLD], await mark()))).toContain('no audit event 15');
  });

  it('where the first one since is missing', async () => {
    expect(ids(await since([event(15, 1), ...OLD], await mark()))).toContain('no audit event 14');
  });

  it('where an event that was there is gone', async () => {
    expect(ids(await since([event(14, 1), ...OLD.slice(1)], await mark()))).toContain('13 is not there any more');
  });

  it('where another event bears the number, as of a database that was restored', async () => {
    expect(ids(await since([event(14, 1), event(13, 2), ...OLD.slice(1)], await mark()))).toContain('13 is not there');
  });

  it('where all are gone', async () => {
    expect(ids(await since([], await mark()))).toContain('no audit events at all');
  });

  it('where there are more than may be read, and the next look begins from here', async () => {
    const many = Array.from({ length: 200 }, (_, index) => event(213 - index, 61 + index / 10));
    const log = await since([...many, ...OLD], await mark());
    expect(ids(log)).toContain('more than 100 audit events');
    expect(log.mark?.events).toEqual([[213, NOW - 61 * MINUTE]]);
  });

  it('where one is not as a GitLab shows them', async () => {
    const before = await mark();
    for (const odd of [
      { id: 'x' },
      { created_at: 'then' },
      { entity_type: null },
      { entity_id: null },
      { event_name: 7 },
    ])
      expect(ids(await since([event(14, 1, odd), ...OLD], before))).toContain('not as GitLab shows them');
  });

  it('where the instance had no licence in between, or has another one', async () => {
    expect(ids(await since(OLD, await mark(), { id: 2 }))).toContain('another licence');
  });

  it('where the platform does not tell its time', async () => {
    const log = await readLog(fakeClient(platform(OLD)), { ...instance, askedAt: '' }, await mark());
    expect(ids(log)).toContain('what time it is');
  });

  it('where the token is no administrator’s: it is not even asked', async () => {
    const log = await readLog(fakeClient({}), { ...instance, me: { ...instance.me, admin: false } }, await mark());
    expect(ids(log)).toContain('administrators alone');
    expect(log.mark).toBeUndefined();
  });

  it.each([403, 404, 405, 500])('where it is answered with %i', async (status) => {
    const refused = new ApiError('forbidden', 'no', { method: 'GET', path: '/audit_events' }, { status });
    const client = fakeClient({ ...platform(OLD), readUntil: () => Promise.reject(refused) });
    expect(ids(await readLog(client, instance, await mark()))).toContain(`cannot be read (${status})`);
  });
});
