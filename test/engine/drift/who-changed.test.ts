import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { whoChanged } from '../../../src/engine/drift/who-changed.ts';
import type { Change, FieldChange, JsonObject, Plan } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { changeOf } from '../../apply/change.ts';
import { kinds } from '../instance.ts';

const at = '2026-01-31T12:00:00Z';
const NAMES = ['', 'root', 'eve', 'sam', 'other', 'old'];

/** An event as the platform logs it, by the number of its author. */
function event(author: string, name: string, details: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    author_id: NAMES.indexOf(author),
    event_name: name,
    created_at: at,
    details: { author_name: 'calls himself bob', event_name: name, ...details },
    ...more,
  };
}

const user = (id: number): JsonObject => ({ target_type: 'User', target_id: id, target_details: 'bob' });

/** Whom the events of each path name for some changes, and what was read. */
async function asked(events: { readonly [path: string]: readonly JsonObject[] }, ...changes: readonly Change[]) {
  const reads: Read[] = [];
  const client = fakeClient({
    read({ path, query }) {
      const id = Number(/^\/users\/(\d+)$/.exec(path)?.[1] ?? 'none');
      if (path === '/users') return Promise.resolve(query?.['username'] === 'bob' ? [{ id: 8, username: 'bob' }] : []);
      return Promise.resolve(NAMES[id] === undefined ? undefined : { id, username: NAMES[id] });
    },
    list(read) {
      reads.push(read);
      const rows = events[read.path];
      if (rows === undefined)
        return Promise.reject(new ApiError('forbidden', 'no', { method: 'GET', path: read.path }, { status: 403 }));
      return Promise.resolve({ rows, pages: 1, all: () => Promise.resolve(rows) });
    },
  });
  const plan: Plan = {
    target: { url: '', version: '' },
    changes,
    unchanged: 0,
    unmanaged: [],
    unverifiable: [],
    diagnostics: [],
  };
  const touches = await whoChanged(plan, client, kinds);
  return {
    authors: Object.fromEntries([...touches].map(([address, { author }]) => [address, author])),
    touches,
    reads,
  };
}

const visibility: FieldChange = { path: 'visibility', from: 'public', to: 'private' };
const put = (path: string) => ({ calls: [{ method: 'PUT' as const, path }] });

