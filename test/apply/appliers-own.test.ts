import { expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { stage, writes } from './stage.ts';

const ENDS = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10);

it.each([
  ['removed', '{ olga: { state: absent } }'],
  ['renamed', '{ olive: { previously: olga } }'],
  ['kept from signing in', '{ olga: { state: banned } }'],
])(
  'a saved plan by which the user of the applying token would be %s is refused before its first call',
  async (fate, users) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': `instance:\n  users: ${users}\n` });
    await gitlab.user('olga', { admin: true });
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    gitlab.sandbox.log.length = 0;
    const hers = keelson.told({ KEELSON_TOKEN: gitlab.as('olga').token });
    const { status, err } = await hers.run('apply', 'plan.json', '--auto-approve', '--allow-own-access');
    expect([status, err]).toEqual([
      3,
      expect.stringContaining(`is this token's own user, and cannot be ${fate} by its own run`),
    ]);
    expect(writes(gitlab)).toEqual([]);
  },
);

it.each([
  ['prune: [access_tokens], access_tokens: {}', 'removed'],
  [
    'access_tokens: { ci-apply: { scopes: [api], expires_at: ENDS, access_level: maintainer, token_to: { file: a.token } } }',
    'replaced',
  ],
])('a saved plan with { %s } does not revoke the token that applies it', async (tokens) => {
  const yaml = `groups: { plat: { description: new, ${tokens.replace('ENDS', ENDS)} } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const at = `/groups/${await gitlab.group('plat')}/access_tokens`;
  const made = await gitlab.post(at, { name: 'ci-apply', scopes: ['api'], expires_at: ENDS, access_level: 50 });
  expect((await keelson.run('plan', '--out', 'plan.json')).out).toContain('access_token[ci-apply]');
  gitlab.sandbox.log.length = 0;
  const its = keelson.told({ KEELSON_TOKEN: textOf(made.object['token']) });
  const { status, err } = await its.run('apply', 'plan.json', '--auto-approve');
  expect([status, err]).toEqual([3, expect.stringContaining('access_token[ci-apply] is the token of this very run')]);
  expect(writes(gitlab)).toEqual([]);
});
