import { INSTANCE } from '../../address.ts';
import { pathsTo } from '../../base/scope-path.ts';
import type { Draft } from './draft.ts';
import type { ResourceIndex } from './resource-index.ts';

/**
 * Which moves wait for which others, by the addresses of their changes: a group that takes along another one, to a path that a third is to
 * leave, moves after that has left. They would not be in each other's way, but whoever looked in between would take the one for the other.
 */
export function comesAlong(drafts: readonly Draft[], resources: ResourceIndex): [later: string, earlier: string][] {
  const movers = new Map(
    drafts.flatMap((draft) =>
      draft.live?.renamedFrom === undefined ? [] : [[draft.live.key.toLowerCase(), draft] as const],
    ),
  );
  return [...movers].flatMap(([path, leaving]) => {
    const coming = resources.find(leaving.kind.section, path, INSTANCE)?.live;
    if (coming === undefined || coming.id === leaving.live?.id) return [];
    return pathsTo(coming.key.toLowerCase()).flatMap((above): [string, string][] => {
      const taking = movers.get(above);
      return taking === undefined || taking === leaving ? [] : [[taking.change.address, leaving.change.address]];
    });
  });
}