describe('who touched something', () => {
  const group = '/groups/a/audit_events';

  it('is who came last, in whatever order the events are listed', async () => {
    const of = (author: string, when: string) =>
      event(
        author,
        'group_visibility_level_updated',
        { change: 'visibility', target_type: 'Group' },
        { created_at: when },
      );
    const [early, late] = [of('sam', '2026-01-30T12:00:00Z'), of('eve', '2026-01-31T12:00:00Z')];
    for (const events of [
      [early, late],
      [late, early],
    ]) {
      const { authors } = await asked({ [group]: events }, changeOf('group[a]', [visibility]));
      expect(authors).toEqual({ 'group[a]': 'eve' });
    }
  });

  it('is asked once for each scope, under the group or the project itself', async () => {
    const { reads, touches } = await asked(
      {
        [group]: [event('eve', 'group_visibility_level_updated', { change: 'visibility', target_type: 'Group' })],
      },
      changeOf('group[a]', [visibility]),
      changeOf('group[a]/member[bob]', []),
      changeOf('group[a]/member[eve]', [{ path: 'access_level', from: 'guest', to: 'owner' }]),
      changeOf('project[a/p]/hook[ci]', [], { action: 'delete' }),
      changeOf('instance/settings', [{ path: 'signup_enabled', from: true, to: false }]),
      changeOf('instance/system_hook[audit]', [], { action: 'create' }),
    );
    expect(reads).toEqual([
      { path: group },
      { path: '/projects/a%2Fp/audit_events' },
      { path: '/audit_events', query: { entity_type: 'Gitlab::Audit::InstanceScope' } },
      { path: '/audit_events', query: { entity_type: 'User' } },
    ]);
    expect([...touches]).toEqual([['group[a]', { author: 'eve', at }]]);
  });

  it('is, for a group and for settings, who changed the field, and not who made it', async () => {
    const events = {
      [group]: [
        event('other', 'group_name_updated', { change: 'name' }),
        event('eve', 'group_visibility_level_updated', { change: 'visibility' }),
        event('old', 'group_visibility_level_updated', { change: 'visibility' }),
        event('root', 'group_created', { add: 'group' }),
      ],
      '/audit_events': [event('sam', 'application_setting_updated', { change: 'signup_enabled' })],
    };
    const settings = changeOf('instance/settings', [{ path: 'signup_enabled', from: true, to: false }]);
    const other = changeOf('instance/settings', [{ path: 'home_page_url', from: null, to: 'x' }]);
    expect((await asked(events, changeOf('group[a]', [visibility]), settings)).authors).toEqual({
      'group[a]': 'eve',
      'instance/settings': 'sam',
    });
    expect((await asked(events, other)).authors).toEqual({});
    // It leaves no event, so that it has no name.
    const silent = changeOf('group[a]', [{ path: 'subgroup_creation_level', from: 'owner', to: 'maintainer' }]);
    expect((await asked(events, silent)).authors).toEqual({});
  });

  it('is, for what stands as it is, whoever changed a field last, or all of it where none is asked for', async () => {
    const events: readonly JsonObject[] = [
      event('eve', 'group_name_updated', { change: 'name' }),
      event('sam', 'group_visibility_level_updated', { change: 'visibility' }, { created_at: '2026-01-30T12:00:00Z' }),
      event('root', 'group_created', { add: 'group' }, { created_at: '2026-01-29T12:00:00Z' }),
    ];
    const of = async (rows: readonly JsonObject[], fields?: readonly string[]) => {
      const client = fakeClient({
        read: ({ path }) => Promise.resolve({ id: 1, username: NAMES[Number(path.split('/').at(-1))] ?? '' }),
        list: () => Promise.resolve({ rows, pages: 1, all: () => Promise.resolve(rows) }),
      });
      const standing = [{ address: 'group[a]', id: 7, ...(fields && { fields }) }];
      return (await whoChanged({ changes: [], unmanaged: [], standing }, client, kinds)).get('group[a]');
    };
    expect(await of(events, ['visibility'])).toMatchObject({ author: 'sam' });
    expect(await of(events, ['subgroup_creation_level'])).toBeUndefined();
    expect(await of(events)).toMatchObject({ author: 'eve' });
    expect(await of(events.slice(2))).toMatchObject({ author: 'root', made: true });
    expect(await of(events.slice(2), ['visibility'])).toBeUndefined();
  });

  it('is, for a field of a membership that nobody has changed, whoever added them', async () => {
    const rows = [event('root', 'member_created', user(8), { created_at: at })];
    const client = fakeClient({
      read: () => Promise.resolve({ id: 1, username: 'root' }),
      list: () => Promise.resolve({ rows, pages: 1, all: () => Promise.resolve(rows) }),
    });
    const standing = [{ address: 'group[a]/member[al]', id: 8, fields: ['access_level'] }];
    const found = await whoChanged({ changes: [], unmanaged: [], standing }, client, kinds);
    expect(found.get('group[a]/member[al]')).toMatchObject({ author: 'root', made: true });
  });

  it('is, for what nobody declared, whoever made the last change of any field, and else who made it', async () => {
    const added = changeOf('group[a]', [], { action: 'delete', calls: [{ method: 'DELETE', path: '/groups/7' }] });
    const of = async (...events: readonly JsonObject[]) =>
      (await asked({ [group]: events }, added)).touches.get('group[a]');
    const made = event('root', 'group_created', { target_type: 'Group', target_id: 7 });
    expect(await of(made)).toEqual({ author: 'root', at, made: true });
    const changes = ['group_path_updated', 'ip_restrictions_changed', 'group_restored'];
    for (const name of changes)
      expect(await of(event('eve', name, { target_type: 'Group', target_id: 7 }), made)).toEqual({ author: 'eve', at });
    const setting = event('sam', 'emails_enabled_updated', { target_type: 'NamespaceSetting', target_id: 7 });
    expect(await of(setting, made)).toEqual({ author: 'sam', at });
    // What became of its members, or of a link, is no change of the group.
    expect(await of(event('eve', 'member_updated', user(8)), made)).toMatchObject({ author: 'root' });
    expect(
      await of(event('eve', 'saml_group_links_created', { target_type: 'Group', target_id: 7 }), made),
    ).toMatchObject({ author: 'root' });
  });

  it('is, for a group that is gone, who marked it for its deletion, as all groups’ events tell', async () => {
    const gone = (path: string) =>
      event('eve', 'group_deletion_marked', { entity_path: path, target_type: 'Group', target_id: 7 });
    const found = async (path: string) =>
      (await asked({ '/audit_events': [gone(path)] }, changeOf('group[a]', [], { action: 'create' }))).authors;
    expect(await found('a-deletion_scheduled-7')).toEqual({ 'group[a]': 'eve' });
    expect(await found('a')).toEqual({ 'group[a]': 'eve' });
    expect(await found('ab-deletion_scheduled-7')).toEqual({});
  });

  it.each<[string, string, JsonObject, boolean]>([
    ['by the number that its calls name', 'member_updated', user(8), true],
    ['by that number as text', 'member_updated', { ...user(8), target_id: '8' }, true],
    ['not by another number', 'member_updated', user(9), false],
    [
      'not by the number of something of another type',
      'member_updated',
      { ...user(8), target_type: 'MemberRole' },
      false,
    ],
    ['not by the name that somebody goes by', 'member_updated', { target_type: 'User', target_details: 'bob' }, false],
  ])('is, for a member, who did it: %s', async (_how, name, details, isIt) => {
    const change = changeOf(
      'group[a]/member[bob]',
      [{ path: 'access_level', from: 'guest', to: 'owner' }],
      put('/groups/a/members/8'),
    );
    const { authors } = await asked({ [group]: [event('eve', name, details)] }, change);
    expect(authors).toEqual(isIt ? { 'group[a]/member[bob]': 'eve' } : {});
  });

  it('is, for a member who was taken out and added again, who did that, as the maker', async () => {
    const fields = ['access_level', 'expires_at'].map((path) => ({ path, from: null, to: 'x' }));
    const change = changeOf('group[a]/member[bob]', fields, put('/groups/a/members/8'));
    const later = { created_at: '2026-01-31T12:00:01Z' };
    const updated = event('eve', 'member_updated', user(8));
    const { touches } = await asked({ [group]: [event('sam', 'member_created', user(8), later), updated] }, change);
    expect(touches.get('group[a]/member[bob]')).toMatchObject({ author: 'sam', made: true });
    expect(touches.get('group[a]/member[bob]')?.fields?.map(({ author }) => author)).toEqual(['sam', 'sam']);
  });

  it('is, for a member who is gone, who removed the user of that number', async () => {
    const gone = changeOf('group[a]/member[bob]', [], { action: 'create' });
    const by = async (id: number) =>
      (await asked({ [group]: [event('eve', 'member_destroyed', user(id))] }, gone)).authors;
    expect(await by(8)).toEqual({ 'group[a]/member[bob]': 'eve' });
    expect(await by(9)).toEqual({});
    const unknown = changeOf('group[a]/member[nobody]', [], { action: 'create' });
    expect((await asked({ [group]: [event('eve', 'member_destroyed', user(9))] }, unknown)).authors).toEqual({});
  });

  it('is, for a link, whoever its words name, and for a role whoever made or removed it', async () => {
    const saml = (name: string) =>
      event('eve', 'saml_group_links_removed', { custom_message: `SAML group links removed. Group Name - ${name}` });
    const link = changeOf('group[a]/saml_link[devs]', [], { action: 'create' });
    expect((await asked({ [group]: [saml('devs')] }, link)).authors).toEqual({ 'group[a]/saml_link[devs]': 'eve' });
    expect((await asked({ [group]: [saml('devs2')] }, link)).authors).toEqual({});
    const role = (name: string, id: number) =>
      event('eve', name, { target_type: 'MemberRole', target_id: id, target_details: 'r' });
    const made = changeOf('instance/member_role[r]', [], {
      action: 'delete',
      calls: [{ method: 'DELETE', path: '/member_roles/7' }],
    });
    const instance = (one: JsonObject) => ({ '/audit_events': [one] });
    expect((await asked(instance(role('member_role_created', 7)), made)).authors).toEqual({
      'instance/member_role[r]': 'eve',
    });
    expect((await asked(instance(role('member_role_created', 8)), made)).authors).toEqual({});
    const gone = changeOf('instance/member_role[r]', [], { action: 'create' });
    expect((await asked(instance(role('member_role_deleted', 7)), gone)).authors).toEqual({
      'instance/member_role[r]': 'eve',
    });
  });

  it('is nobody where the platform logs nothing: a hook, a runner, a directory link that was changed', async () => {
    const events = { [group]: [event('eve', 'webhook_created', { target_type: 'GroupHook', target_id: 8 })] };
    const hook = changeOf('group[a]/hook[ci]', [{ path: 'url', from: 'a', to: 'b' }], put('/groups/a/hooks/8'));
    expect((await asked(events, hook)).authors).toEqual({});
    const added = changeOf('group[a]/hook[ci]', [], { action: 'delete', ...put('/groups/a/hooks/8') });
    expect((await asked(events, added)).authors).toEqual({ 'group[a]/hook[ci]': 'eve' });
    const link = changeOf('group[a]/ldap_link[ldapmain:cn=x]', [], { action: 'create' });
    expect((await asked(events, link)).reads).toEqual([]);
  });

  it('is told by number where the user is no longer there, and not at all where an event says neither who nor when', async () => {
    const details = { change: 'visibility' };
    const changed = (more: JsonObject) => event('eve', 'group_visibility_level_updated', details, more);
    const by = async (more: JsonObject) =>
      (await asked({ [group]: [changed(more)] }, changeOf('group[a]', [visibility]))).authors;
    expect(await by({ author_id: 99 })).toEqual({ 'group[a]': 'user 99' });
    expect(await by({ author_id: -1 })).toEqual({ 'group[a]': 'no user' });
    expect(await by({ author_id: null })).toEqual({});
    expect(await by({ created_at: null })).toEqual({});
    expect(await by({ details: 'odd', event_name: null })).toEqual({});
  });
});

