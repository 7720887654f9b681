import type { Json, JsonObject } from '../model.ts';

/** A user's way to an instance: one request, and what was answered. */
export interface Platform {
  /** Sends a request and returns the answer; throws where the instance refuses. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: JsonObject): Promise<JsonObject>;
}

/** The instance at a URL, for whoever has this token. */
export function platform(url: string, token: string): Platform {
  return {
    async call(method, path, body) {
      const response = await fetch(`${url}/api/v4${path}`, {
        method,
        headers: { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text}`);
      const answer = text === '' ? {} : (JSON.parse(text) as Json);
      return isObject(answer) ? answer : {};
    },
  };
}

function isObject(answer: Json): answer is JsonObject {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}
