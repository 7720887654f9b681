import { expect, it } from 'vitest';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const WEB = '/projects/eng%2Fweb';

/** A group with a project in it, both of this visibility. */
async function withProject(text: string, visibility = 'private') {
  const all = await stage({ 'keelson.yaml': text });
  const id = await all.gitlab.group('eng', { visibility });
  await all.gitlab.post('/projects', { name: 'web', path: 'web', namespace_id: id, visibility });
  all.gitlab.sandbox.log.length = 0;
  return all;
}

it('the attributes that are declared are set, and no other is touched', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/web: { description: The web, merge_method: ff } }\n');
  await gitlab.put(WEB, { squash_option: 'always', lfs_enabled: false });
  gitlab.sandbox.log.length = 0;
  const plan = await keelson.run('plan');
  expect(plan.out).toContain('merge_method');
  expect(plan.out).not.toContain('squash_option');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(writes(gitlab)).toEqual(['PUT /projects/1']);
  expect((await gitlab.get(WEB)).object).toMatchObject({
    ...{ description: 'The web', merge_method: 'ff', squash_option: 'always', lfs_enabled: false },
  });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('visibility is lowered in the project first, and raised in the group first', async () => {
  const document = (visibility: string): string =>
    `groups: { eng: { visibility: ${visibility} } }\nprojects: { eng/web: { visibility: ${visibility} } }\n`;
  const { gitlab, keelson } = await withProject(document('private'), 'internal');
  const { id } = (await gitlab.get('/groups/eng')).object;
  const group = `PUT /groups/${Number(id)}`;
  gitlab.sandbox.log.length = 0;
  const lowered = await keelson.run(...APPLY);
  expect([lowered.status, writes(gitlab)]).toEqual([0, ['PUT /projects/1', group]]);
  keelson.write('keelson.yaml', document('internal'));
  gitlab.sandbox.log.length = 0;
  const raised = await keelson.run(...APPLY);
  expect([raised.status, writes(gitlab)]).toEqual([0, [group, 'PUT /projects/1']]);
});

it('a project becomes public with a flag alone', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/web: { visibility: public } }\n', 'public');
  await gitlab.put(WEB, { visibility: 'private' });
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run(...APPLY);
  expect([refused.status, refused.err]).toEqual([3, expect.stringContaining('project[eng/web] would become public')]);
  expect(writes(gitlab)).toEqual([]);
  expect((await keelson.run(...APPLY, '--allow-public-visibility')).status).toBe(0);
});

it.each([
  ['private', { package_registry_access_level: 'enabled' }, { package_registry_access_level: 'public' }],
  ['private', { pages_access_level: 'private' }, { pages_access_level: 'public' }],
  ['public', { repository_access_level: 'private' }, { repository_access_level: 'enabled' }],
])(
  'a part of a %s project is open to everybody with a flag alone: from %j to %j',
  async (visibility, before, after) => {
    const { gitlab, keelson } = await withProject(`projects: { eng/web: ${JSON.stringify(after)} }\n`, 'public');
    // What is for all takes at most what it rests on along.
    await gitlab.put(WEB, {
      visibility,
      merge_requests_access_level: 'disabled',
      builds_access_level: 'disabled',
      ...before,
    });
    gitlab.sandbox.log.length = 0;
    const refused = await keelson.run(...APPLY);
    expect([refused.status, refused.err]).toEqual([
      3,
      expect.stringContaining('everybody could read what not everybody can'),
    ]);
    expect(writes(gitlab)).toEqual([]);
    expect((await keelson.run(...APPLY, '--allow-public-visibility')).status).toBe(0);
  },
);

it('one that is not there is an error with its place, and is not made', async () => {
  const { gitlab, keelson } = await withProject('projects:\n  eng/api: { description: The API }\n');
  const { status, err } = await keelson.run(...APPLY);
  expect([status, err]).toEqual([1, expect.stringContaining('keelson.yaml:2')]);
  expect(err).toContain('nothing says that it is to be made');
  expect(writes(gitlab)).toEqual([]);
});

it('one that waits for its deletion is not exported, and is not changed', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/web-deletion_scheduled-1: { description: x } }\n');
  await gitlab.delete(WEB);
  const exported = await keelson.run('export');
  expect([exported.status, exported.out]).toEqual([0, expect.not.stringContaining('deletion_scheduled')]);
  gitlab.sandbox.log.length = 0;
  const { status, err } = await keelson.run(...APPLY);
  // Under the path of its way there it cannot be declared.
  expect([status, err]).toEqual([1, expect.stringContaining('is not there')]);
  expect(writes(gitlab)).toEqual([]);
});

it('what GitLab takes and does not keep never passes for done', async () => {
  // No mail comes in here, so that the service desk stays off.
  const { keelson } = await withProject('projects: { eng/web: { service_desk_enabled: true } }\n');
  const { status, err, out } = await keelson.run(...APPLY);
  expect(status).toBe(1);
  expect(`${out}${err}`).toContain('service_desk_enabled');
});

it('below an archived group every project is archived, and an export does not say so', async () => {
  const { gitlab, keelson } = await withProject('groups: {}\n');
  await gitlab.post('/groups/eng/archive');
  expect((await gitlab.get(WEB)).object['archived']).toBe(true);
  const exported = await keelson.run('export', '--target', 'project[eng/web]');
  expect([exported.status, exported.out]).toEqual([0, expect.not.stringContaining('archived:')]);
});

it('many projects are read as pages of a list', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `p${index}`);
  const text = `projects:\n${names.map((name) => `  eng/${name}: { merge_method: ff }\n`).join('')}`;
  const { gitlab, keelson } = await withProject(text);
  const { id } = (await gitlab.get('/groups/eng')).object;
  for (const name of names) await gitlab.post('/projects', { name, namespace_id: id ?? null, merge_method: 'ff' });
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  expect(gitlab.sandbox.log.filter(({ url }) => url.includes('/projects')).length).toBeLessThanOrEqual(3);
});
