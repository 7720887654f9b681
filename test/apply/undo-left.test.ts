import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access', '--allow-scope-deletion'];

/** What an apply of `after` says, where `before` was applied, and the instance and folder in which its undo can be applied. */
async function applied(before: string, after: string) {
  const set = await stage({ 'keelson.yaml': before }, {}, { V: 'a-value', KEY: 'a-key-of-30-letters-0123456789' });
  for (const path of ['eng', 'ops']) await set.gitlab.group(path);
  const first = await set.keelson.run(...APPLY);
  expect(first.status, first.err).toBe(0);
  set.keelson.write('keelson.yaml', after);
  const { status, out, err } = await set.keelson.run(...APPLY, '--undo', 'undo.json');
  expect(status, out + err).toBe(0);
  return { ...set, said: err + out, undo: (...more: string[]) => set.keelson.run(...APPLY, 'undo.json', ...more) };
}

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';

const NONE = 'groups: { eng: {} }\n';

test.each([
  ['push rules', '/groups/eng/push_rule', 'push_rules: { commit_message_regex: "^b" }', { commit_message_regex: '^c' }],
  [
    'a protected branch',
    '/groups/eng/protected_branches/main',
    'protected_branches: { main: { push_access_level: maintainer, merge_access_level: maintainer } }',
    { name: 'main' },
  ],
])(
  '%s that the run has made are gone by its undo, and those that somebody has made since are not',
  async (_, path, yaml, other) => {
    const { gitlab, undo } = await applied(NONE, `groups: { eng: { ${yaml} } }\n`);
    const list = path.replace('/main', '');
    const made = idOf(await gitlab.get(path));
    await gitlab.delete(path);
    // Another one between, so that the number is a new one for sure.
    expect(
      (await gitlab.post(list, { ...other, ...('name' in other && { push_access_level: 40, merge_access_level: 40 }) }))
        .status,
    ).toBe(201);
    const theirs = idOf(await gitlab.get(path));
    expect(theirs).not.toBe(made);
    const refused = await undo();
    expect([refused.status, refused.err]).toEqual([3, expect.stringContaining(`is another one now (id ${theirs})`)]);
    expect((await gitlab.get(path)).object).toMatchObject({ id: theirs });
  },
);

test.each([
  ['push rules', '/groups/eng/push_rule', 'push_rules: { commit_message_regex: "^b" }'],
  [
    'a protected branch',
    '/groups/eng/protected_branches/main',
    'protected_branches: { main: { push_access_level: maintainer } }',
  ],
])('%s of the run are gone by its undo, with what GitLab has given them', async (_, path, yaml) => {
  const { gitlab, undo } = await applied(NONE, `groups: { eng: { ${yaml} } }\n`);
  const { status, err } = await undo();
  expect(status, err).toBe(0);
  expect((await gitlab.get(path)).status).toBe(404);
});

test('a share that had no end has none again', async () => {
  const share = (end: string): string =>
    `groups: { eng: { shares: { ops: { access_level: developer, expires_at: ${end} } } } }\n`;
  const { gitlab, undo } = await applied(share('null'), share('2099-01-01'));
  const { status, err } = await undo();
  expect(status, err).toBe(0);
  expect((await gitlab.get('/groups/eng')).object).toMatchObject({ shared_with_groups: [{ expires_at: null }] });
});

const hook = (url: string, more = ''): string => `groups: { eng: { hooks: { ci: { url: ${url} ${more} } } } }\n`;
const VARIABLE = ', url_variables: { v: { env: V } }';
const pushover = (priority: string): string =>
  `groups: { eng: { integrations: { pushover: { api_key: { env: KEY }, user_key: { env: KEY }, priority: ${priority} } } } }\n`;

test.each([
  [
    'a URL with a variable',
    hook('"https://aa.example.com/{v}"', VARIABLE),
    hook('"https://bb.example.com/{v}"', VARIABLE),
    ['group[eng]/hook[ci].url: GitLab would not take it as it was: The URL uses {v}', 'undo.json holds no entry'],
  ],
  [
    'the token of a hook that gets another URL',
    hook('https://aa.example.com', ', token: { env: V }'),
    hook('https://bb.example.com'),
    [
      'group[eng]/hook[ci]: with the apply GitLab forgets its token, if it has one, and it does not show what was there',
    ],
  ],
  [
    'a field of an integration with keys',
    pushover('"0"'),
    pushover('"1"'),
    [
      'group[eng]/integration[pushover]: GitLab wants api_key, user_key with any change of it, and does not show what is there',
    ],
  ],
  [
    'what a user had',
    'instance: { users: { dora: { name: Dora, email: dora@example.com } } }\n',
    'instance: { users: { dora: { state: absent } } }\n',
    [
      'instance/user[dora]: it is made anew, with another number and without its history; it is in no group then, and has no token',
    ],
  ],
])(
  '%s that nothing brings back is told with the apply, and the undo sends nothing that is refused',
  async (_, before, after, told) => {
    const { said, undo } = await applied(before, after);
    for (const words of told) expect(said).toContain(words);
    const { status, err } = await undo();
    expect(status, err).toBe(0);
    expect((await undo()).out).toContain('Nothing to do');
  },
);

test('what cannot be brought back by then stops an undo, and keeps the rest from nothing with --on-stale skip', async () => {
  const two = (one: string, ...others: string[]): string =>
    `groups: { eng: { description: "${one}" } }\nprojects:\n  eng/aa: { create: {}, deploy_keys: { k: { key: ${KEY}, expires_at: ${one}-05-05 } } }\n  eng/bb: { create: {} ${others.join('')} }\n`;
  const { gitlab, undo } = await applied(
    two('2098'),
    two('2099', `, deploy_keys: { k: { key: ${KEY}, expires_at: 2099-05-05 } }`),
  );
  const stopped = await undo();
  expect([stopped.status, stopped.err.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringMatching(
      /error\[kept-elsewhere\].* = help: See to it in GitLab: .*; to bring back the rest and leave this as it is, give --on-stale skip/,
    ),
  ]);
  const { status, err } = await undo('--on-stale', 'skip');
  expect([status, err]).toEqual([3, expect.stringContaining('warning[kept-elsewhere]')]);
  expect(err).toContain('; it is left out');
  expect((await gitlab.get('/groups/eng')).object).toMatchObject({ description: '2098' });
  const bb = idOf(await gitlab.get('/projects/eng%2Fbb'));
  expect((await gitlab.get(`/projects/${bb}/deploy_keys`)).list).toEqual([]);
});
