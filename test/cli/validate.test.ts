import { expect, test } from 'vitest';
import { workspace } from './keelson.ts';

async function validate(files: { readonly [file: string]: string }, path = 'keelson.yaml') {
  const { status, err } = await workspace(files).run('validate', path);
  return `${err}exit ${status ?? ''}\n`;
}

test('a misspelt key and a misspelt role are shown with the nearest right word, all in one run', async () => {
  const yaml = `instance:
  member_roles:
    reviewer: { base: reporter, permissions: [read_code] }
groups:
  team:
    visibilty: private
    members:
      alice: develper
`;
  expect(await validate({ 'keelson.yaml': yaml })).toMatchInlineSnapshot(`
    "keelson.yaml:6:5: error[unknown-key]: \`visibilty\` is not a field of a group
      |
    6 |     visibilty: private
      |     ^^^^^^^^^
      = help: Write \`visibility\`

    keelson.yaml:8:14: error[not-allowed]: \`develper\` is not a value of \`access_level\`
      |
    8 |       alice: develper
      |              ^^^^^^^^
      = help: Write \`developer\`; it takes \`minimal\`, \`guest\`, \`planner\`, \`reporter\`, \`security_manager\`, \`developer\`, \`maintainer\` or \`owner\`

    2 errors in 1 file
    exit 1
    "
  `);
});

test('what is declared twice is shown with both places', async () => {
  const files = {
    'config/a.yaml': 'groups: { team: { members: { alice: owner } } }\n',
    'config/b.yaml': 'groups:\n  team:\n    members:\n      Alice: guest\n',
  };
  expect(await validate(files, 'config')).toMatchInlineSnapshot(`
    "config/b.yaml:4:7: error[duplicate]: The member \`alice\` is declared twice
      |
    4 |       Alice: guest
      |       ^^^^^
    config/a.yaml:1:30: note: first declared here
      |
    1 | groups: { team: { members: { alice: owner } } }
      |                              ^^^^^
      = help: Keep one of the two

    1 error in 1 file
    exit 1
    "
  `);
});

test('a secret whose variable is not set is named, as a warning', async () => {
  const yaml = `groups:
  team:
    hooks:
      ci: { url: https://ci.example.com, token: { env: CI_TOKEN } }
`;
  expect(await validate({ 'keelson.yaml': yaml })).toMatchInlineSnapshot(`
    "keelson.yaml:4:42: warning[unset-secret]: The environment variable \`CI_TOKEN\` is not set
      |
    4 |       ci: { url: https://ci.example.com, token: { env: CI_TOKEN } }
      |                                          ^^^^^
      = help: Put the secret there before the configuration is applied

    1 warning in 1 file
    exit 0
    "
  `);
});

test('a secret in plain text is an error that does not repeat it', async () => {
  const yaml = `groups:
  team:
    hooks:
      ci: { url: https://ci.example.com, token: hunter2 }
`;
  const text = await validate({ 'keelson.yaml': yaml });
  expect(text).toMatchInlineSnapshot(`
    "keelson.yaml:4:49: error[plain-secret]: \`token\` is a secret and stands here in plain text
      |
    4 |       ci: { url: https://ci.example.com, token: ********
      |                                                 ^^^^^^^
      = help: Write { env: NAME } or { file: path }, without quotes, or list \`group[team]/hook[ci].token\` under \`allow_plain_secrets\`

    1 error in 1 file
    exit 1
    "
  `);
  expect(text).not.toContain('hunter2');
});

test('YAML that is none', async () => {
  expect(await validate({ 'keelson.yaml': 'groups:\n  team: [\n' })).toMatchInlineSnapshot(`
    "keelson.yaml:2:9: error[yaml-syntax]: The bracket \`[\` that is opened here is not closed
      |
    2 |   team: [
      |         ^
      = help: Close it by \`]\`

    1 error in 1 file
    exit 1
    "
  `);
});

test('no configuration at all', async () => {
  const ran = await workspace().run('validate');
  expect(ran).toMatchInlineSnapshot(`
    {
      "err": "error[no-configuration]: there is neither a file keelson.yaml nor a folder config here
     = help: Name the file or the folder of the configuration, or go to where it is

    1 error
    ",
      "out": "",
      "status": 1,
    }
  `);
});

test('nothing in the place of an integration is no integration, as it is no hook', async () => {
  const yaml = 'groups:\n  team:\n    integrations:\n      slack: null\n      jira:\n    hooks: { ci: null }\n';
  const out = await validate({ 'keelson.yaml': yaml });
  for (const name of ['slack', 'jira', 'ci'])
    expect(out).toContain(`error[wrong-type]: \`${name}\` has to be a map, and is empty`);
  expect(out).toContain('or `{ state: absent }` where there is to be none');
});

test('nothing in the place of an entry of a nearer default is refused: it gave what the default behind it gives', async () => {
  const yaml = `defaults:
  groups:
    "**": { members: { u1: developer }, hooks: { h1: { url: https://ci.example.com } } }
    team/*: { members: { u1: null }, hooks: { h1: }, integrations: { slack: null } }
  projects:
    team/*: { members: { u1: null } }
groups: { team/sub: {} }
projects: { team/app: {} }
`;
  const lines = (await validate({ 'keelson.yaml': yaml })).split('\n').filter((line) => /error|help|exit/.test(line));
  const help =
    '  = help: Write its fields, `{}` where it has none of its own, or `{ state: absent }` where there is to be none';
  expect(lines).toEqual([
    'keelson.yaml:4:30: error[wrong-type]: `u1` has to be a map, and is empty',
    help,
    'keelson.yaml:4:51: error[wrong-type]: `h1` has to be a map, and is empty',
    help,
    'keelson.yaml:4:77: error[wrong-type]: `slack` has to be a map, and is empty',
    help,
    'keelson.yaml:6:30: error[wrong-type]: `u1` has to be a map, and is empty',
    help,
    '4 errors in 1 file',
    'exit 1',
  ]);
});

test('a file of a secret in which nothing stands is warned of, as one that is missing is', async () => {
  const hook = (file: string) => `${file}: { url: https://ci.example.com, token: { file: ${file}.token } }`;
  const yaml = `groups:\n  team:\n    hooks:\n      ${['none', 'empty', 'blank', 'full'].map(hook).join('\n      ')}\n`;
  const files = { 'empty.token': '', 'blank.token': '\n', 'full.token': 'x\n' };
  const out = (await validate({ 'keelson.yaml': yaml, ...files })).replace(/\s+/g, ' ');
  expect(out).toContain('There is no file `none.token`');
  expect(out).toContain('The file `empty.token` is empty');
  expect(out).toContain('The file `blank.token` is empty');
  expect(out).not.toContain('full.token');
});
