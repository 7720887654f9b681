import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { workspace } from './keelson.ts';
import { team, teamYaml } from './team.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test('no URL, and no token', async () => {
  const keelson = workspace({ 'keelson.yaml': teamYaml });
  expect(await keelson.run('plan')).toMatchInlineSnapshot(`
    {
      "err": "error[no-url]: no instance is named
     = help: Give --url, or set KEELSON_URL, GITLAB_URL or CI_SERVER_URL

    1 error
    ",
      "out": "",
      "status": 1,
    }
  `);
  expect(await keelson.run('plan', '--url', 'http://127.0.0.1:1')).toMatchInlineSnapshot(`
    {
      "err": "error[no-token]: there is no token
     = help: Set KEELSON_TOKEN or GITLAB_TOKEN, or give --token-file

    1 error
    ",
      "out": "",
      "status": 1,
    }
  `);
});

test('a wrong token', async () => {
  const { keelson } = await team();
  keelson.write('token', 'glpat-wrong');
  const ran = await keelson.run('plan', '--token-file', 'token');
  expect(ran).toMatchInlineSnapshot(`
    {
      "err": "error[unauthorized]: GitLab does not accept the token (401 Unauthorized)
     = help: Set KEELSON_TOKEN to a token that is valid and not expired

    1 error
    ",
      "out": "",
      "status": 1,
    }
  `);
  expect(ran.err).not.toContain('glpat-wrong');
});

test.each([
  [['plan', '--token=TOKEN'], "error: unknown option '--token=…'"],
  [['plan', '--url', 'http://127.0.0.1:1', '--token-file', 'TOKEN'], 'the file (secret) cannot be read'],
  [['plan', 'TOKEN'], 'There is no file or directory (secret)'],
  [['TOKEN'], "unknown command '(secret)'"],
])('a token among the arguments, which is not said again: %j', async (args, said) => {
  const keelson = workspace({ 'keelson.yaml': teamYaml });
  const token = `glpat-${'abcd0123'.repeat(3)}`;
  const { status, out, err } = await keelson.run(...args.map((arg) => arg.replace('TOKEN', token)));
  expect([status, out, err]).toEqual([1, '', expect.stringContaining(said)]);
  expect(err).not.toContain(token);
});

test('a token without the scope', async () => {
  const { gitlab, keelson } = await team();
  keelson.write('token', gitlab.as('alice', ['read_user']).token);
  expect(await keelson.run('plan', '--token-file', 'token')).toMatchInlineSnapshot(`
    {
      "err": "error[insufficient-scope]: the token lacks a scope (insufficient_scope: The request requires higher privileges than provided by the access token.)
     = help: Make a token with the scope api (and admin_mode where Admin Mode is on)

    1 error
    ",
      "out": "",
      "status": 1,
    }
  `);
});

test('a token that may only read is enough for a plan', async () => {
  const { gitlab, keelson } = await team();
  keelson.write('token', gitlab.as('root', ['read_api']).token);
  const { status, err } = await keelson.run('plan', '--token-file', 'token');
  expect({ status, err }).toEqual({ status: 0, err: '' });
});

test('a host that is not there', async () => {
  const keelson = workspace(
    { 'keelson.yaml': teamYaml },
    { KEELSON_TOKEN: 'glpat-x', KEELSON_URL: 'http://127.0.0.1:1' },
  );
  expect(await keelson.run('plan')).toMatchInlineSnapshot(`
    {
      "err": "error[unreachable]: http://gitlab.test does not answer (ECONNREFUSED)
     = help: Check the URL, the network and the proxy, and try again

    1 error
    ",
      "out": "",
      "status": 1,
    }
  `);
}, 60_000);

