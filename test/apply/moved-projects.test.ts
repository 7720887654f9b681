import { expect, it } from 'vitest';
import type { Plan } from '../../src/model.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];

/** Groups eng, which is internal, and old, which is public, with a public project old/web, of whose group alice is a developer. */
async function withProject(yaml: string) {
  const all = await stage({ 'keelson.yaml': yaml });
  const { gitlab } = all;
  const eng = await gitlab.group('eng', { visibility: 'internal' });
  const old = await gitlab.group('old', { visibility: 'public' });
  const made = await gitlab.post('/projects', { name: 'Web', path: 'web', namespace_id: old, visibility: 'public' });
  const [alice] = (await gitlab.get('/users?username=alice')).list;
  await gitlab.post(`/groups/${old}/members`, { user_id: Number(alice?.['id']), access_level: 30 });
  gitlab.sandbox.log.length = 0;
  return { ...all, eng, old, web: Number(made.object['id']) };
}

/** What a run prints, as one line. */
const said = ({ out, err }: { readonly out: string; readonly err: string }): string => (out + err).replace(/\s+/g, ' ');

it('a project is renamed and moved with all that is in it, told with whom that lets in, and taken back by the undo', async () => {
  const entry = 'members: { bob: maintainer }, hooks: { ci: { url: https://ci.example.com/in, push_events: true } }';
  const { gitlab, keelson, web } = await withProject(`projects: { old/web: { ${entry} } }\n`);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  keelson.write(
    'keelson.yaml',
    `groups: { eng: {} }\nprojects: { eng/site: { previously: old/web, name: Site, ${entry} } }\n`,
  );
  const planned = said(await keelson.run('plan'));
  expect(planned).toContain('~ project[eng/site]: was old/web');
  expect(planned).toContain('project[eng/site]: in group[eng] it gets visibility internal');
  expect(planned).toContain('project[eng/site]: in group[eng], alice (developer) loses what the group above gave');
  gitlab.sandbox.log.length = 0;
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  expect(writes(gitlab)).toEqual([`PUT /projects/${web}`, `PUT /projects/${web}/transfer`, `PUT /projects/${web}`]);
  expect((await gitlab.get('/projects/eng%2Fsite')).object).toMatchObject({ id: web, name: 'Site', path: 'site' });
  const again = await keelson.run('plan', '--detailed-exitcode');
  expect([again.status, again.out]).toEqual([0, expect.stringContaining('`previously` is out of date')]);
  expect((await keelson.run('export', '--out', 'all')).status).toBe(0);
  expect(said(await keelson.run('plan', 'all'))).toContain('Nothing to do');
  // The move has lowered it, and so the undo makes it public.
  expect(await keelson.run('apply', 'undo.json', '--auto-approve')).toMatchObject({ status: 3 });
  expect(await keelson.run('apply', 'undo.json', '--auto-approve', '--allow-public-visibility')).toMatchObject({
    status: 0,
  });
  const back = { id: web, name: 'Web', visibility: 'public' };
  expect((await gitlab.get('/projects/old%2Fweb')).object).toMatchObject(back);
});

it('a saved plan moves what it has seen, and nothing that has taken its path since', async () => {
  const { gitlab, keelson, old, web } = await withProject('projects: { eng/site: { previously: old/web } }\n');
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  await gitlab.put(`/projects/${web}`, { path: 'gone' });
  await gitlab.post('/projects', { name: 'Other', path: 'web', namespace_id: old });
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(3);
  expect(writes(gitlab)).toEqual([]);
  await gitlab.delete(`/projects/${web + 1}`);
  await gitlab.put(`/projects/${web}`, { path: 'web' });
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/projects/eng%2Fsite')).object['id']).toBe(web);
});

it('with --target, what a project comes into and goes out of comes along', async () => {
  const { gitlab, keelson, web } = await withProject(`
groups: { new: { previously: eng }, new/sub: {}, idle: {} }
projects: { new/sub/site: { previously: old/web } }
`);
  expect((await keelson.run(...APPLY, '--target', 'project[new/sub/site]')).status).toBe(0);
  expect((await gitlab.get('/projects/new%2Fsub%2Fsite')).object['id']).toBe(web);
  expect((await gitlab.get('/groups/idle')).status).toBe(404);
});

it('with --target, a group that is made for what leaves the one that is meant is made as well', async () => {
  const { gitlab, keelson, web } = await withProject(`
groups: { old: { description: of old }, fresh: {} }
projects: { fresh/web: { previously: old/web } }
`);
  expect(said(await keelson.run(...APPLY, '--target', 'group[old]**'))).toContain('Applied: 0 created, 1 updated');
  expect((await keelson.run(...APPLY, '--target', 'project[fresh/web]')).status).toBe(0);
  expect((await gitlab.get('/projects/fresh%2Fweb')).object['id']).toBe(web);
});

