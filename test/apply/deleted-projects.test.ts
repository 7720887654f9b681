import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const DELETES = [...APPLY, '--allow-scope-deletion'];

/** A group with a project in it that has a member. */
async function withProject(text: string) {
  const all = await stage({ 'keelson.yaml': text });
  const id = await all.gitlab.group('eng');
  await all.gitlab.post('/projects', { name: 'The Web', path: 'web', namespace_id: id });
  const { list } = await all.gitlab.get('/users?username=alice');
  await all.gitlab.post('/projects/1/members', { user_id: Number(list[0]?.['id']), access_level: 30 });
  all.gitlab.sandbox.log.length = 0;
  return all;
}

const ABSENT = 'projects: { eng/web: { state: absent } }\n';

it('a project is deleted with a flag alone, which is told what goes with it, and it can be restored', async () => {
  const { gitlab, keelson } = await withProject(ABSENT);
  const refused = await keelson.run(...APPLY);
  expect([refused.status, refused.err.replace(/\s+/g, ' ')]).toEqual([
    3,
    expect.stringContaining('project[eng/web] would be deleted, with everything in it, among it 1 direct member'),
  ]);
  expect(writes(gitlab)).toEqual([]);
  expect((await keelson.run(...DELETES)).status).toBe(0);
  expect(writes(gitlab)).toEqual(['DELETE /projects/1']);
  expect((await gitlab.get('/projects/1')).object).toMatchObject({
    path_with_namespace: 'eng/web-deletion_scheduled-1',
    marked_for_deletion_on: expect.any(String) as string,
  });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  gitlab.sandbox.log.length = 0;
  keelson.write(
    'keelson.yaml',
    'projects: { eng/web: { restore: true, description: Again, prune: [members], members: {} } }\n',
  );
  const restored = await keelson.run(...APPLY);
  expect([restored.status, writes(gitlab)]).toEqual([
    0,
    ['POST /projects/1/restore', 'PUT /projects/1', expect.stringMatching(/^DELETE .projects.1.members/)],
  ]);
  const again = await keelson.run('plan', '--detailed-exitcode');
  expect([again.status, again.out]).toEqual([0, expect.stringContaining('`restore` is out of date')]);
});

it('one that is protected stays, by itself and with its group', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/web: { state: absent, protect: true } }\n');
  const alone = await keelson.run(...DELETES);
  expect([alone.status, alone.err]).toEqual([3, expect.stringContaining('is protected')]);
  expect(writes(gitlab)).toEqual([]);
});

it('it goes before its group, which is deleted by the same plan', async () => {
  const { gitlab, keelson } = await withProject(
    'groups: { eng: { state: absent } }\nprojects: { eng/web: { state: absent } }\n',
  );
  expect((await keelson.run(...DELETES)).status).toBe(0);
  expect(writes(gitlab)).toEqual(['DELETE /projects/1', expect.stringMatching(/^DELETE .groups/)]);
});

it('nothing undeclared is ever deleted, and a project that is not there is absent', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/gone: { state: absent } }\n');
  const { status } = await keelson.run(...DELETES);
  expect([status, writes(gitlab)]).toEqual([0, []]);
});

it('of several of one path the number says which comes back', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/web: { restore: true } }\n');
  await gitlab.delete('/projects/1');
  const { id } = (await gitlab.get('/groups/eng')).object;
  await gitlab.post('/projects', { name: 'web', path: 'web', namespace_id: id ?? null });
  await gitlab.delete('/projects/2');
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run(...APPLY);
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('error[ambiguous]')]);
  keelson.write('keelson.yaml', 'projects: { eng/web: { restore: 7 } }\n');
  const none = await keelson.run(...APPLY);
  expect([none.status, none.err]).toEqual([1, expect.stringContaining('error[nothing-to-restore]')]);
  keelson.write('keelson.yaml', 'projects: { eng/web: { restore: 1 } }\n');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(writes(gitlab)).toEqual(['POST /projects/1/restore']);
  expect((await gitlab.get('/projects/eng%2Fweb')).object).toMatchObject({ id: 1, name: 'The Web' });
});

it('with another one at its path nothing is restored beside that', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/web: { restore: true } }\n');
  await gitlab.delete('/projects/1');
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const { id } = (await gitlab.get('/groups/eng')).object;
  await gitlab.post('/projects', { name: 'web', path: 'web', namespace_id: id ?? null });
  gitlab.sandbox.log.length = 0;
  const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, writes(gitlab)]).toEqual([1, []]);
  expect(`${out}${err}`).toContain('another project (id 2) has come to eng/web');
});

it('a saved plan makes another one where the first waits for its deletion', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/web: { create: {} } }\n');
  await gitlab.delete('/projects/1');
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/projects/eng%2Fweb')).object['id']).toBe(2);
});

it('the undo of a making is a deletion, of a deletion it is a restoring', async () => {
  const { gitlab, keelson } = await withProject('projects: { eng/app: { create: {}, members: { bob: developer } } }\n');
  const made = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect(made.status).toBe(0);
  const { entries } = JSON.parse(readFileSync(join(keelson.folder, 'undo.json'), 'utf8')) as {
    readonly entries: readonly { readonly address: string }[];
  };
  // What was made in it goes with it.
  expect(entries.map(({ address }) => address)).toEqual(['project[eng/app]']);
  const undone = await keelson.run('apply', 'undo.json', '--auto-approve', '--allow-scope-deletion');
  expect([undone.status, `${undone.out}${undone.err}`]).toEqual([0, expect.any(String)]);
  expect((await gitlab.get('/projects/2')).object['marked_for_deletion_on']).not.toBeNull();
  keelson.write('keelson.yaml', ABSENT);
  expect((await keelson.run(...DELETES, '--undo', 'back.json')).status).toBe(0);
  const back = await keelson.run('apply', 'back.json', '--auto-approve');
  expect([back.status, `${back.out}${back.err}`]).toEqual([0, expect.any(String)]);
  expect((await gitlab.get('/projects/eng%2Fweb')).object).toMatchObject({ id: 1, name: 'The Web' });
});
