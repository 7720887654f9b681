import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { runHere } from '../crash/program.ts';
import { secretsIn, secretsInFiles } from './markers.ts';

const TOKEN = 'glpat-marker-of-the-caller-4c1b';
const HOOK = 'm"rk&r (h)ook+7d21f0';

const yaml = `
groups:
  team: { hooks: { ci: { url: "https://ci.example.com/", token: { env: ECHO_HOOK } } } }
`;

let sandbox: ServedSandbox;
let echo: Server;
let url: string;
let folder: string;
/** What the server says of a hook that is sent to it. */
let says: (sent: { readonly token: string }) => { readonly status: number; readonly body: string };

/** A platform that says in its refusals what was sent to it, as a validation does that quotes what it refuses. */
beforeAll(async () => {
  sandbox = await serveSandbox({ token: TOKEN });
  await fetch(`${sandbox.url}/api/v4/groups`, {
    method: 'POST',
    headers: { 'private-token': TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'team', path: 'team', visibility: 'private' }),
  });
  echo = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void answered(request.method ?? '', request.url ?? '', Buffer.concat(chunks).toString()).then(
        ({ status, type, body }) => {
          response.writeHead(status, { 'content-type': type }).end(body);
        },
      );
    });
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const address = echo.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  folder = mkdtempSync(join(tmpdir(), 'keelson-echo-'));
  writeFileSync(join(folder, 'keelson.yaml'), yaml);
});
afterAll(async () => {
  echo.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

async function answered(
  method: string,
  path: string,
  sent: string,
): Promise<{ status: number; type: string; body: string }> {
  if (method === 'POST') return { type: 'application/json', ...says(JSON.parse(sent) as { token: string }) };
  const answer = await fetch(`${sandbox.url}${path}`, { headers: { 'private-token': TOKEN } });
  return { status: answer.status, type: 'application/json', body: await answer.text() };
}

it.each<[string, typeof says, string]>([
  [
    'the secret of a hook',
    ({ token }) => ({ status: 422, body: JSON.stringify({ message: { token: [`"${token}" is too weak`] } }) }),
    'what GitLab says of it holds a secret that was sent',
  ],
  [
    'the secret of a hook, encoded',
    ({ token }) => ({ status: 400, body: JSON.stringify({ error: `bad value ${encodeURIComponent(token)}` }) }),
    'what GitLab says of it holds a secret that was sent',
  ],
  [
    'the secret of a hook, as a form',
    ({ token }) => ({
      status: 400,
      body: JSON.stringify({ error: `bad ${new URLSearchParams({ token }).toString()}` }),
    }),
    'what GitLab says of it holds a secret that was sent',
  ],
  [
    'the secret of a hook, as HTML, in the name of a field',
    ({ token }) => ({
      status: 400,
      body: JSON.stringify({ message: { [token.replaceAll('&', '&amp;').replaceAll('"', '&quot;')]: ['is bad'] } }),
    }),
    'what GitLab says of it holds a secret that was sent',
  ],
  ['the secret of a hook, in plain text', ({ token }) => ({ status: 500, body: `cannot take ${token}` }), ''],
  [
    "the caller's own token",
    () => ({ status: 403, body: JSON.stringify({ message: `403 ${TOKEN} may not` }) }),
    '403 (secret) may not',
  ],
])('a refusal that quotes %s gives nothing away', async (_, answer, expected) => {
  says = answer;
  const ended = await runHere(folder, ['apply', '--auto-approve', '--har', 'echo.har'], {
    KEELSON_URL: url,
    KEELSON_TOKEN: TOKEN,
    ECHO_HOOK: HOOK,
  });
  expect(ended.status).toBe(1);
  expect(ended.text).toContain(expected);
  expect(secretsIn(ended.text, 'the output', { TOKEN, HOOK })).toEqual([]);
  expect(secretsInFiles(folder, { TOKEN, HOOK })).toEqual([]);
});
