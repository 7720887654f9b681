import type { RequestContext } from './request-context.ts';
import type { Json } from '../store/json.ts';
import { failure, ok, refuse } from './reply.ts';
import type { Reply } from './reply.ts';

/** The parameters of every paged list; spread them into a route's own. */
export const paged = {
  page: { type: 'integer' },
  // Only 0 is refused; what is negative falls back to the default (any paged list, 18.9).
  per_page: { type: 'integer', except: [0] },
} as const;

/** The parameters of a list that can also be paged by key. */
export const keyset = {
  ...paged,
  // Any word is taken, and only `keyset` means something (any list, 18.9).
  pagination: { type: 'string' },
  cursor: { type: 'string' },
  id_after: { type: 'integer' },
  id_before: { type: 'integer' },
} as const;

interface Paged {
  readonly page?: number | null | undefined;
  readonly per_page?: number | null | undefined;
}

interface Options {
  /** The name of the objects, on lists that refuse an offset beyond 50,000. */
  readonly ceilingFor?: string;
  /** Lists that never count send no totals. */
  readonly uncounted?: true;
}

/** Rows that can tell their number and be cut; an index of a table is one. */
export interface Rows<R> {
  readonly length: number;
  slice(from: number, to: number): readonly R[];
}

const countLimit = 10_000;
const offsetCeiling = 50_000;

/** One page of a list by number, with the headers of offset pagination (18.9). */
export function paginate<R>(
  context: RequestContext,
  args: Paged,
  rows: Rows<R>,
  show: (row: R) => Json,
  options: Options = {},
): Reply {
  const page = Math.max(args.page ?? 1, 1);
  const size = pageSize(args);
  const from = (page - 1) * size;
  if (options.ceilingFor !== undefined && from > offsetCeiling) refuse(beyondCeiling(options.ceilingFor));
  const more = from + size < rows.length;
  const counted = options.uncounted !== true && rows.length <= countLimit;
  const pages = Math.max(Math.ceil(rows.length / size), 1);
  const links = [
    ...(page > 1 ? [link(context, { page: page - 1, per_page: size }, 'prev')] : []),
    ...(more ? [link(context, { page: page + 1, per_page: size }, 'next')] : []),
    link(context, { page: 1, per_page: size }, 'first'),
    ...(counted ? [link(context, { page: pages, per_page: size }, 'last')] : []),
  ];
  return ok(rows.slice(from, from + size).map(show), {
    'X-Page': String(page),
    'X-Per-Page': String(size),
    'X-Next-Page': more ? String(page + 1) : '',
    'X-Prev-Page': page > 1 ? String(page - 1) : '',
    ...(counted ? { 'X-Total': String(rows.length), 'X-Total-Pages': String(pages) } : {}),
    Link: links.join(', '),
  });
}

interface Keyed extends Paged {
  readonly id_after?: number | null | undefined;
  readonly id_before?: number | null | undefined;
}

/**
 * One page by id: the next link names the last id seen and is sent as long as the page is not empty, so that
 * the page after the last one is asked for and comes back empty (GET /projects, GET /audit_events, 18.9).
 */
export function paginateById<R extends { readonly id: number }>(
  context: RequestContext,
  args: Keyed,
  rows: readonly R[],
  show: (row: R) => Json,
  sort: 'asc' | 'desc',
): Reply {
  const size = pageSize(args);
  const after = args.id_after ?? -Infinity;
  const before = args.id_before ?? Infinity;
  const inside = rows.filter((row) => row.id > after && row.id < before);
  const ordered = sort === 'asc' ? inside : inside.toReversed();
  const cut = ordered.slice(0, size);
  const last = cut.at(-1);
  if (last === undefined) return ok([]);
  const key = sort === 'asc' ? { id_after: last.id } : { id_before: last.id };
  return ok(cut.map(show), { Link: link(context, { ...key, per_page: size }, 'next') });
}

/** One page by cursor over rows in a settled order (GET /users, 18.9). */
export function paginateByCursor<R extends { readonly id: number }>(
  context: RequestContext,
  args: Paged & { readonly cursor?: string | null | undefined },
  rows: readonly R[],
  show: (row: R) => Json,
): Reply {
  const size = pageSize(args);
  const seen = cursorId(args.cursor);
  const from = seen === undefined ? 0 : rows.findIndex((row) => row.id === seen) + 1;
  const cut = rows.slice(from, from + size);
  const last = cut.at(-1);
  if (last === undefined || from + size >= rows.length) return ok(cut.map(show));
  const cursor = Buffer.from(JSON.stringify({ id: last.id, _kd: 'n' })).toString('base64url');
  return ok(cut.map(show), { 'X-NEXT-CURSOR': cursor, Link: link(context, { cursor, per_page: size }, 'next') });
}

/** The first page of what is left of a list; the next link names the last row, and is sent while more follow. */
export function keyedPage<R>(
  context: RequestContext,
  args: Paged,
  rest: readonly R[],
  show: (row: R) => Json,
  keyOf: (last: R) => Readonly<Record<string, string>>,
): Reply {
  const size = pageSize(args);
  const cut = rest.slice(0, size);
  const last = cut.at(-1);
  if (last === undefined || rest.length <= size) return ok(cut.map(show));
  return ok(cut.map(show), { Link: link(context, { ...keyOf(last), per_page: size }, 'next') });
}

/** The answer of lists that cannot be paged by key (18.9). */
export function keysetRefused(): Reply {
  return failure(405, 'Keyset pagination is not yet available for this type of request');
}

function pageSize(args: Paged): number {
  const wanted = args.per_page ?? 20;
  return wanted < 0 ? 20 : Math.min(wanted, 100);
}

function cursorId(cursor: string | null | undefined): number | undefined {
  const found = /"id":(\d+)/.exec(Buffer.from(cursor ?? '', 'base64url').toString('utf8'))?.[1];
  return found === undefined ? undefined : Number(found);
}

function beyondCeiling(type: string): Reply {
  return failure(
    405,
    `Offset pagination has a maximum allowed offset of ${offsetCeiling} for requests that return objects of type ${type}. Remaining records can be retrieved using keyset pagination.`,
  );
}

/** A Link entry: the configured external URL, never the host of the request, and never a token. */
function link(context: RequestContext, changes: Readonly<Record<string, string | number>>, rel: string): string {
  const [path = '', query = ''] = context.url.split('?', 2);
  const sent = new URLSearchParams(query);
  sent.delete('private_token');
  sent.delete('access_token');
  for (const [name, value] of Object.entries(changes)) sent.set(name, String(value));
  sent.sort();
  return `<${context.platform.externalUrl}${path}?${sent.toString()}>; rel="${rel}"`;
}