it('is nobody where this user may not know, and an error where the server has failed', async () => {
  expect((await asked({}, changeOf('group[a]', [visibility]))).authors).toEqual({});
  const failing = (status?: number) =>
    whoChanged(
      { changes: [changeOf('group[a]', [visibility])], unmanaged: [] },
      fakeClient({
        list: () =>
          Promise.reject(
            new ApiError('server-error', 'oops', { method: 'GET', path: '/x' }, status === undefined ? {} : { status }),
          ),
      }),
      kinds,
    );
  expect((await failing(499)).size).toBe(0);
  await expect(failing(500)).rejects.toThrow('oops');
  await expect(failing()).rejects.toThrow('oops');
});

it.each([
  ['admin', 'user_admin_status_updated'],
  ['username', 'user_username_updated'],
  ['state', 'user_blocked'],
])('who has changed the %s of a user is told, by the last event of that change alone', async (path, name) => {
  const change = changeOf('instance/user[bob]', [{ path, from: 'x', to: 'y' }], {
    action: 'update',
    calls: [{ method: 'PUT', path: '/users/8' }],
  });
  const events = [
    event('other', 'user_created', { target_type: 'User', target_id: 8 }),
    event('sam', 'user_email_updated', { target_type: 'User', target_id: 8 }),
    event('old', name, { target_type: 'User', target_id: 9 }),
    event('eve', name, { target_type: 'User', target_id: 8 }),
  ];
  const { authors } = await asked({ '/audit_events': events }, change);
  expect(authors).toEqual({ 'instance/user[bob]': 'eve' });
});
