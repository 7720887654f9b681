import { INSTANCE } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { lastSegment } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, JsonObject, LiveEntry } from '../../model.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import type { ReadCache } from '../observe/read-cache.ts';
import type { MissingGroup } from './perhaps-renamed.ts';

/** Below this many, each name is searched for without asking how long the list of all groups is. */
const FEW = 4;
/** A shorter name is found where it is a whole path alone: never below a group (GET /groups?search, 18.9). */
const SHORTEST_SEARCH = 3;
/** The list of all groups is read for a name that no search finds where it has so many pages at most. */
const MOST_PAGES = 20;

/** A group that is to be made, with the name that it is to have. */
export interface NamedMissing extends MissingGroup {
  readonly name: string;
}

/** The live groups that may be missing ones. */
export interface GroupsAlike {
  /** Those that have the name of a missing one, or the last part of its path. */
  readonly alikeTo: (missing: NamedMissing) => Promise<readonly LiveEntry[]>;
  /** All groups there are; none where they are too many to be listed for those few that are missing. */
  readonly all: () => Promise<readonly LiveEntry[]>;
}

/**
 * Live groups by name and by the last part of the path: from the list of all where it was read, or takes fewer requests than a search for
 * each, or where a name is too short to be searched for. Throws ApiError for trouble that concerns every request.
 */
export async function groupsAlike(
  kind: Kind,
  missing: readonly NamedMissing[],
  instance: Instance,
  client: Client,
  rowsOf: ReadCache['rowsOf'],
): Promise<GroupsAlike> {
  const inWords = (rows: readonly JsonObject[]): readonly LiveEntry[] =>
    decoded(kind, rows, createDecodeContext(INSTANCE, instance, new Map()));
  const whole = await wholeList(kind, missing, client, rowsOf);
  if (whole !== undefined) {
    const all = inWords(whole);
    const byWord = byWords(all);
    const alikeTo = ({ name, path }: NamedMissing): readonly LiveEntry[] => [
      ...new Set([name, lastSegment(path)].flatMap((word) => byWord.get(word.toLowerCase()) ?? [])),
    ];
    return { alikeTo: (one) => Promise.resolve(alikeTo(one)), all: () => Promise.resolve(all) };
  }
  const alikeTo = async ({ name, path }: NamedMissing): Promise<readonly LiveEntry[]> => {
    const read = kind.host?.findNamed?.(name);
    const listing = read && (await client.list(read).catch(unknownIfRefused));
    const words = new Set([name, lastSegment(path)].map((word) => word.toLowerCase()));
    return inWords(listing?.rows ?? []).filter((live) => wordsOf(live).some((word) => words.has(word)));
  };
  let short: Promise<readonly LiveEntry[]> | undefined;
  return { alikeTo, all: () => (short ??= shortList(kind, client).then(inWords)) };
}

async function wholeList(
  { reads }: Kind,
  missing: readonly NamedMissing[],
  client: Client,
  rowsOf: ReadCache['rowsOf'],
): Promise<readonly JsonObject[] | undefined> {
  const list = reads.all(INSTANCE, ['*'])[0]?.rowOf?.list;
  if (list === undefined) return undefined;
  const known = rowsOf(list);
  if (known !== undefined) return known;
  const isUnsearchable = missing.some(({ name }) => name.length < SHORTEST_SEARCH);
  if (missing.length < FEW && !isUnsearchable) return undefined;
  const listing = await client.list(list).catch(unknownIfRefused);
  const most = Math.max(missing.length, isUnsearchable ? MOST_PAGES : 0);
  return listing?.pages !== undefined && listing.pages <= most ? listing.all() : undefined;
}

/** All groups, where they are listed by a few requests. */
async function shortList({ reads }: Kind, client: Client): Promise<readonly JsonObject[]> {
  const list = reads.all(INSTANCE, ['*'])[0]?.rowOf?.list;
  const listing = list && (await client.list(list).catch(unknownIfRefused));
  return listing?.pages !== undefined && listing.pages <= FEW ? listing.all() : [];
}

/** The groups by their names and by the last parts of their paths: neither has a case for GitLab. */
function byWords(all: readonly LiveEntry[]): ReadonlyMap<string, readonly LiveEntry[]> {
  const found = new Map<string, LiveEntry[]>();
  for (const live of all)
    for (const word of new Set(wordsOf(live))) {
      const those = found.get(word) ?? [];
      if (those.length === 0) found.set(word, those);
      those.push(live);
    }
  return found;
}

function wordsOf({ key, spec }: LiveEntry): readonly string[] {
  const name = spec['name'];
  return [lastSegment(key), ...(typeof name === 'string' ? [name] : [])].map((word) => word.toLowerCase());
}
