import { expect, test } from 'vitest';
import { writesNothing } from '../../src/engine/token-scopes.ts';
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

test.each([[['read_api', 'write_repository']], [['read_api', 'self_rotate', 'ai_features', 'write_registry']]])(
  'nor one whose scopes %s write something else than the API',
  async (scopes) => {
    const { gitlab, keelson } = await team();
    const made = await gitlab.post('/users/1/personal_access_tokens', { name: 'git', scopes, expires_at: inAWhile });
    keelson.write('token', textOf(made.object['token']));
    expect(await keelson.run('plan', '--token-file', 'token')).toMatchObject({ status: 0, err: '' });
    gitlab.sandbox.log.length = 0;
    expect(await keelson.run('apply', '--token-file', 'token', '--auto-approve')).toMatchObject({
      status: 1,
      err: `error[read-only-token]: the scopes of the token (${scopes.join(', ')}) let nothing be written by the API, so that nothing of this plan can be applied
 = help: Give apply a token with the scope api; for plan and drift this one is enough

1 error
`,
    });
    expect(gitlab.sandbox.log.filter(({ method, url }) => method !== 'GET' && !url.includes('graphql'))).toEqual([]);
  },
);

test('a scope that is not known here may write', () => {
  expect(writesNothing(['read_api', 'granular'])).toBe(false);
  expect(writesNothing(['read_api', 'write_everything'])).toBe(false);
  expect(writesNothing(['api'])).toBe(false);
  expect(writesNothing([])).toBe(false);
});
