import { ApiError } from '../../../api/api-error.ts';
import type { Client } from '../../../api/client.ts';
import type { Told } from '../../../api/query.ts';
import { isList, isMap } from '../../../base/shape.ts';
import type { Batches } from '../../../batches.ts';
import type { Json, JsonObject, LiveObject } from '../../../model.ts';

/** The rows of one scope. */
export type Rows = readonly LiveObject[];

/** What has become of the question for one batch. */
export type BatchAnswer =
  | {
      readonly type: 'rows';
      /** By the number of the group or project; a scope of which not all is shown is left out. */
      readonly rows: Map<number, Rows>;
      /** For how many milliseconds the platform worked on it, and how long it waited beside that. */
      readonly worked: number;
      readonly waited: number;
    }
  /** It may be answered if less is asked for, or later. */
  | { readonly type: 'too-much' }
  /** It is not going to be answered. */
  | { readonly type: 'never' };

/** A type of scope in which batches show a kind's rows. */
export type BatchedScope = keyof Batches['queries'];

/** What the ids of these begin with (18.9). */
const GLOBAL = {
  group: 'gid://gitlab/Group/',
  project: 'gid://gitlab/Project/',
} as const;

/** Asks for the rows of the groups or projects of these numbers. Throws whatever is no trouble of the platform's. */
export async function askBatch(
  client: Pick<Client, 'ask'>,
  batches: Batches,
  type: keyof typeof GLOBAL,
  ids: readonly number[],
): Promise<BatchAnswer> {
  const query = batches.queries[type];
  if (query === undefined) return { type: 'never' };
  const told = await asked(client, query, { ids: ids.map((id) => `${GLOBAL[type]}${id}`) });
  if (told.type !== 'data') return told;
  const rows = rowsIn(told.data, batches, GLOBAL[type]);
  return rows === undefined ? { type: 'never' } : { type: 'rows', rows, worked: told.worked, waited: told.waited };
}

/** More pages than any list has that is read so. */
const MOST_PAGES = 100;

/** Asks for the rows of the instance, page by page; undefined where not all of them are shown. */
export async function askInstance(client: Pick<Client, 'ask'>, batches: Batches): Promise<Rows | undefined> {
  const query = batches.queries.instance;
  const nodes: JsonObject[] = [];
  let after: Json = null;
  for (let page = 0; query !== undefined && page < MOST_PAGES; page++) {
    const told = await asked(client, query, { after });
    const shown = told.type === 'data' ? pageOf(told.data['rows']) : undefined;
    if (shown === undefined) return undefined;
    for (const node of shown.nodes) nodes.push(node);
    if (shown.end === undefined) return batches.rows(nodes);
    if (shown.end === after) return undefined;
    after = shown.end;
  }
  return undefined;
}

/** The data that answers a query, or whether it is of use to ask again. */
export async function asked(
  client: Pick<Client, 'ask'>,
  query: string,
  variables: JsonObject,
): Promise<Extract<Told, { type: 'data' }> | Exclude<BatchAnswer, { type: 'rows' }>> {
  try {
    const told = await client.ask(query, variables);
    switch (told.type) {
      case 'data':
        return told;
      case 'errors':
        // A part that took too long is left out of the data; a query that would cost too much is not begun (18.9).
        return { type: told.besideData || /complexity|timeout/i.test(told.words) ? 'too-much' : 'never' };
      case 'nothing':
        return { type: 'never' };
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { type: mayPass(error) ? 'too-much' : 'never' };
  }
}

/** A request that was too long or took too long, or the server's own trouble. */
function mayPass({ code, status }: ApiError): boolean {
  return code === 'server-error' || code === 'unreachable' || [408, 413, 414, 429, 431].includes(status ?? 0);
}

/** Undefined where the answer is not of its types, or shows nothing of use. */
function rowsIn(data: JsonObject, batches: Batches, prefix: string): Map<number, Rows> | undefined {
  const { scopes } = data;
  if (!isMap(scopes) || !isList(scopes['nodes'])) return undefined;
  const found = new Map<number, Rows>();
  for (const node of scopes['nodes']) {
    if (!isMap(node)) return undefined;
    const { id, rows } = node;
    const number = typeof id === 'string' && id.startsWith(prefix) ? Number(id.slice(prefix.length)) : NaN;
    if (!Number.isInteger(number)) return undefined;
    const all = allOf(rows, batches);
    if (all !== undefined) found.set(number, all);
  }
  return found.size === 0 ? undefined : found;
}

/** Undefined where not all rows are shown: they may not be, or there are more pages, which REST gives side by side and this one after the other. */
function allOf(rows: Json | undefined, batches: Batches): Rows | undefined {
  const page = pageOf(rows);
  return page === undefined || page.end !== undefined ? undefined : batches.rows(page.nodes);
}

/** A page of a connection, and where the next one begins; undefined where it is none. */
function pageOf(
  connection: Json | undefined,
): { readonly nodes: readonly JsonObject[]; readonly end: Json | undefined } | undefined {
  if (!isMap(connection)) return undefined;
  const { nodes, pageInfo } = connection;
  if (!isList(nodes) || !isMap(pageInfo) || !nodes.every(isMap)) return undefined;
  const { hasNextPage, endCursor = null } = pageInfo;
  if (hasNextPage === false) return { nodes, end: undefined };
  return hasNextPage === true ? { nodes, end: endCursor } : undefined;
}
