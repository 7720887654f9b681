import { createHash } from 'node:crypto';
import type { RequestContext } from './request-context.ts';
import { message, refuse } from './reply.ts';

/** The weak ETag of a JSON body. */
export function etagOf(body: string): string {
  return `W/"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
}

/** Whether the client already holds this version, so that 304 will do. */
export function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((known) => known.trim() === etag || known.trim() === '*');
}

/**
 * Refuses a delete with 412 when the row changed after If-Unmodified-Since; a header that is no date is
 * ignored. Only deletes that call this honour the header (groups, members, users, hooks, runners …, 18.9).
 */
export function requireUnmodified(context: RequestContext, updatedAt: string): void {
  const limit = Date.parse(context.headers['if-unmodified-since'] ?? '');
  if (!Number.isNaN(limit) && Date.parse(updatedAt) > limit) refuse(message(412, '412 Precondition Failed'));
}
