import type { Json, JsonObject } from '../store/json.ts';

/** What the platform answers. `text` is sent as text/plain, and `bytes` as they are, in place of a JSON body. */
export interface Reply {
  readonly status: number;
  readonly body?: Json;
  readonly text?: string;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (body: Json, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  body,
  headers,
});
export const created = (body: Json): Reply => ({ status: 201, body });
export const noContent = (): Reply => ({ status: 204 });
export const accepted = (): Reply => message(202, '202 Accepted');

/** The `{"message": "…"}` form: policies, lookups, explicit checks. */
export const message = (status: number, text: string): Reply => ({ status, body: { message: text } });

/** The `{"error": "…"}` form: the parameter layer, unknown routes, web hooks. */
export const failure = (status: number, text: string): Reply => ({ status, body: { error: text } });

/** The `{"message": {"field": ["…"]}}` form of a model's own validation. */
export const invalid = (errors: Readonly<Record<string, readonly string[]>>, status = 400): Reply => ({
  status,
  body: { message: errors },
});

/** `400 Bad request`, with the reason after a dash when there is one. */
export const badRequest = (reason?: string): Reply => message(400, withReason('400 Bad request', reason));

export const unauthorized = (): Reply => message(401, '401 Unauthorized');

/** `403 Forbidden`, with the reason after a dash when there is one. */
export const forbidden = (reason?: string): Reply => message(403, withReason('403 Forbidden', reason));

/** A named thing that is missing or hidden: `404 Group Not Found`, with a capital F. */
export const notFound = (thing?: string): Reply =>
  message(404, thing === undefined ? '404 Not Found' : `404 ${thing} Not Found`);

/** A row that a lookup did not find: `404 Not found`, with a small f. */
export const rowNotFound = (): Reply => message(404, '404 Not found');

/** What the platform breaks on changes nothing (any endpoint, 18.9). */
export const internalError = (): Reply => message(500, '500 Internal Server Error');

export const conflict = (text: string): Reply => message(409, text);

/** An OAuth-style refusal, as for expired tokens and missing scopes. */
export const tokenRefusal = (status: number, error: string, description: string, more: JsonObject = {}): Reply => ({
  status,
  body: { error, error_description: description, ...more },
});

/** Ends the handling of a request with this reply, from any depth. */
export function refuse(reply: Reply): never {
  throw Object.assign(new Error(`refused with ${reply.status}`), { refusal: reply });
}

/** The reply that a caught error carries, when `refuse` threw it. */
export function refusalOf(error: unknown): Reply | undefined {
  if (!(error instanceof Error) || !('refusal' in error)) return undefined;
  // Only `refuse` sets this property.
  return error.refusal as Reply;
}

function withReason(text: string, reason: string | undefined): string {
  return reason === undefined ? text : `${text} - ${reason}`;
}
