import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRemotePlace, remoteConfiguration } from '../../src/commands/remote/repository-path.ts';
import { writes } from '../apply/stage.ts';
import { planProject } from '../support/plan-job.ts';
import { workspace } from './keelson.ts';
import { team, teamYaml } from './team.ts';

const MAIN = 'root/configuration@main:config';

/** The team's configuration in a repository, with what is no part of it beside, and an empty folder to run in. */
async function hosted(yaml: string = teamYaml) {
  const { gitlab } = await team();
  const project = await planProject(gitlab);
  await project.push('config/team.yaml', yaml);
  await project.push('config/.hidden/broken.yaml', 'a: [');
  await project.push('config/README.md', '# Here');
  const head = await project.push('config/more/other.yml', 'groups: { other: { name: Other } }\n');
  gitlab.sandbox.log.length = 0;
  const keelson = workspace({}, { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token });
  return { gitlab, project, head, keelson };
}

test('a configuration is validated, planned, applied and watched without a clone', async () => {
  const { gitlab, keelson, head } = await hosted();
  expect(await keelson.run('validate', '--config', MAIN)).toEqual({
    status: 0,
    out: `${MAIN} (2 files) is valid: 4 entries.\n`,
    err: `Read ${MAIN} at the commit ${head}: 2 files.\n`,
  });
  const planned = await keelson.run('plan', '--config', MAIN, '--json', '--har', 'traffic.har');
  expect(planned.status).toBe(0);
  const { changes } = JSON.parse(planned.out) as { readonly changes: readonly { readonly place: unknown }[] };
  expect(changes.map(({ place }) => place)).toContainEqual({
    file: `${MAIN}/team.yaml`,
    line: 6,
    column: 7,
    length: 5,
  });
  const har = readFileSync(join(keelson.folder, 'traffic.har'), 'utf8');
  for (const part of ['/repository/tree?', '/groups/team']) expect(har).toContain(part);
  // There may be a secret in plain text among what was read.
  expect(har).toContain('content_sha256');
  expect(har).not.toContain(Buffer.from(teamYaml).toString('base64').slice(0, 40));
  expect(writes(gitlab)).toEqual([]);
  expect(await keelson.run('apply', '--config', MAIN, '--auto-approve')).toMatchObject({
    status: 0,
    out: expect.stringContaining('Applied: 4 created') as string,
  });
  expect(await keelson.run('drift', '--config', MAIN)).toMatchObject({ status: 0 });
  expect(readdirSync(keelson.folder).sort()).toEqual(['.keelson', 'traffic.har']);
});

test('all files are those of one commit, whatever is pushed meanwhile', async () => {
  const { gitlab, keelson, head } = await hosted();
  await keelson.run('validate', '--config', MAIN);
  const asked = gitlab.sandbox.log.map(({ url }) => url).filter((url) => url.includes('/repository/'));
  expect(asked[0]).toContain('/repository/commits/main');
  expect(asked.slice(1)).toHaveLength(3);
  for (const url of asked.slice(1)) expect(url).toContain(`ref=${head}`);
});

test('a file alone, an older commit, and the whole repository', async () => {
  const { gitlab, keelson, project, head } = await hosted();
  await project.push('keelson.yaml', 'groups: { third: { name: Third } }\n');
  const read = async (name: string) => (await keelson.run('validate', '--config', name)).out;
  expect(await read('root/configuration@main:keelson.yaml')).toBe(
    'root/configuration@main:keelson.yaml is valid: 1 entry.\n',
  );
  expect(await read('root/configuration@main:.')).toBe('root/configuration@main:. (3 files) is valid: 5 entries.\n');
  expect(await read(`root/configuration@${head}:.`)).toContain('(2 files)');
  expect(await read(`${project.at.split('/')[2] ?? ''}@main:./config/`)).toContain('@main:config (2 files)');
  expect(writes(gitlab).slice(1)).toEqual([]);
});

test('an error has its place in the repository', async () => {
  const { keelson } = await hosted('groups:\n  team: { colour: red }\n');
  expect((await keelson.run('plan', '--config', MAIN)).err.replace(/[0-9a-f]{40}/, 'COMMIT')).toMatchInlineSnapshot(`
    "Read root/configuration@main:config at the commit COMMIT: 2 files.
    root/configuration@main:config/team.yaml:2:11: error[unknown-key]: \`colour\` is not a field of a group
      |
    2 |   team: { colour: ********
      |           ^^^^^^

    1 error in 1 file
    "
  `);
});

test('a saved plan keeps working, and secrets are those of this machine', async () => {
  const yaml = (file: string) => `groups:
  team:
    name: Team
    hooks: { ci: { url: 'https://ci.example.com', token: { file: ${file} } } }
`;
  const { keelson, project, gitlab } = await hosted(yaml('secret'));
  expect((await keelson.run('apply', '--config', MAIN, '--auto-approve')).err).toContain('error[unset-secret]');
  keelson.write('secret', 'hook-Tok3n-8d7f6g5h4j3k');
  expect(await keelson.run('plan', '--config', MAIN, '--out', 'plan.json')).toMatchObject({ status: 0 });
  // Nobody can tell whether it is the folder that was meant.
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).err).toMatchInlineSnapshot(`
    "error[plan-file-elsewhere]: the plan names secret relative to the folder in which it was made, and nothing tells whether it is this one: root/configuration@main:config/more/other.yml was read without a clone
     = help: Write the whole path of the file in the configuration, or apply the configuration itself with --config

    1 error
    "
  `);
  await project.push('absolute/team.yaml', yaml(join(keelson.folder, 'secret')));
  const absolute = 'root/configuration@main:absolute';
  expect(await keelson.run('plan', '--config', absolute, '--out', 'plan.json')).toMatchObject({ status: 0 });
  expect(await keelson.run('apply', 'plan.json', '--auto-approve')).toMatchObject({ status: 0 });
  expect((await gitlab.get('/groups/team/hooks')).list).toHaveLength(1);
});

