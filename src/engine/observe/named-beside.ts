import type { Kind } from '../../kind.ts';
import type { Instance, Json, LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import type { Found, ReadCache } from './read-cache.ts';

/** The same rows, with what the kind's `named` reads show of each in its field `named`. Throws ApiError. */
export async function withNames(
  { reads }: Pick<Kind, 'reads'>,
  rows: readonly LiveObject[],
  instance: Instance,
  cache: Pick<ReadCache, 'findWhole'>,
): Promise<readonly LiveObject[]> {
  if (reads.named === undefined) return rows;
  return Promise.all(
    rows.map(async (row) => {
      const shown = Object.entries(reads.named?.(row, instance) ?? {}).map(
        async ([name, read]) => [name, shownBy(read, await cache.findWhole(read))] as const,
      );
      return { ...row, named: Object.fromEntries(await Promise.all(shown)) };
    }),
  );
}

function shownBy({ pages }: Read, found: Found): Json {
  return (pages ? found : found?.[0]) ?? null;
}
