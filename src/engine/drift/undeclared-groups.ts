import { sectionAddress } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { anyGlob } from '../../base/glob.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Desired, Instance, JsonObject, LiveEntry, Section, Unmanaged } from '../../model.ts';
import type { Read } from '../../read.ts';
import type { Kinds } from '../kinds.ts';
import { decoded } from '../observe/decoded.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { undeclaredEntry } from '../plan/telling-fields.ts';
import { parentPath, pathsAbove } from '../../base/scope-path.ts';

/** What nobody declared: as it is told, and as it stands. */
export interface Undeclared {
  readonly told: readonly Unmanaged[];
  readonly live: readonly LiveEntry[];
}

/**
 * Live groups that nobody declared: at the top, where groups are declared at all, and inside declared ones. What stands in an undeclared
 * group is not told besides it, nor is what waits for its deletion, or is meant to be there. A list that was read whole is not read again: `rowsOf` has it.
 */
export async function undeclaredGroups(
  { sections }: Pick<Desired, 'sections'>,
  kinds: Kinds,
  client: Client,
  instance: Instance,
  rowsOf: (list: Read) => readonly JsonObject[] | undefined = () => undefined,
): Promise<Undeclared> {
  const found = await Promise.all(
    sections.map(async (section) => {
      const kind = kinds.get(section.name);
      if (kind?.host?.type !== 'group' || section.entries.length === 0) return [];
      const live = undeclared(section, kind, await liveGroups(section, kind, client, instance, rowsOf));
      const entries = live.map((one) => undeclaredEntry(kind, section.scope, one));
      if (entries.length === 0) return [];
      return [{ live, told: { section: sectionAddress(section.scope, section.name), count: entries.length, entries } }];
    }),
  );
  const all = found.flat();
  return { told: all.map(({ told }) => told), live: all.flatMap(({ live }) => live) };
}

async function liveGroups(
  section: Section,
  kind: Kind,
  client: Client,
  instance: Instance,
  rowsOf: (list: Read) => readonly JsonObject[] | undefined,
): Promise<LiveEntry[]> {
  const list = kind.reads.all(section.scope, ['*'])[0]?.rowOf?.list;
  if (list === undefined) return [];
  try {
    const rows: readonly JsonObject[] = rowsOf(list) ?? (await client.list(list).then((listing) => listing.all()));
    return decoded(kind, rows, createDecodeContext(section.scope, instance, new Map()));
  } catch (error) {
    // What may not be looked at is not spoken of.
    if (isRefused(error)) return [];
    throw error;
  }
}

function undeclared(section: Section, kind: Kind, live: readonly LiveEntry[]): LiveEntry[] {
  const declared = new Set(
    section.entries
      .flatMap(({ key, previously }) => [key, ...(previously === undefined ? [] : [previously])])
      .map((key) => identity(kind, key)),
  );
  const ignored = anyGlob(section.ignore);
  const comes = new Map(
    section.entries.flatMap(({ key, previously }) =>
      previously === undefined ? [] : [[previously.toLowerCase(), key] as const],
    ),
  );
  const isDeclared = (path: string): boolean =>
    declared.has(identity(kind, path)) || declared.has(identity(kind, afterMoves(path, comes)));
  return live.filter(({ key, pendingDeletion }) => {
    if (pendingDeletion !== undefined || isDeclared(key) || ignored(key)) return false;
    const parent = parentPath(key);
    return parent === '' || isDeclared(parent);
  });
}

/** Where something is going to be once what it stands in has moved: what is declared there goes along. */
function afterMoves(path: string, comes: ReadonlyMap<string, string>): string {
  for (const above of pathsAbove(path).toReversed()) {
    const to = comes.get(above.toLowerCase());
    if (to !== undefined) return `${to}${path.slice(above.length)}`;
  }
  return path;
}
