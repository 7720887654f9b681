import { describe, expect, test } from 'vitest';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import type { SandboxClient } from '../../sandbox/client.ts';

// What GitLab's own request specs say of audit events (ee/spec/requests/api/audit_events_spec.rb, and the audit events
// of ee/spec/requests/api/groups_spec.rb and projects_spec.rb, 18.9).

const kinds = ['groups', 'projects'] as const;
const forbidden = { message: '403 Forbidden' };

/** Writes an event about a place, by a user, as the platform does when that user changes something there. */
function event(gl: SandboxClient, kind: (typeof kinds)[number], entity_id: number, author_id: number, at: string) {
  const entity_type = kind === 'groups' ? 'Group' : 'Project';
  const details = { custom_message: 'changed', author_name: 'someone', target_id: entity_id, target_type: entity_type };
  const fields = { author_id, entity_type, entity_id, event_name: 'changed', details, created_at: at } as const;
  return gl.sandbox.platform.state.auditEvents.insert(fields).id;
}

/** A public group or project with three events of the root user, and someone at each level of it. */
async function place(kind: (typeof kinds)[number], options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  const home = await gl.group('home', { visibility: 'public' });
  const project = () => gl.post('/projects', { name: 'api', namespace_id: home, visibility: 'public' });
  const id = kind === 'groups' ? await gl.group('team', { visibility: 'public' }) : idOf(await project());
  const ids: Record<string, number> = {};
  for (const [name, access_level] of Object.entries({
    guest: 10,
    reporter: 20,
    developer: 30,
    maintainer: 40,
    owner: 50,
  })) {
    ids[name] = await gl.user(name);
    await gl.post(`/${kind}/${id}/members`, { user_id: ids[name], access_level });
  }
  await gl.user('stranger');
  const { auditEvents } = gl.sandbox.platform.state;
  for (const row of [...auditEvents.all()]) auditEvents.remove(row);
  const days = ['2000-01-10', '2000-01-15', '2000-01-20'];
  const events = days.map((day) => event(gl, kind, id, 1, `${day}T00:00:00.000Z`));
  return {
    gl,
    home,
    id,
    ids,
    events,
    path: `/${kind}/${id}/audit_events`,
    sees: gl.as(kind === 'groups' ? 'owner' : 'maintainer'),
  };
}

