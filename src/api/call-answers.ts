import { isMap } from '../base/shape.ts';
import type { Json, JsonObject } from '../model.ts';
import type { Read } from '../read.ts';
import type { ExpectedAnswer } from '../shown.ts';
import { ApiError } from './api-error.ts';
import type { Answer, Request } from './exchange.ts';
import { serverMessageOf } from './server-message.ts';

/** A call whose references and secrets have been filled in. */
export interface FilledCall {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Read['query'] | undefined;
  readonly body?: JsonObject | undefined;
  /** The file that goes with the body, as a form. */
  readonly attaches?: Request['attaches'];
  readonly headers?: { readonly [name: string]: string };
  /** Success says whatever it likes in JSON, or nothing: POST and DELETE …/terraform/state/:name/lock (18.9). */
  readonly mayBeAnything?: true;
  /** What an object has to look like, so that it is the answer of a GitLab to this call; any where it is not said. */
  readonly expects?: ExpectedAnswer;
  /** Success says true, and proves nothing with null, where it was so before, or false, where nothing was done: POST /users/:id/block (18.9). */
  readonly isVerdict?: true;
}

/**
 * The object in the answer to a call that went through. POST and PUT answer with one, DELETE with one or with 204 alone (18.9): a page of
 * a gateway, an answer whose body was lost, an object that tells of an error, and one that does not show what the call is about are said to
 * be unknown.
 */
export function objectOf(call: FilledCall, { body, isJson, status }: Answer): JsonObject | undefined {
  if (isMap(body) && typeof body['error'] !== 'string' && isExpected(call, body, status)) return body;
  const isEmpty = body === undefined || body === '' || (isJson && body === null);
  if (call.mayBeAnything && (isEmpty || isJson)) return undefined;
  if (isEmpty && call.method === 'DELETE' && status === 204) return undefined;
  const what = isMap(body)
    ? `${typeof body['error'] === 'string' ? 'an error' : 'another object than this is about'} in it${said(body)}`
    : isEmpty
      ? 'nothing in it'
      : isJson
        ? 'no object'
        : 'no JSON';
  throw unknown(call, status, what, isMap(body) ? serverMessageOf(body) : undefined);
}

function unknown({ method, path }: FilledCall, status: number, what: string, serverMessage?: string): ApiError {
  const message = `${method} ${path} was answered with ${status} and ${what}`;
  return new ApiError('not-gitlab', message, { method, path }, { status, serverMessage, outcomeUnknown: true });
}

/** Whether an object is what GitLab answers to a call; that it tells of an error of its own (201 with `status: error`) is for others to say. */
function isExpected({ expects, isVerdict }: FilledCall, body: JsonObject, status: number): boolean {
  if (isVerdict) return false;
  if (expects === undefined || body['status'] === 'error') return true;
  if (expects.mayBeQueued && status === 202) return true;
  return expects.shows.every((name) => Object.hasOwn(body, name));
}

/**
 * Whether the answer to a call that is answered with a verdict is one, and a good one. Throws ApiError where nothing was done, or where
 * it says no more than null: it was so before, or nothing was done either.
 */
export function saysYes(call: FilledCall, { body, isJson, status }: Answer): boolean {
  if (body === false)
    throw new ApiError('refused', `${call.method} ${call.path} was answered with false: nothing was done`, call, {
      status,
    });
  return isJson && (body === true || (isMap(body) && body['message'] === 'Success'));
}

function said(body: Json): string {
  const words = serverMessageOf(body);
  return words === undefined ? '' : `: ${words}`;
}
