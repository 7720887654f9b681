import { createServer, type AddressInfo } from 'node:net';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sandbox } from '../sandbox/client.ts';
import { workspace, type Workspace } from './keelson.ts';

/** An instance with two groups, and an empty folder. */
async function begun(env: { readonly [name: string]: string } = {}) {
  const gitlab = await sandbox();
  for (const path of ['platform', 'apps']) await gitlab.post('/groups', { name: path, path, visibility: 'internal' });
  const settings = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  return { gitlab, keelson: workspace({}, { ...settings, ...env }) };
}

const read = ({ folder }: Workspace, file: string): string => readFileSync(join(folder, file), 'utf8');

test('init writes what is live, the jobs and .gitignore; it plans to nothing, and is not written over', async () => {
  const { gitlab, keelson } = await begun();
  const { status, out, err } = await keelson.run('init', '--yes');
  expect({ status, out }).toMatchObject({
    status: 0,
    out: expect.stringContaining(
      'Written: config (3 files), .gitignore, .gitlab-ci.yml, .gitlab/keelson.yml.',
    ) as string,
  });
  expect(out).toContain('Next:\n  keelson plan ');
  expect(err).toContain('Left out, since they are as on a new GitLab');
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);

  expect(read(keelson, 'config/groups/platform.yaml')).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.\.\/node_modules\/keelson\/schemas\/config\.schema\.json\n/,
  );
  expect(read(keelson, 'config/groups/platform.yaml')).not.toContain('lfs_enabled');
  expect(read(keelson, '.gitignore').split('\n')).toEqual(
    expect.arrayContaining(['.keelson/', 'plan.json', '*.secret']),
  );
  const { include } = parse(read(keelson, '.gitlab-ci.yml')) as { readonly include: readonly object[] };
  expect(include).toMatchObject([
    { local: '/.gitlab/keelson.yml', inputs: { config: 'config', package: 'keelson-0.1.0.tgz' } },
  ]);
  const component = new URL('../../templates/keelson.yml', import.meta.url).pathname;
  expect(read(keelson, '.gitlab/keelson.yml')).toBe(readFileSync(component, 'utf8'));
  for (const file of ['config/instance.yaml', '.gitlab-ci.yml', '.gitignore'])
    expect(read(keelson, file)).not.toContain(gitlab.token);

  // Again: the folder is somebody's by now, and nothing is asked of the instance.
  const before = gitlab.sandbox.log.length;
  const again = await keelson.run('init', '--yes');
  expect(again).toMatchObject({
    status: 1,
    err: expect.stringContaining('config cannot take a new configuration: it is not empty') as string,
  });
  expect(gitlab.sandbox.log.length).toBe(before);
});

test('flags answer the questions: one group alone, elsewhere, without jobs, by a token in a file', async () => {
  const { gitlab, keelson } = await begun({ KEELSON_TOKEN: '' });
  keelson.write('token', gitlab.token);
  keelson.write('.gitignore', 'mine\n');
  const flags = ['--part', 'apps', '--no-ci', '--token-file', 'token', '--url', gitlab.sandbox.url, '--out', 'gitlab'];
  const { status, out } = await keelson.run('init', ...flags);
  expect({ status, out }).toMatchObject({
    status: 0,
    out: expect.stringContaining('Left as they are, since they are here already: .gitignore.') as string,
  });
  expect(out).toContain('keelson plan gitlab');
  expect(read(keelson, '.gitignore')).toBe('mine\n');
  expect(existsSync(join(keelson.folder, '.gitlab-ci.yml'))).toBe(false);
  expect(existsSync(join(keelson.folder, 'gitlab/groups/apps.yaml'))).toBe(true);
  expect(existsSync(join(keelson.folder, 'gitlab/groups/platform.yaml'))).toBe(false);
  const plan = await keelson.run('plan', 'gitlab', '--detailed-exitcode', '--token-file', 'token');
  expect(plan.status, plan.err).toBe(0);
  // A configuration that would be taken in place of the new one.
  keelson.write('keelson.yaml', 'groups: {}\n');
  expect((await keelson.run('init', '--yes', '--token-file', 'token', '--out', 'more')).err).toContain(
    'keelson.yaml is here already',
  );
});

