import { shortHash } from '../../base/short-hash.ts';
import { atLeast } from '../../base/version-order.ts';
import type { Moves } from '../../kind.ts';
import type { Call } from '../../model.ts';
import type { LiveGroup } from './live-group.ts';
import { lastSegment, parentPath, pathBelow } from '../../base/scope-path.ts';
import { withoutDeletionMark } from './deletion-mark.ts';

/** What stands in the path of a group on its way, between the last part of where it is going and what tells which way it is. */
const MARK = '-moving-';

/** The end of such a path: hashes of the path it goes to and of the last part of the one it had, and its id. */
const END = new RegExp(`${MARK}[0-9a-z]+-([0-9a-z]+)-(\\d+)$`);

/** The longest name, and path, that the platform takes (POST and PUT /groups, 18.9). */
const LONGEST = 255;

/** How groups are renamed and moved. */
export const groupMoves: Moves<LiveGroup> = {
  halfway: { path: '/groups', query: { all_available: true, search: MARK }, pages: true },
  isHalfway: (live, key) => lastSegment(live.full_path) === asidePath(key, formerPart(live) ?? '', live.id),
  isAside,
  mayHaveBeen: (live, key) => formerPart(live) === hashOf(lastSegment(key)),
  calledBefore: (live) => withoutMark(live.name, live.id),
  pathOf: (live) => live.full_path,
  parentOf: (live) => live.parent_id ?? undefined,
  // Paths and names compare without case; groups at the top may share a name (POST /groups, 18.9).
  slots: ({ name }, path, atTheTop) => [
    `path ${lastSegment(path).toLowerCase()}`,
    ...(atTheTop ? [] : [`name ${(typeof name === 'string' ? name : lastSegment(path)).toLowerCase()}`]),
  ],
  // A mark of its deletion frees them by a suffix since 18.0. Before, they stay taken for days, or without a licence until a job is done.
  keepsPath: ({ version }) => !atLeast(version, '18.0'),
  following(live, key) {
    const name = lastSegment(key);
    const [before, now] = [lastSegment(groupPath(live)).toLowerCase(), withoutMark(live.name, live.id).toLowerCase()];
    return before === now && name.toLowerCase() !== now ? { name } : {};
  },
  inside: (id) => ({ path: `/groups/${id}/subgroups`, query: { all_available: true }, pages: true }),
  stepAside,
};

/** The path of a group, without what a mark of its deletion puts to it. */
export function groupPath({ full_path: path, id }: LiveGroup): string {
  return withoutDeletionMark(path, id);
}

/** Whether a group stands under a name that a move has given it for its way. */
export function isAside(live: LiveGroup): boolean {
  return formerPart(live) !== undefined;
}

/** The hash of the last part of the path that a group on its way had before; undefined for one that is on no way. */
function formerPart({ full_path: path, id }: LiveGroup): string | undefined {
  const [, from, whose] = END.exec(lastSegment(path)) ?? [];
  return whose === String(id) ? from : undefined;
}

/** Gives a group a path and a name that nobody else has, and that tell the next run where it is going. */
export function stepAside(
  live: LiveGroup,
  key: string,
  declared: string | undefined,
): { readonly calls: readonly Call[]; readonly live: LiveGroup } {
  const from = formerPart(live) ?? hashOf(lastSegment(groupPath(live)));
  const path = asidePath(key, from, live.id);
  const name = marked(declared ?? withoutMark(withoutDeletionMark(live.name, live.id), live.id), live.id);
  const before = { path: lastSegment(groupPath(live)), name: withoutDeletionMark(live.name, live.id) };
  const rename = { method: 'PUT', path: `/groups/${live.id}` } as const;
  const calls: Call[] = [
    { ...rename, body: { path, name }, does: 'renamed', takeBack: [{ ...rename, body: before, answer: 'partial' }] },
  ];
  return { calls, live: { ...live, path, name, full_path: pathBelow(parentPath(live.full_path), path) } };
}

/** The name of a group without what its way has put to it. */
export function withoutMark(name: string, id: number): string {
  const suffix = suffixOf(id);
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

function asidePath(key: string, from: string, id: number): string {
  const end = `${MARK}${hashOf(key)}-${from}-${id}`;
  const beginning = lastSegment(key).slice(0, LONGEST - end.length);
  // A path has no two separators in a row, which a cut may leave (PUT /groups/:id, 18.9).
  return `${beginning.replace(/[._-]+$/, '')}${end}`;
}

/** Paths compare without case. */
function hashOf(path: string): string {
  return shortHash(path.toLowerCase());
}

function marked(name: string, id: number): string {
  const suffix = suffixOf(id);
  return name.length + suffix.length > LONGEST ? name : `${name}${suffix}`;
}

function suffixOf(id: number): string {
  return ` (moving ${id})`;
}
