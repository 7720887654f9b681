import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { team } from './team.ts';

const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

test('a token that may only read plans, and apply says before its first call that it cannot write', async () => {
  const { gitlab, keelson } = await team();
  const sent = { name: 'reads', scopes: ['read_api'], expires_at: inAWhile };
  const made = await gitlab.post('/users/1/personal_access_tokens', sent);
  keelson.write('token', textOf(made.object['token']));
  expect(await keelson.run('plan', '--token-file', 'token')).toMatchObject({ status: 0, err: '' });
  gitlab.sandbox.log.length = 0;
  expect(await keelson.run('apply', '--token-file', 'token', '--auto-approve')).toMatchObject({
    status: 1,
    err: `error[read-only-token]: the token may only read (read_api), so that nothing of this plan can be applied
 = help: Give apply a token with the scope api; for plan and drift this one is enough

1 error
`,
  });
  expect(gitlab.sandbox.log.filter(({ method, url }) => method !== 'GET' && !url.includes('graphql'))).toEqual([]);
});
