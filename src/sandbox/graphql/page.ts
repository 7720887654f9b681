import { isJsonObject, textOf, type Json, type JsonObject } from '../store/json.ts';
import type { Ref, Page } from './sources.ts';

/** One key of an order; the last one has to tell all rows apart. */
export interface Key<R> {
  readonly name: string;
  readonly down: boolean;
  readonly of: (row: R) => string | number;
}

/** At most so many entries stand on a page, whatever is asked for (any connection, 18.9). */
export const largestPage = 100;

/** The arguments that every connection takes. */
export const pageArgs = { first: 'optional', last: 'optional', after: 'optional', before: 'optional' } as const;

/** The page that was asked for; a cursor holds the keys of its row, so that it stays good when the row is gone. */
export function pageOf<R>(rows: readonly R[], order: readonly Key<R>[], args: JsonObject, show: (row: R) => Ref): Page {
  const sorted = rows.toSorted((a, b) => compare(order, valuesOf(order, a), valuesOf(order, b)));
  const [after, before] = [decoded(order, args['after']), decoded(order, args['before'])];
  const from =
    after === undefined ? 0 : sorted.filter((row) => compare(order, valuesOf(order, row), after) <= 0).length;
  const to =
    before === undefined
      ? sorted.length
      : sorted.filter((row) => compare(order, valuesOf(order, row), before) < 0).length;
  const within = sorted.slice(from, to);
  const backwards = typeof args['last'] === 'number' && typeof args['first'] !== 'number';
  const shown = backwards ? within.slice(-pageSize(args)) : within.slice(0, pageSize(args));
  const start = backwards ? to - shown.length : from;
  return {
    edges: shown.map((row) => ({ node: show(row), cursor: cursorOf(order, row) })),
    hasNextPage: start + shown.length < sorted.length,
    hasPreviousPage: start > 0,
  };
}

/** How many entries a page has at most. */
export function pageSize(args: JsonObject): number {
  const sizes = [args['first'], args['last'], largestPage].filter((size) => typeof size === 'number');
  return Math.min(...sizes);
}

type Values = readonly (string | number)[];

function valuesOf<R>(order: readonly Key<R>[], row: R): Values {
  return order.map((key) => key.of(row));
}

function compare<R>(order: readonly Key<R>[], a: Values, b: Values): number {
  for (const [at, { down }] of order.entries()) {
    const [left, right] = [a[at] ?? '', b[at] ?? ''];
    if (left !== right) return left < right === down ? 1 : -1;
  }
  return 0;
}

function cursorOf<R>(order: readonly Key<R>[], row: R): string {
  const keys = Object.fromEntries(order.map((key) => [key.name, String(key.of(row))]));
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

function decoded<R>(order: readonly Key<R>[], cursor: Json | undefined): Values | undefined {
  if (typeof cursor !== 'string' || cursor === '') return undefined;
  const keys = jsonOf(Buffer.from(cursor, 'base64url').toString('utf8'));
  return order.map(({ name }) => {
    const text = textOf(keys[name]);
    return /^\d+$/.test(text) ? Number(text) : text;
  });
}

function jsonOf(text: string): JsonObject {
  try {
    const parsed: unknown = JSON.parse(text);
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
