import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeRequest } from '../../src/commands/posting/merge-request.ts';
import { openMergeRequest } from '../support/merge-request.ts';
import { writes } from '../apply/stage.ts';
import { team, teamYaml } from './team.ts';

/** The team, a merge request of the repository of its configuration, and a user who may write there. */
async function reviewed(yaml: string = teamYaml) {
  const { gitlab, keelson } = await team(yaml);
  const request = await openMergeRequest(gitlab);
  const writer = await request.member('writer');
  gitlab.sandbox.log.length = 0;
  return { gitlab, request, keelson: keelson.told({ KEELSON_NOTE_TOKEN: writer.token }), quiet: keelson, writer };
}

test('the plan is one note of the merge request, brought up to date by each run, and nothing else is written', async () => {
  const { gitlab, keelson, request } = await reviewed();
  const { name } = request;
  const plain = await keelson.run('plan');
  const ran = await keelson.run('plan', '--note', name);
  expect(ran).toEqual({ ...plain, err: `Made the note of ${name}.\n` });
  expect(await request.notes()).toMatchObject([
    {
      author: { username: 'writer' },
      body: expect.stringContaining('+ member[bob]: declared, and not there') as string,
    },
  ]);
  const [body = ''] = await request.bodies();
  expect(body).toMatch(/^<!-- keelson:plan [0-9a-f]{16} -->\n\n### Keelson plan of <code>keelson.yaml<\/code>\n/);
  expect(await keelson.run('plan', 'keelson.yaml', '--note', name)).toMatchObject({
    err: `Nothing new for the note of ${name}.\n`,
  });

  // What there is to do may be another thing, an error, or nothing.
  keelson.write('keelson.yaml', teamYaml.replace('Team', 'Crew'));
  expect(await keelson.run('plan', '--detailed-exitcode', '--note', name)).toMatchObject({
    status: 2,
    err: `Brought the note of ${name} up to date.\n`,
  });
  keelson.write('keelson.yaml', 'groups: { team: { colour: red } }');
  const broken = await keelson.run('plan', '--json', '--note', name);
  expect(broken).toMatchObject({ status: 1, out: '', err: expect.stringContaining('error[unknown-key]') as string });
  expect(await request.bodies()).toEqual([
    expect.stringMatching(/### No Keelson plan of [^]*keelson.yaml:1:\d+: error\[unknown-key\]/) as string,
  ]);
  keelson.write('keelson.yaml', 'groups: {}');
  await keelson.run('plan', '--note', name);
  expect(await request.bodies()).toEqual([expect.stringContaining('Nothing to do') as string]);
  expect(new Set(writes(gitlab).map((call) => call.replace(/\d+$/, 'ID')))).toEqual(
    new Set([`POST ${request.at}`, `PUT ${request.at}/ID`]),
  );
});

test('a note for each configuration, each part of one, and each look ahead', async () => {
  const { keelson, request } = await reviewed();
  keelson.write('other/a.yaml', 'groups: { other: { name: Other } }');
  const parts = [[], ['other'], ['--target', 'group[team]'], ['--shard', '1/2'], ['--at', '2099-01-01']];
  for (const part of [...parts, ['./other/'], ['--at', '2099-01-02']])
    await keelson.run('plan', ...part, '--note', request.name);
  expect(await request.notes()).toHaveLength(parts.length);
});

test('plans of parts are merged to one note, which says so where one is missing', async () => {
  const { gitlab, keelson, request } = await reviewed();
  for (const part of ['1', '2']) await keelson.run('plan', '--shard', `${part}/2`, '--out', `plan-${part}.json`);
  gitlab.sandbox.log.length = 0;
  expect(await keelson.run('merge', 'plan-1.json', 'plan-2.json', '--note', request.name)).toMatchObject({
    status: 0,
    err: `Made the note of ${request.name}.\n`,
  });
  expect(await request.bodies()).toEqual([expect.stringMatching(/### Keelson plan\n[^]*member\[bob\]/) as string]);
  expect(await keelson.run('merge', 'plan-1.json', '--note', request.name)).toMatchObject({ status: 3 });
  expect(await request.bodies()).toEqual([
    expect.stringMatching(/### No Keelson plan\n[^]*error\[cannot-merge\]/) as string,
  ]);
});

test('what a guard refuses is in the note', async () => {
  const { gitlab, keelson, request, quiet } = await reviewed();
  await quiet.run('apply', '--auto-approve');
  expect((await gitlab.get('/groups/team')).status).toBe(200);
  keelson.write('keelson.yaml', 'groups: { team: { state: absent } }');
  expect(await keelson.run('plan', '--note', request.name)).toMatchObject({ status: 0 });
  expect(await request.bodies()).toEqual([
    expect.stringMatching(/It will not be applied as it is:[^]*--allow-/) as string,
  ]);
});

test('the plan needs no more than a token that reads; the note one with the scope api, and says so before it writes', async () => {
  const { gitlab, quiet, request } = await reviewed();
  const reader = gitlab.as('root', ['read_api', 'create_runner']);
  const reads = quiet.told({ KEELSON_TOKEN: reader.token });
  const ran = await reads.run('plan', '--note', request.name);
  expect(ran).toMatchObject({
    status: 1,
    out: expect.stringContaining('+ member[bob]') as string,
    err: `error[read-only-token]: KEELSON_TOKEN lacks the scope api, without which the note of ${request.name} is not written (it has read_api, create_runner)
 = help: Set KEELSON_NOTE_TOKEN to a token with the scope api, such as one of the project with the role Reporter; to look at the instance read_api is enough

1 error
`,
  });
  expect(writes(gitlab)).toEqual([]);
  // With its own token it is written, whoever plans; and without one by the token of the run.
  const { token } = gitlab.as('writer');
  expect(await reads.told({ KEELSON_NOTE_TOKEN: token }).run('plan', '--note', request.name)).toMatchObject({
    status: 0,
  });
  expect(await quiet.run('plan', '--note', request.name)).toMatchObject({ status: 0 });
  expect((await request.notes()).map(({ author }) => (author as { readonly username: string }).username)).toEqual([
    'writer',
    'root',
  ]);
});

test('a note that cannot be written is a failure of the run, and the plan is printed all the same', async () => {
  const { gitlab, keelson, request } = await reviewed();
  const { out } = await keelson.run('plan');
  const failing = async (name: string, by = keelson) => {
    const ran = await by.run('plan', '--detailed-exitcode', '--note', name);
    expect(ran).toMatchObject({ status: 1, out });
    return ran.err;
  };
  expect(await failing('root/configuration!7')).toMatchInlineSnapshot(`
    "error[note-unwritten]: there is no merge request root/configuration!7, or the user of the token does not see it: the note of root/configuration!7 is not written
     = help: See that it is written as group/project!12, and that the user is a member of the project, as Reporter at least

    1 error
    "
  `);
  gitlab.sandbox.fail('502:1x@POST /projects/*');
  expect(await failing(request.name)).toMatchInlineSnapshot(`
    "error[note-unwritten]: GitLab was asked to make the note of root/configuration!1, and neither says that it did nor shows it
     = help: Run it again: it is found where it is there by then, and not made a second time

    1 error
    "
  `);
  const other = keelson.told({ KEELSON_NOTE_TOKEN: 'glpat-of-nobody-at-all' });
  expect(await failing(request.name, other)).toMatchInlineSnapshot(`
    "error[note-unwritten]: the note of root/configuration!1 is not written: GitLab does not accept the token (401 Unauthorized)
     = help: Set KEELSON_NOTE_TOKEN to a token that is valid and not expired

    1 error
    "
  `);
  gitlab.sandbox.fail('');
  await gitlab.post(`/projects/${request.at.split('/')[2] ?? ''}/archive`);
  expect(await failing(request.name)).toMatchInlineSnapshot(`
    "error[note-unwritten]: the user of the token may not write the note of root/configuration!1
     = help: Make the user a member of the project, as Reporter at least; in an archived project, and in a locked discussion for others than members, nobody may

    1 error
    "
  `);
  expect(await request.bodies()).toEqual([]);
});

test('the token of the run goes to its own instance alone; another one has its own', async () => {
  const one = await reviewed();
  const other = await reviewed();
  const elsewhere = one.quiet.told({ KEELSON_NOTE_URL: other.gitlab.sandbox.url });
  expect(await elsewhere.run('plan', '--note', other.request.name)).toMatchObject({
    status: 1,
    err: expect.stringContaining('that of the run is for another instance') as string,
  });
  expect(other.gitlab.sandbox.log).toEqual([]);
  const both = elsewhere.told({ KEELSON_NOTE_TOKEN: other.writer.token });
  expect(await both.run('plan', '--note', other.request.name, '--har', 'traffic.har')).toMatchObject({ status: 0 });
  expect(await other.request.notes()).toHaveLength(1);
  expect(await one.request.notes()).toHaveLength(0);
  const har = readFileSync(join(one.quiet.folder, 'traffic.har'), 'utf8');
  expect(har).toContain(`${other.gitlab.sandbox.url}/api/v4${other.request.at}`);
  expect(har).toContain(`${one.gitlab.sandbox.url}/api/v4/groups/team`);
});

test('no secret is in a note', async () => {
  const secret = 'uRl-Pa55-9f3k2m7q8w1z';
  const yaml = `groups:
  team:
    name: Team
    description: see https://bot:${secret}@example.com/
    hooks: { ci: { url: 'https://ci.example.com', token: { env: HOOK_TOKEN } } }
allow_plain_secrets: ['group[team].description']
`;
  const { keelson, request, writer } = await reviewed(yaml);
  const told = keelson.told({ HOOK_TOKEN: 'hook-Tok3n-8d7f6g5h4j3k', KEELSON_NOTE_TOKEN: writer.token });
  await told.run('plan', '--note', request.name, '--har', 'traffic.har');
  const planned = await request.bodies();
  expect(planned).toEqual([expect.stringContaining('+ description: see https://') as string]);
  // A field that nobody knows, with the token of the note for its value.
  told.write('keelson.yaml', `groups: { team: { colour: ${writer.token} } }`);
  const ran = await told.run('plan', 'keelson.yaml', '--note', request.name, '--har', 'more.har');
  expect(ran.err).toContain('error[known-secret]: ');
  expect(await request.bodies()).toEqual([expect.stringContaining('error[known-secret]: ') as string]);
  const written = [
    ...planned,
    ...(await request.bodies()),
    ran.err,
    readFileSync(join(keelson.folder, 'traffic.har'), 'utf8'),
  ];
  for (const text of written)
    for (const value of [secret, 'hook-Tok3n-8d7f6g5h4j3k', writer.token]) expect(text).not.toContain(value);
});

test('a merge request is named by its project and its number', () => {
  expect(mergeRequest('group/sub.group/project-1!12')).toEqual({ project: 'group/sub.group/project-1', iid: 12 });
  expect(mergeRequest('7!12')).toEqual({ project: '7', iid: 12 });
  for (const wrong of ['team', 'team!1', 'a/b!', '!12', 'a/b!0', 'a/b#1', 'https://gitlab.example.com/a/b!1', ' a/b!1'])
    expect(() => mergeRequest(wrong)).toThrow('group/project!12');
});
