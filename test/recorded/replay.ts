import { Client } from 'undici';
import { isJsonObject, type Json } from '../../src/sandbox/store/json.ts';
import { createClock } from '../../src/sandbox/store/clock.ts';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { departures, type Reply } from './compare.ts';
import { bareOf, exchangesOf, type Exchange } from './exchange.ts';
import { createIdentities, type Identities } from './identities.ts';
import { asRecorded, meanwhile, PEOPLE, tierOf, type Arrangement } from './instance.ts';

/** The day of the recordings: what was good then may have ended since. */
const RECORDED_ON = new Date('2026-11-22T12:00:00Z');

/** No job of the background is done while a recording is sent, on however slow a machine. */
const BACKGROUND = 600_000;

/** How the sandbox answered a recording. */
export interface Replayed {
  readonly exchanges: number;
  /** How many it answered as the platform did. */
  readonly agreed: number;
  readonly departed: readonly Departed[];
}

/** One exchange that the sandbox answered in another way. */
export interface Departed {
  /** Method and path, with `:id` for what is another every time. */
  readonly endpoint: string;
  readonly exchange: Exchange;
  /** In what, a line each. */
  readonly what: readonly string[];
}

/** Sends a recording to a fresh sandbox with the same people and settings, in order, and compares the answers. */
export async function replay(recording: string): Promise<Replayed> {
  const sandbox = await serveSandbox({
    backgroundDelay: BACKGROUND,
    tier: tierOf(recording),
    clock: createClock(RECORDED_ON),
  });
  const http = new Client(sandbox.url);
  const send = sender(http);
  try {
    const identities = createIdentities();
    await prepare(recording, sandbox, send, identities);
    const exchanges = exchangesOf(recording);
    const departed: Departed[] = [];
    const others = meanwhile(recording);
    for (const [index, exchange] of exchanges.entries()) {
      const other = others.get(index);
      if (other !== undefined) await arrange(other, sandbox, send, identities);
      const reply = await send(
        exchange.method,
        identities.path(exchange.path),
        tokenOf(exchange, sandbox, identities),
        exchange.body === undefined ? undefined : identities.body(exchange.body),
      );
      if (reply.status === exchange.status && exchange.answer.kept !== 'shape')
        identities.learn(exchange.path, exchange.answer.json, reply.json);
      const what = departures(exchange, reply);
      if (what.length > 0) departed.push({ endpoint: endpointOf(exchange), exchange, what });
    }
    return { exchanges: exchanges.length, agreed: exchanges.length - departed.length, departed };
  } finally {
    await http.destroy();
    await sandbox.close();
  }
}

type Send = (method: string, path: string, token: string | undefined, body?: Json) => Promise<Reply>;

function sender(http: Client): Send {
  return async (method, path, token, body) => {
    const answer = await http.request({
      method,
      path: path === '/graphql' ? `/api/graphql${method === 'GET' ? queryOf(body) : ''}` : `/api/v4${path}`,
      headers: {
        ...(token !== undefined && { 'private-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && method !== 'GET' && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')] as const),
    );
    return { status: answer.statusCode, headers, text, json: jsonOf(text) };
  };
}

/** A GET carries in its address what a POST carries in its body. */
function queryOf(body: Json | undefined): string {
  const query = isJsonObject(body ?? null) ? textAt(body ?? null, 'query') : '';
  return `?query=${encodeURIComponent(query)}`;
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The recorded instance's own configuration, and its people. */
async function prepare(recording: string, sandbox: ServedSandbox, send: Send, identities: Identities): Promise<void> {
  for (const arrangement of asRecorded(recording)) await arrange(arrangement, sandbox, send, identities);
  identities.add('users', 1, 1);
  for (const [index, username] of PEOPLE.entries()) {
    const name = `${username.charAt(0).toUpperCase()}${username.slice(1)}`;
    const email = `${username}@example.com`;
    const { status, json, text } = await send('POST', '/users', sandbox.token, {
      ...{ username, name, email },
      ...{ force_random_password: true, skip_confirmation: true },
    });
    if (status !== 201 || !isJsonObject(json)) throw new Error(`POST /users: ${status} ${text}`);
    identities.add('users', index + 2, Number(json['id']));
  }
}

async function arrange(
  arrangement: Arrangement,
  sandbox: ServedSandbox,
  send: Send,
  identities: Identities,
): Promise<void> {
  const { method, path, body, issues, is } = arrangement;
  const reply = await send(
    method,
    identities.path(path),
    tokenOf(arrangement, sandbox, identities),
    body && identities.body(body),
  );
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  if (is !== undefined && isJsonObject(reply.json)) identities.add(...is, Number(reply.json['id']));
  if (issues !== undefined) identities.learn(path, { token: issues }, { token: textAt(reply.json, 'token') });
}

function textAt(json: Json, key: string): string {
  const value = isJsonObject(json) ? json[key] : undefined;
  if (typeof value !== 'string') throw new Error(`there is no ${key} in ${JSON.stringify(json)}`);
  return value;
}

function tokenOf(
  { as }: { readonly as?: string | undefined },
  sandbox: ServedSandbox,
  identities: Identities,
): string | undefined {
  if (as === undefined) return sandbox.token;
  return as === 'anonymous' ? undefined : (identities.token(as) ?? 'glpat-of-nobody');
}

/** `PUT /groups/:id/hooks/:id`. */
function endpointOf({ method, path }: Exchange): string {
  const named = new Set(['groups', 'projects', 'users']);
  const segments = bareOf(path)
    .split('/')
    .map((part, index, all) => (/^\d+$/.test(part) || (index === 2 && named.has(all[1] ?? '')) ? ':id' : part));
  return `${method} ${segments.join('/')}`;
}
