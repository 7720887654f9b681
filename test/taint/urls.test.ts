import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { runHere, type Ended } from '../crash/program.ts';
import { secretsIn, secretsInFiles } from './markers.ts';

const TOKEN = 'glpat-marker-of-the-caller-4c1b';

/** Every place in which a URL may say more than where something is. */
const marks = {
  user: 'marker-user-1a',
  password: 'marker-pass-2b',
  at: 'marker-at-3c',
  search: 'marker-search-4d',
  second: 'marker-second-5e',
  query: 'marker-query-6f',
  plantuml: 'marker-plantuml-0e',
  wiki: 'marker-wiki-7a',
  system: 'marker-system-8b',
  undeclared: 'marker-undeclared-9c',
  description: 'marker-description-0d',
  proxy: 'marker-proxy-1f',
};

const HOOK = `https://${marks.user}:${marks.password}@${marks.at}@ci.example.com/in?private_token=${marks.query}`;
const SEARCH = `http://u:${marks.search}@one.example.com:9200,http://u:${marks.second}@two.example.com:9200`;
const PLANTUML = `https://u:${marks.plantuml}@plantuml.example.com/`;
const WIKI = `https://${marks.wiki}@wiki.example.com/`;
const SYSTEM = `https://audit.example.com/?access_token=${marks.system}`;

const yaml = `
allow_plain_secrets: ["**"]
instance:
  settings: { plantuml_url: "${PLANTUML}", plantuml_enabled: true }
  system_hooks: { audit: { url: "${SYSTEM}" } }
groups:
  team:
    description: "see https://u:${marks.description}@docs.example.com"
    hooks: { ci: { url: "${HOOK}" }, other: { url: "https://ci.example.com/other" } }
    integrations: { external-wiki: { external_wiki_url: "${WIKI}" } }
`;

let sandbox: ServedSandbox;
let folder: string;
let env: { readonly [name: string]: string };

