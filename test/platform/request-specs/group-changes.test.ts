import { describe, expect, test } from 'vitest';
import { anonymous, cast, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import type { SandboxClient } from '../../sandbox/client.ts';
import { textOf } from '../../../src/sandbox/store/json.ts';

// What GitLab's own request specs say of changes of groups (spec/requests/api/groups_spec.rb and its EE twin, 18.9).

const forOwners = ['runners_token', 'enabled_git_access_protocol'];

async function upload(gl: SandboxClient, method: string, path: string, filename: string, size: number) {
  const form = new FormData();
  form.set('name', 'pictured');
  form.set('path', 'pictured');
  form.set('avatar', new Blob([new Uint8Array(size)]), filename);
  const url = `${gl.sandbox.url}/api/v4${path}`;
  const answer = await fetch(url, { method, body: form, headers: { 'PRIVATE-TOKEN': gl.token } });
  return [answer.status, textOf(JSON.stringify(await answer.json()))] as const;
}

describe('POST /groups', () => {
  test('201 with the defaults of the instance, without projects and without what is for Owners', async () => {
    const gl = await sandbox();
    await gl.user('jane');
    const made = await gl.as('jane').post('/groups', { name: 'Made', path: 'made', request_access_enabled: false });
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({
      name: 'Made',
      path: 'made',
      description: null,
      visibility: 'private',
      request_access_enabled: false,
      organization_id: 1,
      parent_id: null,
      shared_with_groups: [],
    });
    for (const name of [...forOwners, 'projects', 'shared_projects']) expect(made.object).not.toHaveProperty(name);
    const shown = (await gl.as('jane').get('/groups/made')).object;
    for (const name of [...forOwners, 'projects', 'shared_projects']) expect(shown).toHaveProperty(name);
  });

  test('the name of a group in a group is its own, its full path and name are those of the line', async () => {
    const gl = await sandbox();
    const parent = await gl.group('parent', { name: 'Parent' });
    const made = await gl.post('/groups', { name: 'Child', path: 'child', parent_id: parent });
    expect(made.object).toMatchObject({ full_path: 'parent/child', full_name: 'Parent / Child', parent_id: parent });
    expect((await gl.post('/groups', { name: 'x', path: 'xx', parent_id: 999 })).status).toBe(404);
  });

  test('Owners and Maintainers make groups in theirs; where it says owner, Owners alone; others are 403', async () => {
    const gl = await sandbox();
    const { group, owner, maintainer, developer, stranger } = await cast(gl);
    const sent = (path: string) => ({ name: path, path, parent_id: group });
    expect((await owner.post('/groups', sent('by-owner'))).status).toBe(201);
    expect((await maintainer.post('/groups', sent('by-maintainer'))).status).toBe(201);
    expect((await developer.post('/groups', sent('by-developer'))).status).toBe(403);
    expect((await stranger.post('/groups', sent('by-stranger'))).status).toBe(404);
    await owner.put(`/groups/${group}`, { subgroup_creation_level: 'owner' });
    expect((await maintainer.post('/groups', sent('again'))).status).toBe(403);
    expect((await owner.post('/groups', sent('again'))).status).toBe(201);
  });

  test('the instance may keep groups at the top for administrators', async () => {
    const gl = await sandbox();
    await gl.user('jane');
    expect((await gl.as('jane').post('/groups', { name: 'one', path: 'one' })).status).toBe(201);
    await gl.put('/application/settings', { top_level_group_creation_enabled: false });
    expect((await gl.as('jane').post('/groups', { name: 'two', path: 'two' })).status).toBe(403);
    expect((await gl.post('/groups', { name: 'two', path: 'two' })).status).toBe(201);
  });

  test('ldap_cn and ldap_access make a link, and come only together', async () => {
    const gl = await sandbox();
    const made = await gl.post('/groups', { name: 'x', path: 'xx', ldap_cn: 'ldap-group', ldap_access: 30 });
    expect(made.object).toMatchObject({ ldap_cn: 'ldap-group', ldap_access: 30 });
    const links = (await gl.get('/groups/xx/ldap_group_links')).list;
    expect(links).toMatchObject([{ cn: 'ldap-group', group_access: 30, provider: 'ldapmain' }]);
    expect(told(await gl.post('/groups', { name: 'y', path: 'yy', ldap_cn: 'ldap-group' }))).toEqual([
      400,
      { error: 'ldap_cn, ldap_access provide all or none of parameters' },
    ]);
  });

  test('minutes of runners are for administrators: others are 403, and nothing is made', async () => {
    const gl = await sandbox();
    await gl.user('jane');
    const sent = { name: 'x', path: 'xx', shared_runners_minutes_limit: 133 };
    expect((await gl.as('jane').post('/groups', sent)).status).toBe(403);
    expect((await gl.get('/groups/xx')).status).toBe(404);
    const made = await gl.post('/groups', sent);
    expect([made.status, made.object['shared_runners_minutes_limit']]).toEqual([201, 133]);
  });

  test.each([
    ['ultimate', true, 0],
    ['ultimate', false, 2],
    ['free', false, 0],
  ] as const)('default_branch_protection on %s, open to owners: %s', async (tier, open, level) => {
    const gl = await sandbox({ tier });
    await gl.user('jane');
    gl.sandbox.platform.state.settings['group_owners_can_manage_default_branch_protection'] = open;
    const sent = { name: 'x', path: 'xx', default_branch_protection: 0 };
    const made = await gl.as('jane').post('/groups', sent);
    expect([made.status, made.object['default_branch_protection']]).toEqual([201, level]);
    const changed = await gl.as('jane').put(`/groups/${idOf(made)}`, { default_branch_protection: 0 });
    expect([changed.status, changed.object['default_branch_protection']]).toEqual([200, level]);
    const byRoot = await gl.put(`/groups/${idOf(made)}`, { default_branch_protection: 0 });
    expect(byRoot.object['default_branch_protection']).toBe(0);
  });

  test.each(['disabled', 'private', 'enabled'])('wiki_access_level %s, by POST and by PUT', async (level) => {
    const gl = await sandbox();
    const made = await gl.post('/groups', { name: 'x', path: 'xx', wiki_access_level: level });
    expect([made.status, made.object['wiki_access_level']]).toEqual([201, level]);
    const changed = await gl.put(`/groups/${idOf(made)}`, { wiki_access_level: level });
    expect([changed.status, changed.object['wiki_access_level']]).toEqual([200, level]);
  });

  test('a picture is shown by its address; one that is too big or no picture is 400', async () => {
    const gl = await sandbox();
    const group = await gl.group('platform');
    const supported =
      'file format is not supported. Please try one of the following supported formats: ' +
      'image/png, image/jpeg, image/gif, image/bmp, image/tiff, image/vnd.microsoft.icon';
    for (const [method, path] of [
      ['POST', '/groups'],
      ['PUT', `/groups/${group}`],
    ] as const) {
      const wrong = await upload(gl, method, path, 'doc_sample.txt', 10);
      expect(wrong[0]).toBe(400);
      expect(wrong[1]).toContain(supported);
      const big = await upload(gl, method, path, 'big-image.png', 200 * 1024 + 1);
      expect(big[0]).toBe(400);
      expect(big[1]).toContain('is too big');
    }
    expect((await upload(gl, 'POST', '/groups', 'banana_sample.gif', 10))[0]).toBe(201);
    const made = (await gl.get('/groups/pictured')).object;
    expect(made['avatar_url']).toBe(
      `${gl.sandbox.url}/uploads/-/system/group/avatar/${textOf(made['id'])}/banana_sample.gif`,
    );
    expect((await gl.put('/groups/pictured', { avatar: '' })).object['avatar_url']).toBeNull();
  });
});

describe('PUT /groups/:id', () => {
  test('200 with all that was sent, and with the defaults of what was not', async () => {
    const gl = await sandbox();
    const { group, owner } = await cast(gl);
    const structure = {
      allowed_to_push: [{ access_level: 40 }],
      allow_force_push: false,
      allowed_to_merge: [{ access_level: 40 }],
      developer_can_initial_push: true,
    };
    const changed = await owner.put(`/groups/${group}`, {
      name: 'New Group',
      request_access_enabled: true,
      project_creation_level: 'noone',
      subgroup_creation_level: 'maintainer',
      default_branch_protection: 3,
      default_branch_protection_defaults: structure,
      prevent_sharing_groups_outside_hierarchy: true,
      math_rendering_limits_enabled: false,
      lock_math_rendering_limits_enabled: true,
      show_diff_preview_in_email: false,
    });
    expect(changed.status).toBe(200);
    expect(changed.object).toMatchObject({
      name: 'New Group',
      description: null,
      visibility: 'private',
      share_with_group_lock: false,
      require_two_factor_authentication: false,
      two_factor_grace_period: 48,
      auto_devops_enabled: null,
      emails_disabled: false,
      emails_enabled: true,
      show_diff_preview_in_email: false,
      mentions_disabled: null,
      project_creation_level: 'noone',
      subgroup_creation_level: 'maintainer',
      request_access_enabled: true,
      parent_id: null,
      projects: [],
      shared_projects: [],
      default_branch_protection: 3,
      default_branch_protection_defaults: structure,
      prevent_sharing_groups_outside_hierarchy: true,
      math_rendering_limits_enabled: false,
      lock_math_rendering_limits_enabled: true,
    });
  });

  test('skipped pipelines count only where pipelines must succeed: 400 else, 403 for Maintainers', async () => {
    const gl = await sandbox();
    const { group, owner, maintainer } = await cast(gl);
    const path = `/groups/${group}`;
    const refused = [
      400,
      {
        message:
          '400 Bad request - allow_merge_on_skipped_pipeline can only be enabled when only_allow_merge_if_pipeline_succeeds is true',
      },
    ];
    const skipped = { allow_merge_on_skipped_pipeline: true };
    expect(told(await owner.put(path, skipped))).toEqual(refused);
    expect(told(await owner.put(path, { ...skipped, only_allow_merge_if_pipeline_succeeds: false }))).toEqual(refused);
    const both = { ...skipped, only_allow_merge_if_pipeline_succeeds: true };
    expect((await owner.put(path, both)).object).toMatchObject(both);
    expect((await owner.put(path, skipped)).status).toBe(200);
    expect((await maintainer.put(path, { only_allow_merge_if_all_discussions_are_resolved: true })).status).toBe(403);
    expect((await owner.get(path)).object).toMatchObject({
      ...both,
      only_allow_merge_if_all_discussions_are_resolved: false,
    });
  });

  test('lists in one text come back as sent, and are for Owners', async () => {
    const gl = await sandbox();
    const { group, owner, maintainer } = await cast(gl);
    const path = `/groups/${group}`;
    const sent = {
      allowed_email_domains_list: 'example.com,example.org',
      ip_restriction_ranges: '192.168.0.0/24,10.0.0.0/8',
    };
    expect((await maintainer.put(path, sent)).status).toBe(403);
    expect((await owner.put(path, sent)).object).toMatchObject(sent);
  });

  test('what a licence lacks is neither taken nor shown', async () => {
    const gl = await sandbox({ tier: 'free' });
    const group = await gl.group('platform');
    const sent = {
      service_access_tokens_expiration_enforced: true,
      only_allow_merge_if_pipeline_succeeds: true,
      allow_merge_on_skipped_pipeline: true,
      only_allow_merge_if_all_discussions_are_resolved: true,
      allowed_email_domains_list: 'example.com',
      ip_restriction_ranges: '10.0.0.0/8',
      file_template_project_id: 1,
      duo_features_enabled: true,
      unique_project_download_limit: 1,
    };
    const changed = await gl.put(`/groups/${group}`, sent);
    expect(changed.status).toBe(200);
    for (const name of Object.keys(sent)) expect(changed.object).not.toHaveProperty(name);
    // This one is shown on every tier, and changed on none without a licence.
    const forking = await gl.put(`/groups/${group}`, { prevent_forking_outside_group: true });
    expect(forking.object['prevent_forking_outside_group']).toBeNull();
  });

  test('with a licence a flag is what was sent, and false or on before', async () => {
    const gl = await sandbox();
    const { group, owner } = await cast(gl);
    const before = (await owner.get(`/groups/${group}`)).object;
    expect(before).toMatchObject({
      prevent_forking_outside_group: false,
      membership_lock: false,
      service_access_tokens_expiration_enforced: true,
    });
    for (const name of ['prevent_forking_outside_group', 'service_access_tokens_expiration_enforced'])
      for (const value of [true, false])
        expect((await owner.put(`/groups/${group}`, { [name]: value })).object[name]).toBe(value);
  });

  test('file_template_project_id is told to those who may see the project', async () => {
    const gl = await sandbox();
    await gl.user('jane');
    const group = await gl.group('open', { visibility: 'public' });
    const project = idOf(await gl.post('/projects', { name: 'templates', namespace_id: group, visibility: 'private' }));
    const changed = await gl.put(`/groups/${group}`, { file_template_project_id: project });
    expect(changed.object['file_template_project_id']).toBe(project);
    for (const answer of [await gl.as('jane').get(`/groups/${group}`), await gl.get(`/groups/${group}`, anonymous)])
      expect(answer.object).not.toHaveProperty('file_template_project_id');
  });

  test('limits of downloads are for Owners to set and to see', async () => {
    const gl = await sandbox();
    const { group, owner, developer } = await cast(gl);
    const limits = {
      unique_project_download_limit: 1,
      unique_project_download_limit_interval_in_seconds: 2,
      unique_project_download_limit_allowlist: ['developer'],
      unique_project_download_limit_alertlist: [1],
      auto_ban_user_on_excessive_projects_download: true,
    };
    expect((await owner.put(`/groups/${group}`, limits)).object).toMatchObject(limits);
    const shown = (await developer.get(`/groups/${group}`)).object;
    for (const name of [...Object.keys(limits), ...forOwners]) expect(shown).not.toHaveProperty(name);
  });

  test('a provider of a second step is dropped where the feature is off, as it is at first; Duo Core is for the top', async () => {
    const gl = await sandbox();
    const group = await gl.group('top');
    const below = await gl.group('top/below');
    const dropped = await gl.put(`/groups/${group}`, { step_up_auth_required_oauth_provider: 'some text' });
    expect(dropped.status).toBe(200);
    expect(dropped.object).not.toHaveProperty('step_up_auth_required_oauth_provider');
    for (const value of [true, false]) {
      const changed = await gl.put(`/groups/${group}`, { duo_core_features_enabled: value });
      expect([changed.status, changed.object['duo_core_features_enabled']]).toEqual([200, value]);
    }
    expect((await gl.put(`/groups/${below}`, { duo_core_features_enabled: true })).object['message']).toEqual({
      'namespace_settings.duo_core_features_enabled': ['can only be set for root group namespace'],
    });
    expect((await gl.put(`/groups/${group}`, { duo_core_features_enabled: null })).status).toBe(400);
  });

  test('a project that is to be deleted does not keep its group visible', async () => {
    const gl = await sandbox();
    const group = await gl.group('open', { visibility: 'public' });
    const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group, visibility: 'public' }));
    expect((await gl.put(`/groups/${group}`, { visibility: 'private' })).object['message']).toEqual({
      visibility_level: ['private is not allowed since this group contains projects with higher visibility.'],
    });
    await gl.delete(`/projects/${project}`);
    expect((await gl.put(`/groups/${group}`, { visibility: 'private' })).status).toBe(200);
  });
});

