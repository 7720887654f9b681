import { atLeast } from '../../base/version-order.ts';
import type { Moves } from '../../kind.ts';
import { lastSegment, parentPath, pathBelow } from '../../base/scope-path.ts';
import { MARK, onItsWay } from '../on-its-way.ts';
import { withoutDeletionMark } from './deletion-mark.ts';
import type { LiveGroup } from './live-group.ts';

/** How a group is called on its way. */
export const groupWay = onItsWay<LiveGroup>({
  endpoint: '/groups',
  pathOf: (live) => live.full_path,
  renamed: (live, path, name) => ({ ...live, path, name, full_path: pathBelow(parentPath(live.full_path), path) }),
  withoutDeletionMark,
  suffix: (id) => ` (moving ${id})`,
});

/** How groups are renamed and moved. */
export const groupMoves: Moves<LiveGroup> = {
  ...groupWay,
  halfway: { path: '/groups', query: { all_available: true, search: MARK }, pages: true },
  pathOf: (live) => live.full_path,
  parentOf: (live) => live.parent_id ?? undefined,
  // Paths and names compare without case; groups at the top may share a name (POST /groups, 18.9).
  slots: ({ name }, path, atTheTop) => [
    `path ${lastSegment(path).toLowerCase()}`,
    ...(atTheTop ? [] : [`name ${(typeof name === 'string' ? name : lastSegment(path)).toLowerCase()}`]),
  ],
  // A mark of its deletion frees them by a suffix since 18.0. Before, they stay taken for days, or without a licence until a job is done.
  keepsPath: ({ version }) => !atLeast(version, '18.0'),
  inside: (id) => ({ path: `/groups/${id}/subgroups`, query: { all_available: true }, pages: true }),
};
