import type { Client } from '../../../api/client.ts';
import { isList, isMap } from '../../../base/shape.ts';
import { parallel } from '../../../base/parallel.ts';
import type { LookUps } from '../../../batches.ts';
import type { JsonObject, LiveObject } from '../../../model.ts';
import type { Read } from '../../../read.ts';
import type { Kinds } from '../../kinds.ts';
import { asked } from './ask-batch.ts';

/** Fewer are looked up one by one. */
const FEW = 4;
/** GraphQL gives no more at once (any connection, 18.9). */
const MOST = 100;
const AT_A_TIME = 4;

/** What a read finds, where that is known without it. */
export type KnownRow = (read: Read) => LiveObject | undefined;

/** Finds what many reads look for by its name, a hundred in one request. What it does not know has to be read. */
export async function lookUp(reads: readonly Read[], kinds: Kinds, client: Pick<Client, 'ask'>): Promise<KnownRow> {
  const all = [...new Set([...kinds.values()].flatMap(({ calls: { lookUps } }) => lookUps ?? []))];
  const known = await Promise.all(all.map((lookUps) => found(lookUps, reads, client)));
  return (read) => known.map((one) => one(read)).find((row) => row !== undefined);
}

async function found(lookUps: LookUps, reads: readonly Read[], client: Pick<Client, 'ask'>): Promise<KnownRow> {
  const names = [...new Set(reads.flatMap((read) => nameIn(read, lookUps) ?? []))];
  const rows = new Map<string, LiveObject>();
  if (names.length < FEW) return () => undefined;
  const starts = Array.from({ length: Math.ceil(names.length / MOST) }, (_, index) => index * MOST);
  let isOver = false;
  await parallel(starts, AT_A_TIME, async (start) => {
    if (isOver) return;
    const told = await asked(client, lookUps.query, { names: names.slice(start, start + MOST) });
    if (told.type !== 'data') isOver = true;
    else for (const row of rowsIn(told.data, lookUps)) rows.set(textOf(row[lookUps.by]), row);
  });
  return (read) => {
    const name = nameIn(read, lookUps);
    return name === undefined ? undefined : rows.get(name);
  };
}

/** The name that a read looks for, in lower case; undefined where it is another read. */
export function nameIn({ path, query = {} }: Read, lookUps: Pick<LookUps, 'path' | 'by'>): string | undefined {
  const [only, ...more] = Object.keys(query);
  return path === lookUps.path && only === lookUps.by && more.length === 0 ? textOf(query[only]) : undefined;
}

function rowsIn({ found: connection }: JsonObject, lookUps: LookUps): readonly LiveObject[] {
  const nodes = isMap(connection) ? connection['nodes'] : undefined;
  if (!isList(nodes)) return [];
  return nodes.flatMap((node): readonly LiveObject[] => {
    const row = isMap(node) ? lookUps.row(node) : undefined;
    return row === undefined ? [] : [row];
  });
}

function textOf(name: unknown): string {
  return String(name).toLowerCase();
}