describe('POST and DELETE /groups/:id/share', () => {
  test('201 with the link; 400 without group or level, or with a level that is none; 404 for a group that is none', async () => {
    const gl = await sandbox();
    const { group, owner, maintainer } = await cast(gl);
    const other = await gl.group('other', { visibility: 'public' });
    const path = `/groups/${group}/share`;
    expect(told(await owner.post(path, { group_access: 30 }))).toEqual([400, { error: 'group_id is missing' }]);
    expect((await owner.post(path, { group_id: other })).status).toBe(400);
    expect(told(await owner.post(path, { group_id: other, group_access: 99 }))).toEqual([
      400,
      { error: 'group_access does not have a valid value' },
    ]);
    expect(told(await owner.post(path, { group_id: 999, group_access: 30 }))).toEqual([
      404,
      { message: '404 Group Not Found' },
    ]);
    expect(told(await maintainer.post(path, { group_id: other, group_access: 30 }))).toEqual([
      404,
      { message: 'Not Found' },
    ]);
    const role = idOf(await gl.post('/member_roles', { name: 'r', base_access_level: 10, read_code: true }));
    const sent = { group_id: other, group_access: 30, expires_at: '2099-01-01', member_role_id: role };
    const shared = await owner.post(path, sent);
    expect(shared.status).toBe(201);
    expect(shared.object['shared_with_groups']).toEqual([
      {
        group_id: other,
        group_name: 'other',
        group_full_path: 'other',
        group_access_level: 30,
        expires_at: '2099-01-01',
        member_role_id: role,
      },
    ]);
    expect(told(await owner.post(path, { group_id: other, group_access: 30 }))).toEqual([
      409,
      { message: 'Shared group The group has already been shared with this group' },
    ]);
    expect(told(await owner.delete(`${path}/foo`))).toEqual([400, { error: 'group_id is invalid' }]);
    expect(told(await owner.delete(`${path}/999`))).toEqual([404, { message: '404 Group Link Not Found' }]);
    expect((await owner.delete(`/groups/999/share/${other}`)).status).toBe(404);
    expect((await owner.delete(`${path}/${other}`)).status).toBe(204);
    expect((await owner.get(`/groups/${group}`)).object['shared_with_groups']).toEqual([]);
  });

  test('a tree that keeps to itself shares inside alone: 404 for what is outside', async () => {
    const gl = await sandbox();
    const top = await gl.group('top');
    const one = await gl.group('top/one');
    const two = await gl.group('top/two');
    const outside = await gl.group('outside');
    await gl.put(`/groups/${top}`, { prevent_sharing_groups_outside_hierarchy: true });
    expect(told(await gl.post(`/groups/${one}/share`, { group_id: outside, group_access: 30 }))).toEqual([
      404,
      { message: 'Not Found' },
    ]);
    expect((await gl.post(`/groups/${one}/share`, { group_id: two, group_access: 30 })).status).toBe(201);
  });
});

