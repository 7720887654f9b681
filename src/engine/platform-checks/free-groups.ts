import { sectionAddress } from '../../address.ts';
import { anyGlob } from '../../base/glob.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, LiveEntry, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';

/** Tells whether a live group is one that nothing declares, and that is not meant to be where it is. */
export function freeGroups(
  { sections }: Pick<Desired, 'sections'>,
  world: Pick<World, 'sections' | 'halfMoved'>,
  kinds: Kinds,
): (kind: Kind, live: LiveEntry) => boolean {
  const hosting = sections.filter(({ name }) => kinds.get(name)?.host !== undefined);
  const declared = new Set(
    hosting.flatMap(({ name, entries }) =>
      entries.flatMap(({ key, previously }) =>
        [key, previously].flatMap((path) => (path === undefined ? [] : [`${name} ${path.toLowerCase()}`])),
      ),
    ),
  );
  const matched = new Set(
    hosting.flatMap(({ scope, name }) =>
      [...(world.sections.get(sectionAddress(scope, name)) ?? []), ...(world.halfMoved?.get(name) ?? [])].map(
        ({ id }) => nameIn(name, id),
      ),
    ),
  );
  const ignored = new Map(hosting.map(({ name, ignore }) => [name, anyGlob(ignore)]));
  return ({ section }, { key, id, pendingDeletion }) =>
    pendingDeletion === undefined &&
    !matched.has(nameIn(section, id)) &&
    !declared.has(`${section} ${key.toLowerCase()}`) &&
    ignored.get(section)?.(key) !== true;
}

/** A group and a project may have one number. */
function nameIn(section: string, id: LiveEntry['id']): string {
  return `${section} ${String(id)}`;
}
