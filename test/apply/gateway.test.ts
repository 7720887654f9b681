import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { workspace } from '../cli/keelson.ts';
import { stage } from './stage.ts';

/** What a gateway says in place of GitLab to a write, whether that has reached it or not. */
interface Said {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const page: Said = { status: 200, type: 'text/html', body: '<html>Sign in</html>' };
const empty: Said = { status: 200, type: 'application/json', body: '' };
const nothing: Said = { status: 204, type: 'text/plain', body: '' };
const list: Said = { status: 200, type: 'application/json', body: '[]' };
const error: Said = { status: 200, type: 'application/json', body: '{"error":"insufficient_scope"}' };

/** A gateway before an instance, that says this in place of the answers to writes below one path until it is mended, and lets them through or not. */
async function gateway(to: string, below: string, said: Said, lets: boolean) {
  let isBroken = true;
  const server = createServer((asked: IncomingMessage, answer: ServerResponse) => {
    const isMeant = isBroken && asked.method !== 'GET' && (asked.url ?? '').includes(below);
    const forged = (): void => {
      answer.writeHead(said.status, { 'content-type': said.type }).end(said.body);
    };
    if (isMeant && !lets) {
      asked.resume().on('end', forged);
      return;
    }
    const onward = send(`${to}${asked.url ?? ''}`, { method: asked.method, headers: asked.headers }, (from) => {
      if (isMeant) {
        from.resume().on('end', forged);
        return;
      }
      answer.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(answer);
    });
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    mend: () => {
      isBroken = false;
    },
  };
}

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

const forgeries = { page, empty, nothing, list, error };

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