describe('moving', () => {
  test('Maintainers of the new place may take a group in; without a place it goes to the top, where it has an Owner', async () => {
    const gl = await sandbox();
    const { group, ids } = await cast(gl);
    const jane = gl.as('maintainer');
    const top = idOf(await jane.post('/groups', { name: 'moved', path: 'moved' }));
    const moved = await jane.post(`/groups/${top}/transfer`, { group_id: group });
    expect([moved.status, moved.object['parent_id']]).toEqual([201, group]);
    for (const name of forOwners) expect(moved.object).not.toHaveProperty(name);
    expect(told(await jane.post(`/groups/${top}/transfer`, { group_id: top }))).toEqual([
      400,
      { message: 'Transfer failed: Cannot transfer group to one of its subgroup.' },
    ]);
    const inherited = idOf(await gl.as('owner').post('/groups', { name: 'inner', path: 'inner', parent_id: group }));
    expect(column(await gl.get(`/groups/${inherited}/members`), 'id')).toEqual([ids.owner]);
    expect((await gl.as('owner').post(`/groups/${inherited}/transfer`)).object['parent_id']).toBeNull();
    const members = await gl.get(`/groups/${inherited}/members`);
    expect(members.list.map((member) => [member['id'], member['access_level']])).toEqual([[ids.owner, 50]]);
  });

  test('to an organization: 401, 404 for one that is none, 403 for others, 400 below the top', async () => {
    const gl = await sandbox();
    const { group, owner, developer } = await cast(gl);
    const below = await gl.group('platform/below');
    const send = (client: typeof owner, id: number, organization_id: number, headers = {}) =>
      client.post(`/groups/${id}/transfer_to_organization`, { organization_id }, headers);
    expect((await send(owner, group, 1, anonymous)).status).toBe(401);
    expect(told(await send(owner, group, 999))).toEqual([404, { message: '404 Organization Not Found' }]);
    expect((await send(developer, group, 1)).status).toBe(403);
    expect(told(await send(owner, below, 1))).toEqual([
      400,
      {
        message: 'Group organization transfer failed: Only root groups can be transferred to a different organization.',
      },
    ]);
    expect(told(await send(owner, group, 1))).toEqual([
      400,
      { message: 'Group organization transfer failed: Group is already in the target organization.' },
    ]);
  });
});