test('where nobody can be asked, what is missing is said with its flag, and nothing is written', async () => {
  const keelson = workspace();
  const { status, err } = await keelson.run('init');
  expect(status).toBe(1);
  expect(err).toContain(
    'Give --url; --token-file or KEELSON_TOKEN; --part; --ci or --no-ci; or --yes for what is usual\n',
  );
  expect((await keelson.run('init', '--yes')).err).toContain('Give --url; --token-file or KEELSON_TOKEN\n');
  expect(existsSync(join(keelson.folder, 'config'))).toBe(false);
});

test('a token that sees nothing gets a beginning with comments, which is valid and plans to nothing', async () => {
  const { gitlab, keelson } = await begun();
  await gitlab.user('newcomer');
  for (const path of ['platform', 'apps']) await gitlab.put(`/groups/${path}`, { visibility: 'private' });
  keelson.write('token', gitlab.as('newcomer', ['api']).token);
  expect(await keelson.run('init', '--yes', '--token-file', 'token')).toMatchObject({ status: 0 });
  expect(readdirSync(join(keelson.folder, 'config'))).toEqual(['keelson.yaml']);
  expect(read(keelson, 'config/keelson.yaml')).toContain('#     members:\n#       alice: owner');
  expect(await keelson.run('validate')).toMatchObject({ status: 0 });
  expect((await keelson.run('plan', '--detailed-exitcode', '--token-file', 'token')).status).toBe(0);
  // With the marks away it is a configuration of what it shows.
  const text = read(keelson, 'config/keelson.yaml')
    .replace('groups: {}\n', '')
    .replace(/^# (?=groups:| {2})/gm, '');
  keelson.write('config/keelson.yaml', text);
  expect(await keelson.run('validate')).toMatchObject({
    status: 0,
    out: expect.stringContaining('3 entries') as string,
  });
});

test('on a terminal it asks four questions, of which the empty answer takes what is usual', async () => {
  const { gitlab, keelson } = await begun();
  let answered = 0;
  const answers = [
    [/instance \[http:\S+\]: /, ''],
    [/holds a token .*: /, ''],
    [/all that the token sees \[all\]: /, 'platform'],
    [/by hand \[yes\]: /, 'no'],
  ] as const;
  const { status, shown } = await keelson.onTerminal(
    ['init'],
    answers.map(([asked, text]) => ({
      asked,
      type: () => {
        answered++;
        return text;
      },
    })),
  );
  expect({ status, answered, shown }).toMatchObject({ status: 0, answered: 4 });
  expect(existsSync(join(keelson.folder, '.gitlab-ci.yml'))).toBe(false);
  expect(existsSync(join(keelson.folder, 'config/groups/platform.yaml'))).toBe(true);
  expect(existsSync(join(keelson.folder, 'config/groups/apps.yaml'))).toBe(false);
  expect(shown).not.toContain(gitlab.token);
});

test('a sandbox with the company of the examples needs an empty folder for its repository, and begins with nothing else', async () => {
  const keelson = workspace();
  writeFileSync(join(keelson.folder, 'mine'), '');
  const { status, err } = await keelson.start('sandbox', '--port', '0', '--demo', '.').ran;
  expect({ status, err }).toMatchObject({ status: 1, err: expect.stringContaining('it is not empty') as string });
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const occupied = await keelson.start('sandbox', '--port', String(port)).ran;
  taken.close();
  expect([occupied.status, occupied.err]).toEqual([1, expect.stringContaining('Give another --port')]);
  const both = await keelson.start('sandbox', '--demo', '--seed', 'x').ran;
  expect(both.err).toContain("option '--demo [folder]' cannot be used with option '--seed <file>'");
  expect(both.status).not.toBe(0);
  expect(statSync(join(keelson.folder, 'mine')).size).toBe(0);
});