const call = async (method: 'POST' | 'PUT', path: string, body: object): Promise<void> => {
  const answer = await fetch(`${sandbox.url}/api/v4${path}`, {
    method,
    headers: { 'private-token': TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
};

beforeAll(async () => {
  sandbox = await serveSandbox({ token: TOKEN });
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-urls-')));
  env = { KEELSON_URL: sandbox.url, KEELSON_TOKEN: TOKEN, KEELSON_DEBUG: '1' };
  await call('POST', '/groups', { name: 'team', path: 'team' });
  await call('PUT', '/application/settings', { elasticsearch_url: SEARCH });
  await call('POST', '/groups/team/hooks', {
    url: `https://u:${marks.undeclared}@old.example.com/`,
    push_events: true,
  });
});
beforeEach(() => {
  writeFileSync(join(folder, 'keelson.yaml'), yaml);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: readonly string[], more: { readonly [name: string]: string } = {}): Promise<Ended> {
  const ended = await runHere(folder, args, { ...env, ...more });
  expect(secretsIn(ended.text, `the output of ${args.join(' ')}`, marks)).toEqual([]);
  expect(secretsInFiles(folder, marks, ['keelson.yaml'])).toEqual([]);
  return ended;
}

describe('what a URL holds of users, passwords and tokens is in nothing that is printed, nor in any file', () => {
  it('refused where it stands in plain text', async () => {
    writeFileSync(join(folder, 'keelson.yaml'), yaml.replace(/allow_plain_secrets.*/, ''));
    const { status, text } = await run(['validate']);
    expect(status).toBe(1);
    for (const at of ['settings.plantuml_url', 'system_hook[audit].url', 'hook[ci].url', 'external_wiki_url'])
      expect(text).toMatch(new RegExp(`plain-secret.*|list .*${at.replace(/[[\].]/g, '\\$&')}`));
    expect(text.match(/error\[plain-secret\]/g)).toHaveLength(5);
    expect((await run(['validate', '--log-format', 'json'])).status).toBe(1);
  });

  it.each([
    ['a word that nothing knows', '\ngrups: { x: "https://u:marker-user-1a@h/" } # https://u:marker-pass-2b@h'],
    ['brackets that do not fit', '\ngroups: { x: { hooks: { a: { url: "https://u:marker-user-1a@h/" } }'],
  ])('an error in a line with one: %s', async (_, text) => {
    writeFileSync(join(folder, 'keelson.yaml'), text);
    expect((await run(['validate'])).status).toBe(1);
  });

  it.each([
    [['validate']],
    [['plan', '--verbose', '--har', 'plan.har']],
    [['plan', '--json']],
    [['plan', '--markdown']],
    [['plan', '--log-format', 'json']],
    [['drift', '--json']],
    [['export', '--har', 'export.har']],
  ])('%j', async (args) => {
    expect([0, 2]).toContain((await run(args)).status);
  });

  it('a plan that would need one is not saved', async () => {
    const { status, text } = await run(['plan', '--out', 'plan.json']);
    expect(status).toBe(1);
    expect(text).toContain('in plain text, which no plan file may hold');
  });

  it('an apply that fails, and one that does it', async () => {
    sandbox.fail('500@POST /groups/*');
    expect((await run(['apply', '--auto-approve', '--har', 'failed.har', '--json'])).status).toBe(1);
    sandbox.fail('');
    const { status, text } = await run(['apply', '--auto-approve', '--har', 'apply.har', '--log-format', 'json']);
    expect(status, text).toBe(0);
    const arrived = JSON.stringify(sandbox.state());
    for (const url of [HOOK, SYSTEM, WIKI, PLANTUML]) expect(arrived).toContain(url);
  });

  it.each([
    [['plan', '--verbose']],
    [['drift', '--har', 'drift.har']],
    [['plan', '--resend', '**', '--json']],
    [['export', '--har', 'export.har']],
  ])('afterwards: %j', async (args) => {
    expect([0, 2]).toContain((await run(args)).status);
  });

  it('one that differs is told as changed, and one that goes with its hook is saved without it', async () => {
    writeFileSync(
      join(folder, 'keelson.yaml'),
      'groups: { team: { prune: [hooks], hooks: { ci: { url: "https://ci.example.com/in" }, other: { url: "https://ci.example.com/other" } } } }\n',
    );
    const { status, text } = await run(['plan', '--verbose', '--out', 'plan.json', '--har', 'again.har']);
    expect(status, text).toBe(0);
    expect(text).toContain('https://(secret)@ci.example.com/in?private_token=(secret)');
    expect(text).toContain('hook[https://(secret)@old.example.com/]');
    const saved = await run(['apply', 'plan.json', '--auto-approve', '--har', 'saved.har']);
    expect(saved.status, saved.text).toBe(0);
    expect(readFileSync(join(folder, 'saved.har'), 'utf8')).toContain('DELETE');
  });

  it.each([
    'https://u:marker-user-1a@h/',
    'ftp://u:marker-user-1a@h/',
    'u:marker-user-1a@h',
    '//u:marker-user-1a@h',
    'https://u:marker-user-1a@marker-at-3c@h:x/',
  ])('an instance at %s', async (url) => {
    const { status, text } = await run(['plan'], { KEELSON_URL: url });
    expect(status, text).toBe(1);
  });

  it.each([`http://u:${marks.proxy}@[bad`, `u:${marks.proxy}@h`, `ftp://u:${marks.proxy}@h/`, marks.proxy])(
    'what is no proxy, %s, is told by its variable',
    async (proxy) => {
      const { status, text } = await run(['plan'], { http_proxy: proxy });
      expect([status, text]).toEqual([1, expect.stringContaining('error[bad-proxy]: http_proxy is not the URL')]);
    },
  );

  it('a proxy that hears the password, and one that refuses it and says it back', async () => {
    const heard: string[] = [];
    let refuses = false;
    const proxy = createServer().on('connect', (request, socket: Socket, head) => {
      const said = request.headers['proxy-authorization'] ?? '';
      heard.push(Buffer.from(said.replace('Basic ', ''), 'base64').toString());
      if (refuses) {
        const words = `${said} of http://${heard.at(-1) ?? ''}@proxy`;
        socket.end(`HTTP/1.1 407 ${words}\r\nproxy-authenticate: ${words}\r\nconnection: close\r\n\r\n${words}`);
        return;
      }
      const there = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        there.write(head);
        there.pipe(socket).pipe(there);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const by = { http_proxy: `http://u:${marks.proxy}@127.0.0.1:${port}`, KEELSON_TIMEOUT: '5' };
    const through = await run(['plan', '--verbose', '--har', 'proxied.har'], by);
    expect([through.status, new Set(heard)]).toEqual([0, new Set([`u:${marks.proxy}`])]);
    refuses = true;
    const refused = await run(['plan', '--har', 'refused.har'], by);
    expect([refused.status, refused.text]).toEqual([1, expect.stringContaining('error[unreachable]')]);
    proxy.close();
  });
});