test('a host that is no GitLab', async () => {
  const server = createServer((_, response) => response.end('<html>It works!</html>')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const keelson = workspace({ 'keelson.yaml': teamYaml }, { KEELSON_TOKEN: 'glpat-x', KEELSON_URL: url });
  expect(await keelson.run('plan')).toMatchInlineSnapshot(`
    {
      "err": "error[not-gitlab]: what answers there is no GitLab: GET /metadata does not answer with JSON
     = help: Check the URL: it is that of the instance itself

    1 error
    ",
      "out": "",
      "status": 1,
    }
  `);
});

test.each(['null', '[]', '7', '"platform"', '[{"id":1}]', '['.repeat(200_000) + ']'.repeat(200_000)])(
  'a group that is answered with %.20s is not taken for one that is not there',
  async (said) => {
    const { gitlab, keelson } = await team();
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      if (/\/groups\/[^/?]+(\?|$)/.test(path)) {
        response.end(said);
        return;
      }
      void fetch(`${gitlab.sandbox.url}${path}`, { headers: { 'private-token': gitlab.token } }).then(
        async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
        },
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const ran = await keelson.run('plan', '--url', `http://127.0.0.1:${port}`, '--har', 'told.har');
    expect([ran.status, ran.out]).toEqual([1, '']);
    expect(ran.err).toMatch(/^error\[not-gitlab\]: .*GET .*\/groups\//);
  },
);

test('with --json, an error is an error: nothing on standard output, and 1', async () => {
  const { keelson } = await team();
  keelson.write('token', 'glpat-wrong');
  expect(await keelson.run('plan', '--json', '--log-format', 'json', '--token-file', 'token')).toMatchInlineSnapshot(`
    {
      "err": "{"severity":"error","code":"unauthorized","message":"GitLab does not accept the token (401 Unauthorized)","remedy":"set KEELSON_TOKEN to a token that is valid and not expired"}
    ",
      "out": "",
      "status": 1,
    }
  `);
});

test('arguments that the program does not know', async () => {
  const keelson = workspace();
  expect(await keelson.run('paln')).toMatchInlineSnapshot(`
    {
      "err": "error: unknown command 'paln'
    (Did you mean plan?)
    (keelson --help tells more)
    ",
      "out": "",
      "status": 1,
    }
  `);
  expect((await keelson.run('plan', '--concurrency', 'many')).status).toBe(1);
  expect((await keelson.run('--help')).status).toBe(0);
  expect((await keelson.run('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('a rate limit that lets nothing through for long is told, with how long', async () => {
  const { gitlab, keelson } = await team();
  await gitlab.put('/application/settings', {
    throttle_authenticated_api_enabled: true,
    throttle_authenticated_api_requests_per_period: 1,
    throttle_authenticated_api_period_in_seconds: 86_400,
  });
  const { child, ran } = keelson.start('plan');
  let seen = '';
  child.stderr?.on('data', (chunk: Buffer) => (seen += chunk.toString()));
  await expect
    .poll(() => seen, { timeout: 20_000 })
    .toMatch(/a rate limit\): waiting for \d+ (second|minute|hour)s?\./);
  child.kill('SIGTERM');
  await ran;
}, 40_000);

test('what is no GitLab is told what to look at: a page to sign in, a wrong sub-path, a peer without HTTP', async () => {
  const answering = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    const { err } = await told(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sub`);
    return err;
  };
  const told = (url: string) =>
    workspace({ 'keelson.yaml': teamYaml }, { KEELSON_URL: url, KEELSON_TOKEN: 'glpat-xxxxxxxxxxxxxxxxxxxx' }).run(
      'plan',
    );
  const signIn = await answering((_request, answer) => answer.writeHead(302, { location: '/users/sign_in' }).end());
  expect(signIn).toContain(
    'the server redirects to /users/sign_in\n = help: Check that the URL is that of the instance',
  );
  const nowhere = await answering((_request, answer) =>
    answer.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no"}'),
  );
  expect(nowhere).toContain('error[not-gitlab]: what answers there is no GitLab: it has no GET /');
  expect(nowhere).toContain('Check the URL');
  const mute = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')).listen(0, '127.0.0.1');
  closing.push(() => mute.close());
  await once(mute, 'listening');
  const { err } = await told(`http://127.0.0.1:${(mute.address() as AddressInfo).port}`);
  expect(err).toContain('does not answer (');
  expect(err).not.toContain('undefined');
});

test('a saved plan says what applying it does: nothing, or what a guard refuses', async () => {
  const { keelson } = await team();
  const saved = await keelson.run('plan', '--out', 'plan.json');
  expect(saved.err).toContain('Saved to plan.json; `keelson apply plan.json` does exactly this.');
  await keelson.run('apply', '--auto-approve');
  await keelson.run('plan', '--out', 'empty.json');
  expect(await keelson.run('apply', 'empty.json')).toEqual({
    status: 0,
    out: 'Nothing to do: the saved plan has no changes.\n',
    err: '',
  });
  keelson.write('keelson.yaml', 'groups: { team: { state: absent } }');
  const refused = await keelson.run('plan', '--out', 'plan.json');
  expect(refused.err).toContain('`keelson apply plan.json` refuses it, as told below');
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(3);
});
