import type { Path } from '../yaml/locate.ts';
import type { YamlEdit } from './yaml-edit.ts';

/** The edits that are made of a text already, as far as others may depend on them. */
export interface WaysTaken {
  /**
   * Whether what an edit makes of the text may be another than what one of these takes it for: one is within the other, or both are of one list or
   * the last of a map.
   */
  mayMeet(edit: YamlEdit): boolean;
  add(edit: YamlEdit): void;
}

/** No edits yet. */
export function waysTaken(): WaysTaken {
  const [ends, holders, changedHolders] = [ways(), ways(), ways()];
  return {
    mayMeet: (edit) =>
      ends.meets(edit.path) || (edit.type === 'set' ? changedHolders : holders).meets(holderPath(edit)),
    add(edit) {
      ends.add(edit.path);
      holders.add(holderPath(edit));
      if (edit.type !== 'set') changedHolders.add(holderPath(edit));
    },
  };
}

/** The way to what an edit changes, as a text: the map or the list in which something is set, comes or goes. */
export function holderOf(edit: YamlEdit): string {
  return wayOf(holderPath(edit));
}

function holderPath({ type, path }: YamlEdit): Path {
  return type === 'append' || type === 'join' ? path : path.slice(0, -1);
}

/** A path as a text that tells it from all others. */
export function wayOf(path: Path): string {
  return path.map((step) => `${String(step)}\0`).join('');
}

/** A set of ways, to be asked whether one of them leads to another, or on from there. */
function ways() {
  const ends = new Set<string>();
  const through = new Set<string>();
  const prefixes = (path: Path): string[] => {
    let way = '';
    return ['', ...path.map((step) => (way += `${String(step)}\0`))];
  };
  return {
    add(path: Path): void {
      ends.add(wayOf(path));
      for (const way of prefixes(path)) through.add(way);
    },
    meets: (path: Path): boolean => through.has(wayOf(path)) || prefixes(path).some((way) => ends.has(way)),
  };
}