it('a group is deleted once what leaves it has gone, which is not told to go with it', async () => {
  const { gitlab, keelson, web } = await withProject(
    'groups: { old: { state: absent } }\nprojects: { eng/web: { previously: old/web } }\n',
  );
  const told = said(await keelson.run('plan'));
  expect(told).toContain('group[old] would be deleted, with everything in it');
  expect(told).not.toContain('1 project');
  expect((await keelson.run(...APPLY, '--allow-scope-deletion')).status).toBe(0);
  expect((await gitlab.get('/projects/eng%2Fweb')).object).toMatchObject({ id: web, marked_for_deletion_on: null });
});

it.each([
  ['a project that moves', 'projects: { top/web: { previously: old/web, description: moved } }', '/projects/top%2Fweb'],
  ['a project that is made', 'projects: { top/made: { create: {}, description: made } }', '/projects/top%2Fmade'],
  ['a group that moves', 'groups: { top/eng: { previously: eng, description: moved } }', '/groups/top%2Feng'],
])('%s comes into a group whose path is written in another case than it has', async (_, yaml, at) => {
  const { gitlab, keelson } = await withProject(`${yaml}\n`);
  await gitlab.group('Top');
  const applied = await keelson.run(...APPLY);
  expect([applied.status, said(applied)]).toEqual([0, expect.not.stringContaining('Failed')]);
  expect((await gitlab.get(at)).status).toBe(200);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('what is archived stays where it is until it is said to be open, and is opened first then', async () => {
  const { gitlab, keelson, web } = await withProject('projects: { eng/web: { previously: old/web } }\n');
  await gitlab.post(`/projects/${web}/archive`);
  const refused = await keelson.run(...APPLY);
  expect([refused.status, said(refused)]).toEqual([1, expect.stringContaining('archived stays in the group')]);
  keelson.write('keelson.yaml', 'projects: { eng/web: { previously: old/web, archived: false } }\n');
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(writes(gitlab)).toEqual([`POST /projects/${web}/unarchive`, `PUT /projects/${web}/transfer`]);
});

it('what somebody has moved by hand is told with the words that bring it back', async () => {
  const { gitlab, keelson, web } = await withProject('projects: { eng/web: { previously: old/web } }\n');
  await gitlab.put(`/projects/${web}`, { path: 'elsewhere' });
  const led = await keelson.run('plan');
  expect([led.status, said(led)]).toEqual([1, expect.stringContaining('Write `previously: old/elsewhere` if it is')]);
  keelson.write('keelson.yaml', 'projects: { old/web: { create: {} } }\n');
  const back = await keelson.run(...APPLY);
  expect([back.status, said(back)]).toEqual([
    1,
    expect.stringContaining('Write `previously: old/elsewhere` to have it'),
  ]);
  keelson.write('keelson.yaml', 'projects: { old/web: { previously: old/elsewhere, create: {} } }\n');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await gitlab.get('/projects/old%2Fweb')).object['id']).toBe(web);
  // Another one that has its new path is not taken for it.
  await gitlab.put(`/projects/${web}`, { path: 'once-more' });
  keelson.write(
    'keelson.yaml',
    'projects: { old/once-more: { previously: old/web }, eng/x: { previously: old/web2 } }\n',
  );
  expect(said(await keelson.run('plan'))).toContain('project[old/once-more] is there, and nothing at old/web any more');
});

it('a project whose group waits for its deletion is told to come back with that', async () => {
  const yaml = 'projects: { old/web: { description: the web } }\n';
  const { gitlab, keelson, old, web } = await withProject(yaml);
  expect((await gitlab.delete(`/groups/${old}`)).status).toBe(202);
  const planned = await keelson.run('plan');
  expect([planned.status, said(planned)]).toEqual([
    1,
    expect.stringContaining(
      `error[leftover]: project[old/web] waits for its deletion with group[old] (id ${old}), in which it stands`,
    ),
  ]);
  expect(said(planned)).not.toContain('renamed-by-hand');
  keelson.write('keelson.yaml', `groups: { old: { restore: ${old} } }\n${yaml}`);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await gitlab.get('/projects/old%2Fweb')).object).toMatchObject({ id: web, description: 'the web' });
});

it('a project is not taken for what was renamed by hand, where it stands at the path where that was to come', async () => {
  const { gitlab, keelson, eng, web } = await withProject('projects: { eng/web: { previously: old/web } }\n');
  await gitlab.post('/projects', { name: 'Web', path: 'web', namespace_id: eng });
  await gitlab.put(`/projects/${web}`, { path: 'elsewhere' });
  const { status, out, err } = await keelson.run('plan');
  expect([status, said({ out, err })]).toEqual([
    1,
    expect.stringContaining(`project[eng/web] is there (id 2), and so is old/elsewhere (id ${web})`),
  ]);
});

