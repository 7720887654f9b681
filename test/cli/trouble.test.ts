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

test.each([
  [['apply', '--undo', '--auto-approve'], "error: option '--undo <file>' argument missing"],
  [['plan', '--target', '--json'], "error: option '--target <glob>' argument missing"],
])('an option that was given another one for its value: %j', async (args, said) => {
  const { status, out, err } = await workspace({ 'keelson.yaml': teamYaml }).run(...args);
  expect([status, out, err]).toEqual([1, '', expect.stringContaining(said)]);
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
      "err": "error[not-gitlab]: what answers there is no GitLab: GET http://gitlab.test/api/v4/metadata does not answer with JSON
     = help: Check the URL: it is that of the instance itself, with its path where it stands below one, as https://example.com/gitlab, and without anything else

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
  expect(await keelson.run('help', 'paln')).toEqual({
    status: 1,
    out: '',
    err: "error: unknown command 'paln'\n(keelson --help tells more)\n",
  });
  expect(await keelson.run('help', 'plan')).toMatchObject({
    status: 0,
    out: expect.stringContaining('Usage: keelson plan') as string,
  });
  expect(await keelson.run('plan', '--concurrency', 'many')).toMatchObject({
    status: 1,
    err: expect.stringContaining('(keelson plan --help tells more)\n') as string,
  });
  const help = await keelson.run('--help');
  expect(help.status).toBe(0);
  const commands = [...help.out.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name = '']) => name);
  expect(commands).toContain('completion');
  for (const name of commands) {
    expect(await keelson.run(name, '--no-such-flag')).toMatchObject({
      status: 1,
      err: `error: unknown option '--no-such-flag'\n(keelson ${name} --help tells more)\n`,
    });
    expect((await keelson.run(name, '--help')).out).toContain(`Usage: keelson ${name} [options]`);
  }
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
  expect(nowhere).toMatch(/no GitLab: it has no GET http:\/\/gitlab\.test\/api\/v4\/(?:metadata|user)\n/);
  expect(nowhere).toContain('Check the URL');
  const mute = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')).listen(0, '127.0.0.1');
  closing.push(() => mute.close());
  await once(mute, 'listening');
  const { err } = await told(`http://127.0.0.1:${(mute.address() as AddressInfo).port}`);
  expect(err).toContain('does not answer (');
  expect(err).not.toContain('undefined');
});

test('an instance below a path: without it the URL that was tried is told, and where it shows, the path', async () => {
  const { gitlab } = await team();
  const behind = async (others: RequestListener): Promise<string> => {
    const server = createServer((request, answer) => {
      const [, path] = /^\/gitlab(\/.*)$/.exec(request.url ?? '') ?? [];
      if (path === undefined) {
        others(request, answer);
        return;
      }
      void fetch(`${gitlab.sandbox.url}${path}`, { headers: { 'private-token': gitlab.token } }).then(async (told) => {
        answer.writeHead(told.status, { 'content-type': 'application/json' }).end(await told.text());
      });
    }).listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const plan = (url: string) =>
    workspace({ 'keelson.yaml': teamYaml }, { KEELSON_URL: url, KEELSON_TOKEN: gitlab.token }).run('plan');
  const html = await behind((_, answer) => answer.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>'));
  expect(await plan(html)).toMatchObject({
    status: 1,
    err: expect.stringMatching(
      /GET http:\/\/gitlab\.test\/api\/v4\/(?:metadata|user) .*\n = help: Check the URL: .*with its path where it stands below one, as https:\/\/example\.com\/gitlab/,
    ) as string,
  });
  const signIn = await behind((_, answer) => answer.writeHead(302, { location: '/gitlab/users/sign_in' }).end());
  expect((await plan(signIn)).err).toContain(
    'the server redirects to /gitlab/users/sign_in\n = help: Add the path to the URL below which the instance stands: /gitlab\n',
  );
  expect((await plan(`${signIn}/gitlab`)).status).toBe(0);
});

test('what a tier lacks is told with the tier and the version of the instance', async () => {
  const roles = 'instance: { member_roles: { reviewer: { base: reporter, permissions: [read_vulnerability] } } }';
  const { keelson, gitlab } = await team(roles, { tier: 'free' });
  expect((await keelson.run('plan')).err).toMatchInlineSnapshot(`
    "keelson.yaml:1:29: error[lacks-tier]: instance/member_role[reviewer] needs GitLab Ultimate, and this instance has Free
      |
    1 | instance: { member_roles: { reviewer: { base: reporter, permissions: [read_vulne…
      |                             ^^^^^^^^
      = help: Take it out of the configuration, or add a licence

    1 error in 1 file
    "
  `);
  keelson.write('token', gitlab.as('alice').token);
  const saml = 'groups: { own: { name: Own, saml_links: { devs: developer } } }';
  keelson.write('keelson.yaml', saml);
  expect((await keelson.run('apply', '--auto-approve', '--token-file', 'token')).out).toMatchInlineSnapshot(`
    "Plan for http://gitlab.test (GitLab 18.9.0-ee)

    group[own]
      + group[own]: declared, and not there  (keelson.yaml:1:11)
          name        Own
          visibility  private
      + saml_link[devs]: declared, and not there  (keelson.yaml:1:43)
          access_level  developer

    warning[creators-access]: GitLab makes alice, whose token this is, an owner of the new group[own]: nothing declares that
     = help: Declare alice in \`members\` there; undeclared, this access stays as long as its own token plans, also where members are pruned

    Plan: 2 to create, 0 to update, 0 to replace, 0 to delete; 0 unchanged
    9 reads made, 2 writes to come; checksum 0123456789ab

    Failed
      + group[own]/saml_link[devs]: GitLab refuses it  (keelson.yaml:1:43)
          POST /groups/own/saml_group_links answered 401
          GitLab says: 401 Unauthorized
          = help: saml_links need GitLab Premium: see whether this instance (GitLab 18.9.0-ee) has it, and whether this user may

    Applied in part: 1 created, 0 updated, 0 replaced, 0 deleted; 1 change failed, 0 not attempted
    "
  `);
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
