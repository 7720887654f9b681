/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = Readonly<Record<string, Json>>;

/** One answer of the platform. */
export interface Answer {
  readonly status: number;
  readonly json: Json;
  /** The body as an object; throws where it is none. */
  readonly object: JsonObject;
  /** The body as a list of objects; throws where it is none. */
  readonly list: readonly JsonObject[];
}

/** Raw HTTP with one token. */
export interface Api {
  /** Whatever the answer is. */
  ask(method: string, path: string, body?: JsonObject): Promise<Answer>;
  /** Throws where the answer is no good one. */
  get(path: string): Promise<Answer>;
  post(path: string, body?: JsonObject): Promise<Answer>;
  put(path: string, body: JsonObject): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** Calls the REST API of the instance at a URL. */
export function apiOf(url: string, token: string): Api {
  const ask = async (method: string, path: string, body?: JsonObject): Promise<Answer> => {
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { 'private-token': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answerOf(`${method} ${path}`, response.status, await response.text());
  };
  const good = async (method: string, path: string, body?: JsonObject): Promise<Answer> => {
    const answer = await ask(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
    return answer;
  };
  return {
    ask,
    get: (path) => good('GET', path),
    post: (path, body = {}) => good('POST', path, body),
    put: (path, body) => good('PUT', path, body),
    delete: (path) => good('DELETE', path),
  };
}

/** A value as text; empty for what is neither text nor a number. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function answerOf(what: string, status: number, text: string): Answer {
  const json = jsonOf(text);
  return {
    status,
    json,
    get object() {
      if (!isObject(json)) throw new Error(`${what}: no object: ${text}`);
      return json;
    },
    get list() {
      if (!Array.isArray(json)) throw new Error(`${what}: no list: ${text}`);
      return json.filter(isObject);
    },
  };
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
