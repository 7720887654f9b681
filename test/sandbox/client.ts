import { onTestFinished } from 'vitest';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { isJsonObject } from '../../src/sandbox/store/json.ts';
import type { Json, JsonObject } from '../../src/sandbox/store/json.ts';

/** One answer: its status, its headers, and its body as JSON or text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
  /** The body as an object; fails when it is none. */
  readonly object: JsonObject;
  /** The body as a list of objects; fails when it is none. */
  readonly list: readonly JsonObject[];
}

/** Calls the API as one user, over HTTP. */
export interface Client {
  readonly token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: JsonObject, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: JsonObject, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: JsonObject): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** A running sandbox, and the administrator's client to it. */
export interface SandboxClient extends Client {
  readonly sandbox: ServedSandbox;
  /** A client that acts as a user, by a fresh token with these scopes (`api` alone by default). */
  as(username: string, scopes?: readonly string[]): Client;
  /** Makes a user and returns its id. */
  user(username: string, more?: JsonObject): Promise<number>;
  /** Makes a group at a full path whose parent exists, and returns its id. */
  group(fullPath: string, more?: JsonObject): Promise<number>;
}

/** Starts a sandbox that ends with the test. */
export async function sandbox(options: SandboxOptions = {}): Promise<SandboxClient> {
  const started = await serveSandbox(options);
  onTestFinished(() => started.close());
  const root = clientOf(started.url, started.token);
  return {
    ...root,
    sandbox: started,
    as: (username, scopes = ['api']) => clientOf(started.url, issueToken(started, username, scopes)),
    user: async (username, more = {}) => {
      const email = `${username}@example.com`;
      const made = await root.post('/users', { username, name: username, email, password: 'long enough', ...more });
      return idOf(made);
    },
    group: async (fullPath, more = {}) => {
      const cut = fullPath.lastIndexOf('/');
      const path = fullPath.slice(cut + 1);
      const parent =
        cut < 0 ? {} : { parent_id: idOf(await root.get(`/groups/${encodeURIComponent(fullPath.slice(0, cut))}`)) };
      return idOf(await root.post('/groups', { name: path, path, ...parent, ...more }));
    },
  };
}

/** The id in an answer; fails, with the body, when there is none. */
export function idOf(answer: Answer): number {
  const id = answer.object['id'];
  if (typeof id !== 'number') throw new Error(`no id in ${answer.status} ${JSON.stringify(answer.body)}`);
  return id;
}

let issued = 0;

function issueToken(started: ServedSandbox, username: string, scopes: readonly string[]): string {
  const { state, clock } = started.platform;
  const user = state.userByName(username.toLowerCase());
  if (user === undefined) throw new Error(`no user ${username}`);
  const secret = `glpat-test-${username}-${(issued += 1)}`;
  state.tokens.insert({
    kind: 'personal',
    user_id: user.id,
    name: 'test',
    description: null,
    scopes,
    revoked: false,
    created_at: clock.now().toISOString(),
    expires_at: null,
    last_used_at: null,
    secret,
    source_type: null,
    source_id: null,
    previous_id: null,
  });
  return secret;
}

export function clientOf(url: string, token: string): Client {
  const call = async (method: string, path: string, body?: JsonObject, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': token, ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answerOf(response, await response.text());
  };
  return {
    token,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body) => call('PATCH', path, body),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  };
}

function answerOf(response: Response, text: string): Answer {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body = isJson ? (JSON.parse(text) as Json) : text;
  return {
    status: response.status,
    headers: response.headers,
    body,
    get object() {
      if (!isJsonObject(body)) throw new Error(`not an object: ${text}`);
      return body;
    },
    get list() {
      if (!Array.isArray(body)) throw new Error(`not a list: ${text}`);
      return body as readonly JsonObject[];
    },
  };
}
