import { expect, test } from 'vitest';
import { anonymous, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

test('GET /audit_events is newest first, by number and without totals', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  await gl.put(`/groups/${group}`, { description: 'new' });
  const shown = await gl.get('/audit_events?per_page=2');
  expect(shown.list[0]).toMatchObject({
    author_id: 1,
    entity_id: group,
    entity_type: 'Group',
    event_name: 'group_description_updated',
    details: {
      change: 'description',
      from: null,
      to: 'new',
      author_name: 'Administrator',
      author_email: 'root@example.com',
      target_id: group,
      target_type: 'Group',
      entity_path: 'platform',
      event_name: 'group_description_updated',
    },
  });
  expect(shown.headers.get('x-page')).toBe('1');
  expect(shown.headers.get('x-next-page')).toBe('2');
  expect(shown.headers.has('x-total')).toBe(false);
  expect(shown.headers.get('link')).not.toContain('rel="last"');
});

test('by key there is a cursor until the last page, which has no link', async () => {
  const gl = await sandbox();
  await gl.group('one');
  const ids = gl.sandbox.platform.state.auditEvents.all().map((event) => event.id);
  const seen: unknown[] = [];
  let url: string | undefined = '/audit_events?pagination=keyset&per_page=1';
  while (url !== undefined) {
    const page = await gl.get(url);
    seen.push(...column(page, 'id'));
    url = /<[^>]*\/api\/v4([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(seen).toEqual(ids.toReversed());
});

test('events are filtered by entity and by time, both bounds included', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const group = await gl.group('platform');
  const types = async (query: string) => new Set(column(await gl.get(`/audit_events?${query}`), 'entity_type'));
  expect(await types('entity_type=User')).toEqual(new Set(['User']));
  expect(column(await gl.get(`/audit_events?entity_type=User&entity_id=${jane}`), 'event_name')).toEqual([
    'user_created',
  ]);
  expect((await gl.get(`/audit_events?entity_type=Group&entity_id=${group + 1}`)).list).toEqual([]);
  expect(told(await gl.get('/audit_events?entity_id=1'))).toEqual([400, { error: 'entity_type is missing' }]);
  expect(told(await gl.get('/audit_events?entity_type=Odd'))).toEqual([
    400,
    { error: 'entity_type does not have a valid value' },
  ]);
  const [event] = gl.sandbox.platform.state.auditEvents.all();
  const at = event?.created_at ?? '';
  expect(column(await gl.get(`/audit_events?created_before=${at}`), 'id')).toContain(event?.id);
  expect(column(await gl.get(`/audit_events?created_after=${at}`), 'id')).toContain(event?.id);
  expect((await gl.get('/audit_events?created_before=2001-01-01')).list).toEqual([]);
});

test('the log of the instance is for administrators with Premium: 403 otherwise, 401 without a token', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  expect((await gl.as('jane').get('/audit_events')).status).toBe(403);
  expect((await gl.as('jane').get('/audit_events/1')).status).toBe(403);
  expect((await gl.get('/audit_events', anonymous)).status).toBe(401);
  expect((await gl.get('/audit_events/1')).object['id']).toBe(1);
  expect(told(await gl.get('/audit_events/9999'))).toEqual([404, { message: '404 Not found' }]);
  const free = await sandbox({ tier: 'free' });
  expect(told(await free.get('/audit_events'))).toEqual([403, { message: '403 Forbidden' }]);
});

test("a group's Owner sees all its events, a Maintainer and a Developer their own, others none", async () => {
  const gl = await sandbox();
  const { group, ids, owner, maintainer, developer, stranger } = await cast(gl);
  await gl.post(`/groups/${group}/members`, { user_id: ids.stranger, access_level: 20 });
  const sub = idOf(await maintainer.post('/groups', { name: 'sub', path: 'sub', parent_id: group }));
  const path = `/groups/${group}/audit_events`;
  const all = await owner.get(path);
  expect(new Set(column(all, 'entity_id'))).toEqual(new Set([group]));
  expect(all.list.length).toBeGreaterThan(3);
  expect((await maintainer.get(path)).list).toEqual([]);
  expect(column(await maintainer.get(`/groups/${sub}/audit_events`), 'author_id')).toEqual([
    ids.maintainer,
    ids.maintainer,
  ]);
  expect((await developer.get(path)).list).toEqual([]);
  expect(told(await stranger.get(path))).toEqual([403, { message: '403 Forbidden' }]);
  const id = Number(all.list[0]?.['id']);
  expect((await owner.get(`${path}/${id}`)).object['entity_id']).toBe(group);
  expect((await developer.get(`${path}/${id}`)).status).toBe(404);
  const other = await gl.group('other');
  expect((await gl.get(`/groups/${other}/audit_events/${id}`)).status).toBe(404);
});

test("a project's Maintainer sees all its events, a Developer his own", async () => {
  const gl = await sandbox();
  const { group, maintainer, developer, stranger } = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group, visibility: 'private' }));
  const path = `/projects/${project}/audit_events`;
  expect((await maintainer.get(path)).list.length).toBeGreaterThan(0);
  expect((await developer.get(path)).list).toEqual([]);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await gl.get(path, anonymous)).status).toBe(404);
});

test('without Premium the log of a group is 403', async () => {
  const gl = await sandbox({ tier: 'free' });
  const group = await gl.group('platform');
  expect((await gl.get(`/groups/${group}/audit_events`)).status).toBe(403);
});

test('in 16.11 the name of an event stands in its details alone', async () => {
  const gl = await sandbox({ version: '16.11.0-ee' });
  await gl.group('platform');
  const [event] = (await gl.get('/audit_events')).list;
  expect(event).not.toHaveProperty('event_name');
  expect(event?.['details']).toHaveProperty('event_name');
});
