import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { isLive } from './entity.ts';
import { paged } from '../http/pagination.ts';
import type { Args, Params } from '../http/params.ts';
import type { TokenRow } from './rows.ts';

/** The filters that every list of tokens takes (18.9); an unknown `sort` is ignored. */
export const tokenFilters = {
  revoked: { type: 'boolean' },
  state: { type: 'string', values: ['active', 'inactive'] },
  created_before: { type: 'datetime' },
  created_after: { type: 'datetime' },
  last_used_before: { type: 'datetime' },
  last_used_after: { type: 'datetime' },
  expires_before: { type: 'date' },
  expires_after: { type: 'date' },
  search: { type: 'string' },
  sort: { type: 'string' },
  ...paged,
} as const satisfies Params;

type Filters = Partial<Args<typeof tokenFilters>>;

/** The tokens that a list shows, in its order: by id unless `sort` says otherwise. */
export function selectTokens(context: RequestContext, args: Filters, tokens: readonly TokenRow[]): readonly TokenRow[] {
  const kept = tokens.filter((token) => fits(context, args, token));
  const order = orders[args.sort ?? ''];
  return order === undefined ? kept : kept.toSorted(order);
}

function fits(context: RequestContext, args: Filters, token: TokenRow): boolean {
  if (args.revoked != null && token.revoked !== args.revoked) return false;
  if (args.state === 'active' && !isLive(token, dayOf(context))) return false;
  if (args.state === 'inactive' && !isSpent(token, dayOf(context))) return false;
  if (!matches(token.name, args.search ?? '')) return false;
  return within(token, args);
}

/** A token on its last day is neither active nor inactive (18.9). */
function isSpent(token: TokenRow, day: string): boolean {
  return token.revoked || (token.expires_at !== null && token.expires_at < day);
}

/** The bounds of time count themselves in, but for `expires_before`. */
function within(token: TokenRow, args: Filters): boolean {
  const used = token.last_used_at;
  const until = token.expires_at;
  const checks: readonly (readonly [string | null | undefined, (bound: string) => boolean])[] = [
    [args.created_before, (bound) => token.created_at <= bound],
    [args.created_after, (bound) => token.created_at >= bound],
    [args.last_used_before, (bound) => used !== null && used <= bound],
    [args.last_used_after, (bound) => used !== null && used >= bound],
    [args.expires_before, (bound) => until !== null && until < bound],
    [args.expires_after, (bound) => until !== null && until >= bound],
  ];
  return checks.every(([bound, holds]) => bound == null || holds(bound));
}

/** Each word must occur; one of fewer than three letters must be the whole name. */
function matches(name: string, search: string): boolean {
  const text = name.toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => word === '' || (word.length < 3 ? text === word : text.includes(word)));
}

type Order = (a: TokenRow, b: TokenRow) => number;

const orders: Readonly<Record<string, Order | undefined>> = {
  created_asc: ascending((token) => token.created_at, 'oldest first'),
  created_desc: descending((token) => token.created_at),
  expires_asc: ascending((token) => token.expires_at, 'newest first'),
  expires_desc: descending((token) => token.expires_at),
  last_used_asc: ascending((token) => token.last_used_at, 'newest first'),
  last_used_desc: descending((token) => token.last_used_at),
  name_asc: ascending((token) => token.name.toLowerCase(), 'oldest first'),
  name_desc: descending((token) => token.name.toLowerCase()),
};

/** What is missing comes last. */
function ascending(key: (token: TokenRow) => string | null, ties: 'oldest first' | 'newest first'): Order {
  const sign = ties === 'oldest first' ? 1 : -1;
  return (a, b) => compare(key(a), key(b)) || sign * (a.id - b.id);
}

/** What is missing comes first, and of two alike the newer. */
function descending(key: (token: TokenRow) => string | null): Order {
  return (a, b) => -compare(key(a), key(b)) || b.id - a.id;
}

function compare(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}