test('what is not there, or leads elsewhere, is told', async () => {
  const { gitlab, keelson, project } = await hosted();
  const why = async (name: string) => {
    const { status, out, err } = await keelson.run('plan', '--config', name);
    expect([status, out]).toEqual([1, '']);
    return err.replace(/^Read .*\n/, '');
  };
  expect(await why('root/none@main:config')).toMatchInlineSnapshot(`
    "error[remote-unread]: root/none@main:config is not read: there is no project root/none, or the user of the token does not see it
     = help: See that it is written as group/project, and make the user a member of the project, as Reporter at least

    1 error
    "
  `);
  expect(await why('root/configuration@mian:config')).toMatchInlineSnapshot(`
    "error[remote-unread]: root/configuration@mian:config is not read: root/configuration has neither a branch nor a tag nor a commit mian
     = help: Name one that it has; an empty repository has none

    1 error
    "
  `);
  expect(await why('root/configuration@main:none')).toMatchInlineSnapshot(`
    "error[not-found]: There is no file or directory root/configuration@main:none
     = help: Check the path

    1 error
    "
  `);
  expect(await why('root/configuration@main:config/.hidden')).toContain(`${MAIN}/.hidden/broken.yaml:1:`);
  project.place('config/.hidden/link', '120000');
  expect(await why(`${MAIN}/nothing`)).toContain('error[not-found]');
  expect(await keelson.run('validate', '--config', MAIN)).toMatchObject({ status: 0 });
  project.place('config/base.yaml', '120000');
  expect(await why(MAIN)).toMatchInlineSnapshot(`
    "error[remote-unread]: root/configuration@main:config is not read: config/base.yaml is a link, and what it leads to is not read from here
     = help: Put the files themselves there, name a path beside it, or give the folder of a clone

    1 error
    "
  `);
  project.place('modules/shared', '160000');
  expect(await why('root/configuration@main:modules')).toContain('modules/shared is a submodule');
  expect(writes(gitlab).filter((call) => !call.includes('/repository/'))).toEqual([]);
});

test('a token that may not read it is told what it lacks, and another instance has its own', async () => {
  const { gitlab, keelson, project } = await hosted();
  const other = await hosted();
  const told = async (token: string) =>
    (await keelson.told({ KEELSON_NOTE_TOKEN: token }).run('plan', '--config', MAIN)).err;
  expect(await told(gitlab.as('bob', ['read_user']).token)).toContain('a token with the scope read_api');
  expect(await told(gitlab.as('bob', ['read_api']).token)).toContain('the user of the token does not see it');
  await gitlab.post(`${project.at}/members`, { user_id: await gitlab.user('reader'), access_level: 20 });
  expect(await told(gitlab.as('reader', ['read_api']).token)).toContain('2 files');
  const elsewhere = keelson.told({ KEELSON_NOTE_URL: other.gitlab.sandbox.url });
  other.gitlab.sandbox.log.length = 0;
  expect((await elsewhere.run('plan', '--config', MAIN)).err).toContain('error[no-token]');
  expect(other.gitlab.sandbox.log).toEqual([]);
  const both = elsewhere.told({ KEELSON_NOTE_TOKEN: other.gitlab.token });
  expect(await both.run('apply', '--config', MAIN, '--auto-approve')).toMatchObject({ status: 0 });
  expect((await gitlab.get('/groups/team')).status).toBe(200);
  expect(writes(other.gitlab)).toEqual([]);
});

test('a configuration is named once, and by its project, a ref and a path', async () => {
  const { keelson, gitlab } = await hosted();
  expect(await keelson.run('plan', 'config', '--config', MAIN)).toMatchObject({
    status: 1,
    err: expect.stringContaining("--config names the configuration, and 'config' another one") as string,
  });
  expect(await keelson.run('apply', '--config', MAIN, '--from-job', 'root/configuration:main:plan')).toMatchObject({
    status: 3,
  });
  expect(gitlab.sandbox.log).toEqual([]);
  expect(existsSync(join(keelson.folder, '.keelson'))).toBe(false);
  expect(remoteConfiguration('a/b@feature/x:./config//eu/')).toEqual({
    name: 'a/b@feature/x:config/eu',
    project: 'a/b',
    ref: 'feature/x',
    path: 'config/eu',
  });
  expect(remoteConfiguration('7@v1:.')).toEqual({ name: '7@v1:.', project: '7', ref: 'v1', path: '' });
  for (const wrong of [
    'config',
    'a/b:config',
    'a/b@main',
    'a/b@main:',
    'a@main:x',
    'a/b@main:/x',
    'a/b@main:../x',
    'a/b@x..y:z',
    'a/b@:z',
  ])
    expect(() => remoteConfiguration(wrong), wrong).toThrow('group/project@ref:path');
  expect(['a/b@main:config/x.yaml', 'config/x.yaml', '/a/b@c/x.yaml'].map(isRemotePlace)).toEqual([true, false, false]);
});