describe.each(kinds)('%s/:id/audit_events', (kind) => {
  test('a reporter and those below are 403, for the list and for one; nobody is 401', async () => {
    const { gl, path, events } = await place(kind);
    for (const name of ['guest', 'reporter', 'stranger']) {
      expect(told(await gl.as(name).get(path)), name).toEqual([403, forbidden]);
      expect(told(await gl.as(name).get(`${path}/${events[0] ?? 0}`)), name).toEqual([403, forbidden]);
    }
    for (const at of [path, `${path}/1`]) expect((await gl.get(at, anonymous)).status).toBe(401);
  });

  test('a Developer sees the events of his own doing alone; of another it is 404', async () => {
    const { gl, id, ids, events, path } = await place(kind);
    const own = event(gl, kind, id, ids['developer'] ?? 0, '2000-01-25T00:00:00.000Z');
    const developer = gl.as('developer');
    expect(column(await developer.get(path), 'id')).toEqual([own]);
    expect((await developer.get(`${path}/${own}`)).status).toBe(200);
    expect(told(await developer.get(`${path}/${events[0] ?? 0}`))).toEqual([404, { message: '404 Not found' }]);
  });

  test('who may see all gets them newest first, counted, and those of no other place', async () => {
    const { gl, home, events, path, sees } = await place(kind);
    event(gl, 'groups', home, 1, '2000-01-20T00:00:00.000Z');
    const list = await sees.get(path);
    expect([list.status, list.headers.get('x-total'), list.headers.get('x-page')]).toEqual([200, '3', '1']);
    expect(column(list, 'id')).toEqual(events.toReversed());
    expect(Object.keys(list.list[0] ?? {})).toEqual([
      ...['id', 'author_id', 'entity_id', 'entity_type', 'event_name', 'details', 'created_at'],
    ]);
  });

  test('created_before and created_after bound the time', async () => {
    const { events, path, sees } = await place(kind);
    const [, second = 0, third = 0] = events;
    const until = await sees.get(`${path}?created_before=2000-01-20T00:00:00.060Z`);
    expect(column(until, 'id')).toEqual(events.toReversed());
    expect(column(await sees.get(`${path}?created_after=2000-01-12T00:00:00.060Z`), 'id')).toEqual([third, second]);
    const day = 'created_after=2000-01-15T00:00:00Z&created_before=2000-01-15T00:00:00Z';
    expect(column(await sees.get(`${path}?${day}`), 'id')).toEqual([second]);
    expect(told(await sees.get(`${path}?created_after=no-date`))).toEqual([400, { error: 'created_after is invalid' }]);
  });

  test('by key a page links to the next, and the last to none', async () => {
    const { events, path, sees } = await place(kind);
    const first = await sees.get(`${path}?pagination=keyset&per_page=2`);
    expect(column(first, 'id')).toEqual(events.toReversed().slice(0, 2));
    const next = /<[^>]*\/api\/v4([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    expect(next).toContain('cursor=');
    const last = await sees.get(next ?? '');
    expect([column(last, 'id'), last.headers.get('link')]).toEqual([events.slice(0, 1), null]);
  });

  test('one event: 200, 400 for no number, 404 for none and for that of another place', async () => {
    const { gl, home, events, path, sees } = await place(kind);
    const other = event(gl, 'groups', home, 1, '2000-01-20T00:00:00.000Z');
    expect((await sees.get(`${path}/${events[0] ?? 0}`)).object).toMatchObject({
      id: events[0],
      event_name: 'changed',
    });
    expect(told(await sees.get(`${path}/an-invalid-id`))).toEqual([400, { error: 'audit_event_id is invalid' }]);
    for (const id of [666777, other]) expect((await sees.get(`${path}/${id}`)).status).toBe(404);
  });

  test('without the licence both are 403, for those at the top too', async () => {
    const { path, events, sees } = await place(kind, { tier: 'free' });
    expect(told(await sees.get(path))).toEqual([403, forbidden]);
    expect(told(await sees.get(`${path}/${events[0] ?? 0}`))).toEqual([403, forbidden]);
  });
});

describe('/audit_events', () => {
  test('both are 401 without a token, and 403 for who is no administrator, or without the licence', async () => {
    const { gl, events } = await place('groups');
    for (const path of ['/audit_events', `/audit_events/${events[0] ?? 0}`]) {
      expect((await gl.get(path, anonymous)).status).toBe(401);
      expect(told(await gl.as('owner').get(path))).toEqual([403, forbidden]);
    }
    const free = await place('groups', { tier: 'free' });
    for (const path of ['/audit_events', `/audit_events/${free.events[0] ?? 0}`]) {
      expect(told(await free.gl.get(path))).toEqual([403, forbidden]);
    }
  });

  test('each type of entity is a filter, of the instance too', async () => {
    const { gl } = await place('groups');
    await gl.user('jane');
    await gl.post('/member_roles', { name: 'r', base_access_level: 10, read_code: true });
    for (const type of ['User', 'Group', 'Gitlab::Audit::InstanceScope']) {
      const list = await gl.get(`/audit_events?entity_type=${encodeURIComponent(type)}`);
      expect(new Set(column(list, 'entity_type'))).toEqual(new Set([type]));
    }
    expect((await gl.get('/audit_events?entity_type=Project')).list).toEqual([]);
  });

  test('by number: the neighbours in the headers, filters in the links, an empty page past the end', async () => {
    const { gl, events } = await place('groups');
    const page = (number: number) =>
      gl.get(`/audit_events?pagination=offset&entity_type=Group&per_page=1&page=${number}`);
    const neighbours = async (number: number) => {
      const { headers } = await page(number);
      return [headers.get('x-page'), headers.get('x-per-page'), headers.get('x-prev-page'), headers.get('x-next-page')];
    };
    expect(await neighbours(1)).toEqual(['1', '1', '', '2']);
    expect(await neighbours(2)).toEqual(['2', '1', '1', '3']);
    expect(await neighbours(3)).toEqual(['3', '1', '2', '']);
    expect(column(await page(2), 'id')).toEqual([events[1]]);
    const link = (await page(1)).headers.get('link') ?? '';
    for (const part of ['entity_type=Group', 'pagination=offset', 'per_page=1', 'rel="next"', 'rel="first"']) {
      expect(link).toContain(part);
    }
    expect(link).not.toContain('rel="prev"');
    expect((await page(10)).list).toEqual([]);
  });

  test('by key and by number the order is the same, and nothing that matches has no link', async () => {
    const { gl } = await place('groups');
    const ids = async (pagination: string) => column(await gl.get(`/audit_events?pagination=${pagination}`), 'id');
    expect(await ids('keyset')).toEqual(await ids('offset'));
    const none = await gl.get('/audit_events?pagination=keyset&entity_type=User&created_before=1999-01-01T00:00:00Z');
    expect([none.list, none.headers.get('link')]).toEqual([[], null]);
  });

  test('one event is shown whole; an unknown one is 404', async () => {
    const { gl, id, events } = await place('groups');
    expect((await gl.get(`/audit_events/${events[0] ?? 0}`)).object).toMatchObject({
      ...{ id: events[0], author_id: 1, entity_id: id, entity_type: 'Group', created_at: '2000-01-10T00:00:00.000Z' },
      details: { custom_message: 'changed', target_id: id, target_type: 'Group' },
    });
    expect(told(await gl.get('/audit_events/10001'))).toEqual([404, { message: '404 Not found' }]);
  });
});
