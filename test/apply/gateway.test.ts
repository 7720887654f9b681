import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspace } from '../cli/keelson.ts';
import { gateway, type Said } from './forging-gateway.ts';
import { stage } from './stage.ts';

const page: Said = { status: 200, type: 'text/html', body: '<html>Sign in</html>' };
const empty: Said = { status: 200, type: 'application/json', body: '' };
const nothing: Said = { status: 204, type: 'text/plain', body: '' };
const list: Said = { status: 200, type: 'application/json', body: '[]' };
const blocked: Said = { status: 403, type: 'text/html', body: '<html>Blocked</html>' };
const error: Said = { status: 200, type: 'application/json', body: '{"error":"insufficient_scope"}' };

const text = `groups:
  team: { name: Team, hooks: { ci: { url: 'https://ci.example.com/x' } }, members: { root: owner, bob: developer } }
instance:
  runners: { builder: { tags: [a], token_to: { file: token } } }
  settings: { signup_enabled: false }
`;

async function staged(below: string, said: Said, lets: boolean) {
  const { gitlab } = await stage({});
  const { url, mend } = await gateway(gitlab.sandbox.url, below, said, lets);
  const keelson = workspace({ 'keelson.yaml': text }, { KEELSON_URL: url, KEELSON_TOKEN: gitlab.token });
  return { gitlab, keelson, mend };
}

const forgeries = { page, empty, nothing, list, error, blocked };

describe.each(Object.entries(forgeries))('what no GitLab answers to a write: %s', (_, said) => {
  it.each(['/hooks', '/user/runners', '/application/settings', '/members', '/groups'])(
    'is no success where nothing came of it: %s',
    async (below) => {
      const { keelson } = await staged(below, said, false);
      const { status, out, err } = await keelson.run('apply', '--auto-approve');
      expect(status, out + err).toBe(1);
      expect(out + err).toMatch(/Failed/);
      expect(out + err).toContain('so that nobody can say whether this was done');
    },
  );

  it('is looked behind where GitLab has made a runner all the same, whose token is lost: the next run makes it anew', async () => {
    const { gitlab, keelson, mend } = await staged('/user/runners', said, true);
    const { status, out, err } = await keelson.run('apply', '--auto-approve');
    expect(status, out + err).toBe(1);
    expect(out).toContain('was removed, since its secret was lost');
    expect(readdirSync(keelson.folder)).not.toContain('token');
    mend();
    const again = await keelson.run('apply', '--auto-approve');
    expect(again.status, again.out + again.err).toBe(0);
    expect(readdirSync(keelson.folder)).toContain('token');
    expect((await gitlab.get('/runners/all')).list).toHaveLength(1);
  });

  it('is looked behind where a hook was made all the same: it is done, once', async () => {
    const { gitlab, keelson } = await staged('/hooks', said, true);
    const { status, out, err } = await keelson.run('apply', '--auto-approve');
    expect(status, out + err).toBe(0);
    expect((await gitlab.get('/groups/team/hooks')).list).toHaveLength(1);
  });
});

describe('a refusal in the words of GitLab', () => {
  const refusal: Said = { status: 400, type: 'application/json', body: '{"message":"400 Bad request"}' };
  const onlyRunner = 'instance:\n  runners: { builder: { tags: [a], token_to: { file: token } } }\n';

  it('of a runner that was made all the same is told by the next run, which lets it stand: its secret is nowhere', async () => {
    const { gitlab, keelson, mend } = await staged('/user/runners', refusal, true);
    keelson.write('keelson.yaml', onlyRunner);
    const { status, out } = await keelson.run('apply', '--auto-approve');
    expect([status, out]).toEqual([1, expect.stringContaining('400 Bad request')]);
    mend();
    for (const command of [['plan'], ['apply', '--auto-approve'], ['plan']]) {
      const again = await keelson.run(...command);
      expect(again.status, again.err).toBe(0);
      expect(again.out).toContain('Nothing to do');
      expect(again.out).toMatch(
        /GitLab refused instance\/runner\[builder\]: POST \/user\/runners; what stands there now \(id 1.*\) is not shown to be its making, and its secret is not in token/,
      );
    }
    expect((await gitlab.get('/runners/all')).list).toHaveLength(1);
  });

  it('of a runner that was not made leaves nothing to tell once it is there', async () => {
    const { gitlab, keelson, mend } = await staged('/user/runners', refusal, false);
    keelson.write('keelson.yaml', onlyRunner);
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(1);
    mend();
    const again = await keelson.run('apply', '--auto-approve');
    expect([again.status, again.out]).toEqual([0, expect.stringContaining('1 created')]);
    expect((await keelson.run('plan')).out).not.toContain('[unfinished]');
    expect((await gitlab.get('/runners/all')).list).toHaveLength(1);
  });
});

it('a token of blanks is none', async () => {
  const { gitlab, keelson } = await staged(
    '/user/runners',
    { status: 201, type: 'application/json', body: '{"id":1,"token":" "}' },
    true,
  );
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, out + err).toBe(1);
  expect(out + err).toContain('the answer has no token');
  expect((await gitlab.get('/runners/all')).list).toHaveLength(0);
  expect(() => readFileSync(join(keelson.folder, 'token'))).toThrow();
});
