import type { Client } from '../../../api/client.ts';
import type { Instance, LiveObject } from '../../../model.ts';
import type { Batches, Unshown } from '../../../batches.ts';
import { asked, type Rows } from './ask-batch.ts';

/** What rows may carry without a batch's showing it, and how much of that has been found by REST. */
export interface UnshownCount {
  /** Takes note of the rows of a scope that REST has shown: each scope once. */
  found(rows: Rows): void;
  /** Whether one of the rows of a batch may carry what has not been found yet. */
  mayBeOn(rows: Rows): boolean;
}

/** Asks how much there is; undefined where nobody tells, so that no row of a batch can be believed. */
export async function countUnshown(
  client: Pick<Client, 'ask'>,
  { unshown }: Batches,
  instance: Instance,
): Promise<UnshownCount | undefined> {
  if (!unshown?.isThere(instance)) return NOTHING;
  const told = await asked(client, unshown.query, {});
  const all = told.type === 'data' ? unshown.all(told.data) : undefined;
  return all && counting(all, (row) => unshown.on(row));
}

/** Whether it takes a request to know how much there is. */
export function hasToBeCounted({ unshown }: Batches, instance: Instance): boolean {
  return unshown?.isThere(instance) ?? false;
}

const NOTHING: UnshownCount = { found: () => undefined, mayBeOn: () => false };

function counting(all: readonly Unshown[], on: (row: LiveObject) => number | undefined): UnshownCount {
  const left = new Map(all.filter(({ rows }) => rows > 0).map((one) => [one.id, { one, rows: one.rows }]));
  if (left.size === 0) return NOTHING;
  return {
    found(rows) {
      for (const row of rows) {
        const carried = on(row);
        const known = carried === undefined ? undefined : left.get(carried);
        if (known === undefined) continue;
        known.rows--;
        if (known.rows <= 0) left.delete(known.one.id);
      }
    },
    mayBeOn: (rows) => [...left.values()].some(({ one }) => rows.some((row) => one.mayBeOn(row))),
  };
}
