import { isMap } from '../base/shape.ts';
import type { Answer } from './exchange.ts';

/** Where it says why: each of 2,180 recorded refusals of a write has one of them (18.9). */
const WORDS = ['message', 'error', 'errors'];

/**
 * Whether an answer other than success is GitLab's own no, so that nothing of the call was done. It says no in JSON with its reason; in plain text where its
 * throttle of all requests lets nothing through, and where it cannot read the request (429 with Retry-After, 400, 18.9). Anything else is
 * said by what stands before it, which may have let the call through.
 */
export function isOwnRefusal({ status, body, isJson, header }: Answer): boolean {
  if (isJson) return isMap(body) && WORDS.some((name) => name in body);
  const isPage = (header('content-type') ?? '').includes('html') || (typeof body === 'string' && /^\s*</.test(body));
  if (isPage) return false;
  if (status === 400) return typeof body === 'string' && body.trim() === 'Bad Request';
  return status === 429 && (header('retry-after') !== undefined || header('ratelimit-limit') !== undefined);
}
