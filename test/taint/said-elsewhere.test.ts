import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { runHere } from '../crash/program.ts';

/** Of the shape of a token of the platform, and none. */
const TOKEN = ['glpat', 'x7Qd2Lm9Vb4Tz1Kw6RpN'].join('-');
const HOOK = 'Zk39dQpLm27XvTbW';
const UNSAID = 'holds a secret that was sent, and is not shown';

interface Said {
  readonly status: number;
  readonly body?: string;
  readonly headers?: { readonly [name: string]: string };
}

let sandbox: ServedSandbox;
let between: Server;
let url: string;
let folder: string;
/** What is said in place of the sandbox's own answer, if anything. */
let says: (method: string, path: string) => Said | undefined;

/** A platform, and before it what says of a request whatever it has heard in any. */
beforeAll(async () => {
  between = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '' } = request;
      void answered(method, path, Buffer.concat(chunks).toString()).then(({ status, body, headers }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      });
    });
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const address = between.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
beforeEach(async () => {
  sandbox = await serveSandbox({ token: TOKEN });
  await fetch(`${sandbox.url}/api/v4/groups`, {
    method: 'POST',
    headers: { 'private-token': TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'team', path: 'team', visibility: 'private' }),
  });
  folder = mkdtempSync(join(tmpdir(), 'keelson-said-'));
  writeFileSync(
    join(folder, 'keelson.yaml'),
    `groups:
  team:
    hooks: { ci: { url: "https://ci.example.com/", token: { env: SAID_HOOK } } }
    variables: { STAGE: { plain_value: open } }
`,
  );
  return async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  };
});
afterAll(() => {
  between.close();
});

async function answered(method: string, path: string, sent: string): Promise<Said> {
  const said = says(method, path);
  if (said !== undefined) return said;
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { 'private-token': TOKEN, 'content-type': 'application/json' },
    ...(sent !== '' && { body: sent }),
  });
  return { status: answer.status, ...(answer.status !== 204 && { body: await answer.text() }) };
}

/** All that a run has printed, and written into its traffic. */
async function run(...args: readonly string[]): Promise<string> {
  const { text } = await runHere(folder, [...args, '--har', 'said.har'], {
    KEELSON_URL: url,
    KEELSON_TOKEN: TOKEN,
    SAID_HOOK: HOOK,
  });
  return text;
}

function traffic(): string {
  return readFileSync(join(folder, 'said.har'), 'utf8');
}

function message(words: string): string {
  return JSON.stringify({ message: words });
}

const basic = (secret: string): string => Buffer.from(`user:${secret}`).toString('base64');

it.each<[string, string, typeof says, readonly string[]]>([
  ['the token as basic authentication', basic(TOKEN), (_, path) => says401(path, basic(TOKEN)), ['plan']],
  ['the middle of the token', TOKEN.slice(8, -2), (_, path) => says401(path, TOKEN.slice(8, -2)), ['drift']],
  [
    'the token in small letters, of a section',
    TOKEN.toLowerCase(),
    (_, path) => (path.includes('/hooks') ? { status: 403, body: message(`no ${TOKEN.toLowerCase()}`) } : undefined),
    ['plan'],
  ],
  [
    'the token in the place that it redirects to',
    basic(TOKEN),
    (_, path) =>
      path.includes('/user') ? { status: 302, headers: { location: `https://in.example/${basic(TOKEN)}` } } : undefined,
    ['plan'],
  ],
  [
    'the token, to a write',
    basic(TOKEN),
    (method) => (method === 'POST' ? { status: 422, body: message(`bad ${basic(TOKEN)}`) } : undefined),
    ['apply', '--auto-approve'],
  ],
  [
    'the secret of another call, as basic authentication',
    basic(HOOK),
    (method, path) =>
      method === 'POST' && path.includes('/variables')
        ? { status: 422, body: message(`bad ${basic(HOOK)}`) }
        : undefined,
    ['apply', '--auto-approve'],
  ],
  [
    'the first letters of the secret of another call',
    HOOK.slice(0, 8),
    (method, path) =>
      method === 'POST' && path.includes('/variables')
        ? { status: 422, body: message(`bad ${HOOK.slice(0, 8)}`) }
        : undefined,
    ['apply', '--auto-approve'],
  ],
])('a message that says %s again is not told', async (_, said, answers, command) => {
  says = answers;
  const text = await run(...command);
  expect(text).toContain(UNSAID);
  expect(text).not.toContain(said);
  expect(traffic()).not.toContain(said);
});

function says401(path: string, words: string): Said | undefined {
  return path.startsWith('/api/v4/user') ? { status: 401, body: message(`no: ${words}`) } : undefined;
}

/** The value of a variable that stands live and is declared nowhere. */
const LIVE = 'lV4rt9Mz2Xc7Qp1Kd';

it.each<[string, number, unknown]>([
  ['a refusal in words', 400, { error: [`A=${LIVE}`] }],
  ['a refusal with objects', 422, { message: [{ key: 'A', worth: LIVE }] }],
  ['a refusal for want of rights', 403, { message: `403 ${LIVE}` }],
  ['the list in a string', 200, JSON.stringify([{ key: 'A', value: LIVE }])],
  ['the list in an object', 200, { data: JSON.stringify([{ key: 'A', value: LIVE }]) }],
  ['a list of strings', 200, [`A=${LIVE}`]],
])('what is said in place of a list of variables is not told: %s', async (_, status, body) => {
  says = (method, path) =>
    method === 'GET' && path.includes('/variables') ? { status, body: JSON.stringify(body) } : undefined;
  for (const command of ['plan', 'drift']) {
    const text = await run(command);
    expect(text).toContain(status === 200 ? 'does not answer with a list' : `GitLab answers ${status} to GET`);
    if (status !== 200) expect(text).toContain('may hold a secret that stands there, and is not shown');
    expect(text + traffic()).not.toContain(LIVE);
  }
});

it('a list of variables stands in the traffic, without their values', async () => {
  says = (method, path) =>
    method === 'GET' && path.includes('/groups/team/variables')
      ? { status: 200, body: JSON.stringify([{ key: 'SEEN', value: LIVE, variable_type: 'env_var' }]) }
      : undefined;
  await run('plan');
  expect(traffic()).toContain('SEEN');
  expect(traffic()).not.toContain(LIVE);
});
