import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { isJsonObject, type Json, type JsonObject } from '../../src/sandbox/store/json.ts';

/** The recordings, by their names; each is one file below exchanges/, packed by scripts/pack-recorded.mjs. */
export const RECORDINGS = [
  ...['access', 'free', 'graphql', 'groups', 'hooks', 'integrations', 'kinds', 'moves', 'permissions', 'plan-limits'],
  ...['premium', 'settings', 'settings-booleans'],
] as const;

/** One request to a real GitLab 18.9, and what it answered. */
export interface Exchange {
  readonly method: string;
  /** Below /api/v4, with its query; `/graphql` is /api/graphql. */
  readonly path: string;
  /** Who asks: the name of a token that an earlier answer gave, or `anonymous`; the administrator where it is absent. */
  readonly as: string | undefined;
  readonly body: Json | undefined;
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly answer: Answered;
}

/** How much of an answer was kept. */
export type Answered =
  | { readonly kept: 'whole'; readonly json: Json }
  /** These keys and their values; others may be there. */
  | { readonly kept: 'part'; readonly json: JsonObject }
  /** How many entries there are, and the keys of the only or the first one. */
  | { readonly kept: 'shape'; readonly length: number | undefined; readonly keys: readonly string[] | undefined };

/** The exchanges of one recording, in the order in which they were made. */
export function exchangesOf(recording: string): readonly Exchange[] {
  const lines = linesOf(recording);
  const shapes = new Map<string, readonly string[]>();
  const last = new Map<string, JsonObject>();
  const found: Exchange[] = [];
  let cleaned = '';
  for (const line of lines) {
    if (isJsonObject(line['shapes'])) {
      for (const [name, keys] of Object.entries(line['shapes']))
        shapes.set(name, textOf(keys).split(' ').filter(Boolean));
      continue;
    }
    const method = textOf(line['method']);
    cleaned = cleanedSlug(line['body']) ?? cleaned;
    const path = textOf(line['path']).replace(CLEANED, cleaned);
    const status = Number(line['status']);
    const answer = answerOf(line, shapes, last.get(bareOf(path)));
    if (answer.kept === 'whole' && isJsonObject(answer.json) && status === 200 && CARRIES_ON.has(method))
      last.set(bareOf(path), answer.json);
    const headers = isJsonObject(line['headers']) ? line['headers'] : {};
    found.push({
      method,
      path,
      as: line['as'] === undefined ? undefined : textOf(line['as']),
      body: path === '/graphql' ? { query: line['query'] ?? '', variables: line['variables'] ?? {} } : line['body'],
      status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value)])),
      answer,
    });
  }
  return found;
}

/** What stands for two slugs that were taken for tokens when the recordings were cleaned. */
const CLEANED = 'goo(token)';

/** Which of the two it is: the parameters tell. */
function cleanedSlug(body: Json | undefined): string | undefined {
  const sent = isJsonObject(body) ? Object.keys(body) : [];
  if (sent.includes('artifact_registry_project_id')) return 'google-cloud-platform-artifact-registry';
  if (sent.includes('workload_identity_pool_id')) return 'google-cloud-platform-workload-identity-federation';
  return undefined;
}

/** A path without its query. */
export function bareOf(path: string): string {
  return path.split('?', 1)[0] ?? path;
}

/** An answer to one of these may be told by what differs from the answer before to the same path. */
const CARRIES_ON: ReadonlySet<string> = new Set(['GET', 'PUT', 'PATCH']);

function answerOf(
  line: JsonObject,
  shapes: ReadonlyMap<string, readonly string[]>,
  before: JsonObject | undefined,
): Answered {
  const { part, changed, answer, shape, length } = line;
  if (isJsonObject(part)) return { kept: 'part', json: part };
  // A recording that carries on where another ended tells of its first answers what had changed alone.
  if (isJsonObject(changed) && before === undefined) return { kept: 'part', json: changed };
  if (isJsonObject(changed)) return { kept: 'whole', json: { ...before, ...changed } };
  if (answer !== undefined) return { kept: 'whole', json: answer };
  if (shape === undefined && length === undefined)
    throw new Error(`nothing was kept of the answer: ${JSON.stringify(line)}`);
  return {
    kept: 'shape',
    length: length === undefined ? undefined : Number(length),
    keys: shape === undefined ? undefined : shapes.get(textOf(shape)),
  };
}

function linesOf(recording: string): readonly JsonObject[] {
  const packed = readFileSync(new URL(`exchanges/${recording}.jsonl.br`, import.meta.url));
  const lines = brotliDecompressSync(packed).toString('utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const json: unknown = JSON.parse(line);
      if (!isJsonObject(json)) throw new Error(`no object: ${line}`);
      return json;
    });
}

function textOf(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error(`no text: ${JSON.stringify(value)}`);
  return value;
}