it('the path of a subgroup that nobody declares is no place for a project', async () => {
  const { gitlab, keelson, eng } = await withProject('projects: { eng/kid: { previously: old/web } }\n');
  await gitlab.group('kid', { parent_id: eng });
  const { status, out, err } = await keelson.run('plan');
  expect([status, said({ out, err })]).toEqual([1, expect.stringContaining('eng/kid is a group')]);
});

/** The move of `old/web` to `eng/site`, of which the first call alone was made. */
async function cutMove() {
  const all = await withProject('projects: { eng/site: { previously: old/web } }\n');
  const { changes } = JSON.parse((await all.keelson.run('plan', '--json')).out) as Pick<Plan, 'changes'>;
  const { path = '', body } = changes[0]?.calls[0] ?? {};
  const { object } = await all.gitlab.put(path, body as Parameters<typeof all.gitlab.put>[1]);
  const left = textOf(object['path_with_namespace']);
  expect(left).toMatch(/^old\/site-moving-/);
  return { ...all, left };
}

it('a move that was cut is finished by the next run, which has no journal of it', async () => {
  const { gitlab, keelson, web } = await cutMove();
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await gitlab.get('/projects/eng%2Fsite')).object).toMatchObject({ id: web, name: 'Web' });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('nothing is made where a move was cut that nothing finishes any more', async () => {
  const { gitlab, keelson, web, left } = await cutMove();
  for (const yaml of ['old/web: { create: {} }', 'old/web: {}', 'eng/site: { create: {} }']) {
    keelson.write('keelson.yaml', `projects: { ${yaml} }\n`);
    const refused = await keelson.run(...APPLY);
    expect([refused.status, said(refused)]).toEqual([1, expect.stringContaining(left)]);
  }
  keelson.write('keelson.yaml', `projects: { old/web: { previously: ${left} } }\n`);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect((await gitlab.get('/projects/old%2Fweb')).object).toMatchObject({ id: web, name: 'Web' });
});

it('what GitLab refuses to move gets its own name back', async () => {
  const { gitlab, keelson, web, eng } = await withProject('projects: { eng/site: { previously: old/web } }\n');
  await gitlab.put(`/groups/${eng}`, { project_creation_level: 'noone' });
  const failed = await keelson.run(...APPLY);
  expect([failed.status, said(failed)]).toEqual([1, expect.stringContaining('that it was renamed is taken back')]);
  expect((await gitlab.get('/projects/old%2Fweb')).object).toMatchObject({ id: web, name: 'Web' });
});

it('two that take each other’s paths ask once, by a number, and are seen to have done so by the audit events', async () => {
  const { gitlab, keelson, old, web } = await withProject(
    'projects: { old/web: { previously: old/app }, old/app: { previously: old/web } }\n',
  );
  await gitlab.post('/projects', { name: 'App', path: 'app', namespace_id: old });
  const refused = await keelson.run(...APPLY);
  expect([refused.status, said(refused)]).toEqual([3, expect.stringContaining('would take each other')]);
  expect((await keelson.run(...APPLY, '--allow-swap', `old/app=${web}`)).status).toBe(0);
  expect((await gitlab.get('/projects/old%2Fapp')).object).toMatchObject({ id: web, name: 'Web' });
  const again = await keelson.run('plan', '--detailed-exitcode');
  expect([again.status, said(again)]).toEqual([0, expect.stringContaining('has come here already')]);
});

it('who is no owner where a project goes is refused, unless a membership of its own goes along', async () => {
  const { gitlab, keelson, web, eng, old } = await withProject('projects: { eng/web: { previously: old/web } }\n');
  const [bob] = (await gitlab.get('/users?username=bob')).list;
  const id = Number(bob?.['id']);
  await gitlab.post(`/groups/${eng}/members`, { user_id: id, access_level: 40 });
  await gitlab.post(`/groups/${old}/members`, { user_id: id, access_level: 50 });
  const asBob = keelson.told({ KEELSON_TOKEN: gitlab.as('bob').token });
  const refused = await asBob.run(...APPLY);
  expect([refused.status, said(refused)]).toEqual([3, expect.stringContaining('not seen to be its owner')]);
  await gitlab.post(`/projects/${web}/members`, { user_id: id, access_level: 50 });
  const { status, out, err } = await asBob.run(...APPLY);
  expect([status, said({ out, err })]).toEqual([0, expect.any(String)]);
  expect((await gitlab.get('/projects/eng%2Fweb')).object['id']).toBe(web);
});
