import { entryAddress, INSTANCE, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { isMap } from '../../base/shape.ts';
import { isSame, lastSegment, parentPath } from '../../base/scope-path.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Desired, LiveEntry, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { byNumber } from '../observe/by-number.ts';

const AT_A_TIME = 8;
/** So many that may be the one are looked at. */
const MOST = 25;

/** A group that is to be absent, and is not at its path. */
interface NotThere {
  readonly kind: Kind;
  readonly entry: Declared;
}

/** A group left a path, as an event tells: of one below the top it tells the last part alone. */
interface Left {
  readonly id: number;
  readonly from: string;
}

/**
 * Errors for groups that are to be absent and are at another path by now, renamed by hand, as the latest audit events tell: a group's old path
 * leads to nothing, and the plan would say that all is as it should be, of what was to be deleted. The events are read where such an entry finds
 * nothing, by administrators, who alone may; of a transfer there is none (GET /audit_events, 18.9). Throws ApiError for trouble that concerns
 * every request.
 */
export async function absentGroups(
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  if (!world.instance.me.admin) return [];
  const absent = notThere(sections, world, kinds);
  const [first] = absent;
  if (first === undefined) return [];
  const left = await leftPaths(first.kind, client);
  const declared = new Set(
    sections.flatMap(({ name, entries }) =>
      kinds.get(name)?.host === undefined ? [] : entries.map(({ key }) => key.toLowerCase()),
    ),
  );
  const pairs = absent
    .flatMap((one) => left.filter(({ from }) => isFrom(from, one.entry.key)).map(({ id }) => ({ one, id })))
    .slice(0, MOST);
  const found = await parallel(pairs, AT_A_TIME, async ({ one, id }): Promise<readonly Diagnostic[]> => {
    const live = await byNumber(id, one.kind, INSTANCE, world.instance, client);
    const isIt = live !== undefined && isSame(parentPath(live.key), parentPath(one.entry.key));
    if (!isIt || live.pendingDeletion !== undefined || declared.has(live.key.toLowerCase())) return [];
    return [told(one, live)];
  });
  return found.flat();
}

function notThere(sections: Desired['sections'], world: World, kinds: Kinds): readonly NotThere[] {
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kinds.get(name);
    const moves = kind?.host?.moves;
    // What leads on from its old path is found by that.
    if (kind === undefined || moves === undefined || moves.leadsOn || kind.reads.numbered === undefined) return [];
    const absent = entries.filter(({ state }) => state === 'absent');
    if (absent.length === 0) return [];
    const live = new Set(world.sections.get(sectionAddress(scope, name))?.map(({ key }) => identity(kind, key)));
    return absent.flatMap((entry) => (live.has(identity(kind, entry.key)) ? [] : [{ kind, entry }]));
  });
}

/** Which groups left which paths, each once; none where events may not be read. */
async function leftPaths({ history, shape }: Kind, client: Client): Promise<readonly Left[]> {
  const events = history?.events;
  const names = new Set(shape.type === 'map' ? events?.changed(shape.name) : []);
  const [target] = events?.targets ?? [];
  if (names.size === 0 || target === undefined) return [];
  const read = { path: '/audit_events', query: { entity_type: target }, pages: true } as const;
  const rows = (await client.list(read).catch(unknownIfRefused))?.rows ?? [];
  const left = rows.flatMap(({ event_name: name, entity_id: id, details }): Left[] => {
    const isRename = typeof name === 'string' && names.has(name) && typeof id === 'number' && isMap(details);
    return isRename && typeof details['from'] === 'string' ? [{ id, from: details['from'] }] : [];
  });
  return [...new Map(left.map((one) => [`${one.id} ${one.from.toLowerCase()}`, one])).values()];
}

function isFrom(from: string, path: string): boolean {
  return isSame(from, path) || isSame(from, lastSegment(path));
}

function told({ kind, entry }: NotThere, { key, id }: LiveEntry): Diagnostic {
  const address = entryAddress(kind, INSTANCE, entry.key);
  return {
    severity: 'error',
    code: 'renamed-by-hand',
    message: `${address} is to be absent and is not there, and ${entryAddress(kind, INSTANCE, key)} (id ${String(id)}), which nobody declared, was at that path before: it is the same one, renamed by hand, and stays`,
    place: entry.place(),
    remedy: `write \`state: absent\` at \`${key}\` in its place; where that is to stay, declare it, or take this entry out`,
  };
}
