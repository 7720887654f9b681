import { isMap } from '../base/shape.ts';
import type { Json, JsonObject } from '../model.ts';

/** A user's way to an instance: one request, and what was answered. */
export interface Platform {
  /** Sends a request and returns the answer; throws where the instance refuses. */
  call(method: 'POST' | 'PUT', path: string, body: JsonObject): Promise<JsonObject>;
  hasUser(username: string): Promise<boolean>;
  /** The number of the user with this name. */
  userId(username: string): Promise<number>;
}

/** The instance at a URL, for whoever has this token. */
export function platform(url: string, token: string): Platform {
  const send = async (method: string, path: string, body?: JsonObject): Promise<Json> => {
    const response = await fetch(`${url}/api/v4${path}`, {
      method,
      headers: { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
    return JSON.parse(text) as Json;
  };
  const findUser = async (username: string): Promise<number | undefined> => {
    const found = await send('GET', `/users?username=${encodeURIComponent(username)}`);
    const users: readonly Json[] = Array.isArray(found) ? found : [];
    const [user = null] = users;
    return isMap(user) && typeof user['id'] === 'number' ? user['id'] : undefined;
  };
  return {
    async call(method, path, body) {
      const answer = await send(method, path, body);
      return isMap(answer) ? answer : {};
    },
    hasUser: async (username) => (await findUser(username)) !== undefined,
    async userId(username) {
      const id = await findUser(username);
      if (id === undefined) throw new Error(`There is no user ${username}.`);
      return id;
    },
  };
}
