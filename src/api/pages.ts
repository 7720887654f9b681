import type { Answer } from './exchange.ts';

/** What an answer says of the pages after it. */
export type Following =
  | { readonly type: 'none' }
  /** Pages up to `last` are known to exist and can be read at once; `total` where that is the end of the list. */
  | { readonly type: 'numbers'; readonly next: number; readonly last: number; readonly total: boolean }
  /** The query of the next page, known only from this one. */
  | { readonly type: 'query'; readonly query: string };

/**
 * The pages that follow an answer. Totals are absent above 10,000 rows, and keyset pages have a Link alone; the host of a Link
 * is never used, since it is the configured external URL of the instance and may be another host (REST v4, pagination).
 */
export function following(answer: Answer): Following {
  const next = Number(answer.header('x-next-page') ?? '');
  const last = Number(answer.header('x-total-pages') ?? '');
  if (next > 0) return { type: 'numbers', next, last: Math.max(last || 0, next), total: last > 0 };
  const link = nextLink(answer.header('link'));
  return link === undefined ? { type: 'none' } : { type: 'query', query: link };
}

/** How many rows the whole list has, as one of its pages says; none where it does not, as above 10,000. */
export function totalOf(answer: Answer): readonly number[] {
  const total = answer.header('x-total') ?? '';
  return total === '' ? [] : [Number(total)];
}

function nextLink(header: string | undefined): string | undefined {
  const target = header?.match(/<([^>]*)>\s*;[^,]*rel="next"/)?.[1];
  if (target === undefined) return undefined;
  const mark = target.indexOf('?');
  return mark < 0 ? undefined : target.slice(mark + 1);
}