describe('users of a group', () => {
  test('provisioned_users: for Maintainers, the newest first, narrowed in six ways', async () => {
    const gl = await sandbox();
    const { group, maintainer, developer } = await cast(gl);
    const { users } = gl.sandbox.platform.state;
    const older = await gl.user('older');
    const blocked = await gl.user('blocked');
    for (const id of [older, blocked]) {
      const row = users.get(id);
      if (row !== undefined) users.update(row, { provisioned_by_group_id: group });
    }
    const row = users.get(older);
    if (row !== undefined) users.update(row, { created_at: '2020-01-01T00:00:00.000Z' });
    await gl.post(`/users/${blocked}/block`);
    const path = `/groups/${group}/provisioned_users`;
    const ids = async (query: string) => column(await maintainer.get(`${path}?${query}`), 'id');
    expect((await developer.get(path)).status).toBe(403);
    expect(await ids('')).toEqual([blocked, older]);
    expect(await ids('search=older@example.com')).toEqual([older]);
    expect(await ids('username=older')).toEqual([older]);
    expect(await ids('blocked=true')).toEqual([blocked]);
    expect(await ids('active=true')).toEqual([older]);
    expect(await ids('created_after=2022-01-01')).toEqual([blocked]);
    expect(await ids('created_before=2022-01-01')).toEqual([older]);
  });

  test('saml_users: 401, 404, 400 below the top, 403 for Maintainers, and nobody without a provider', async () => {
    const gl = await sandbox();
    const { group, owner, maintainer } = await cast(gl);
    const below = await gl.group('platform/below');
    expect(told(await gl.get(`/groups/${group}/saml_users`, anonymous))).toEqual([
      401,
      { message: '401 Unauthorized' },
    ]);
    expect(told(await owner.get('/groups/-42/saml_users'))).toEqual([404, { message: '404 Group Not Found' }]);
    expect(told(await owner.get(`/groups/${below}/saml_users`))).toEqual([
      400,
      { message: '400 Bad request - Must be a top-level group' },
    ]);
    expect(told(await maintainer.get(`/groups/${group}/saml_users`))).toEqual([403, { message: '403 Forbidden' }]);
    expect(told(await owner.get(`/groups/${group}/saml_users`))).toEqual([200, []]);
  });
});
