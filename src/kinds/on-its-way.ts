import { shortHash } from '../base/short-hash.ts';
import { lastSegment } from '../base/scope-path.ts';
import type { Moves } from '../kind.ts';
import type { Call } from '../model.ts';

/** What stands in the path of something on its way, between the last part of where it is going and what tells which way it is. */
export const MARK = '-moving-';

/** The end of such a path: hashes of the path it goes to and of the last part of the one it had, and its id. */
const END = new RegExp(`${MARK}[0-9a-z]+-([0-9a-z]+)-(\\d+)$`);

/** The longest name, and path, of a group or project (POST and PUT /groups and /projects, 18.9). */
const LONGEST = 255;

/** What is renamed and moved, as far as its way has to know of it. */
interface Traveller {
  readonly id: number;
  readonly name: string;
}

/** What tells the one kind of travellers from the other. */
interface Travels<Live extends Traveller> {
  /** Where it is renamed: `/groups`. */
  readonly endpoint: string;
  /** The full path, as it is shown. */
  readonly pathOf: (live: Live) => string;
  /** The same live object with another last part of its path, and another name. */
  readonly renamed: (live: Live, path: string, name: string) => Live;
  /** A path or name without what a mark of its deletion has put to it. */
  readonly withoutDeletionMark: (text: string, id: number) => string;
  /** What is put to its name, with signs that a name may have. */
  readonly suffix: (id: number) => string;
}

/** How something gets a path and a name that nobody else has, and that tell the next run where it is going. */
export interface OnItsWay<Live> extends Pick<
  Moves<Live>,
  'isHalfway' | 'isAside' | 'isWayName' | 'mayHaveBeen' | 'calledBefore' | 'following' | 'stepAside'
> {
  /** The full path, without what a mark of its deletion puts to it. */
  pathOf(live: Live): string;
  /** Its name without what its way has put to it. */
  withoutMark(live: Live): string;
}

/** The names of ways, for one kind. */
export function onItsWay<Live extends Traveller>(travels: Travels<Live>): OnItsWay<Live> {
  const { endpoint, renamed, suffix, withoutDeletionMark } = travels;
  const pathOf = (live: Live): string => withoutDeletionMark(travels.pathOf(live), live.id);
  const unmarked = (name: string, id: number): string =>
    name.endsWith(suffix(id)) ? name.slice(0, -suffix(id).length) : name;
  const withoutMark = ({ name, id }: Live): string => unmarked(name, id);
  const marked = (name: string, id: number): string =>
    name.length + suffix(id).length > LONGEST ? name : `${name}${suffix(id)}`;
  /** The hash of the last part of the path that it had before; undefined for what is on no way. */
  const formerPart = (live: Live): string | undefined => formerIn(lastSegment(travels.pathOf(live)), live.id);
  return {
    pathOf,
    withoutMark,
    isHalfway: (live, key) => lastSegment(travels.pathOf(live)) === asidePath(key, formerPart(live) ?? '', live.id),
    isAside: (live) => formerPart(live) !== undefined,
    isWayName: (segment, { id }) => formerIn(segment, id) !== undefined,
    mayHaveBeen: (live, key) => formerPart(live) === hashOf(lastSegment(key)),
    calledBefore: withoutMark,
    following(live, key) {
      const name = lastSegment(key);
      const [before, now] = [lastSegment(pathOf(live)).toLowerCase(), withoutMark(live).toLowerCase()];
      return before === now && name.toLowerCase() !== now ? { name } : {};
    },
    stepAside(live, key, declared) {
      const { id } = live;
      const from = formerPart(live) ?? hashOf(lastSegment(pathOf(live)));
      const path = asidePath(key, from, id);
      const name = marked(declared ?? unmarked(withoutDeletionMark(live.name, id), id), id);
      const before = { path: lastSegment(pathOf(live)), name: withoutDeletionMark(live.name, id) };
      const rename = { method: 'PUT', path: `${endpoint}/${id}` } as const;
      const calls: Call[] = [
        {
          ...rename,
          body: { path, name },
          does: 'renamed',
          takeBack: [{ ...rename, body: before, answer: 'partial' }],
        },
      ];
      return { calls, live: renamed(live, path, name) };
    },
  };
}

function formerIn(segment: string, id: number): string | undefined {
  const [, from, whose] = END.exec(segment) ?? [];
  return whose === String(id) ? from : undefined;
}

function asidePath(key: string, from: string, id: number): string {
  const end = `${MARK}${hashOf(key)}-${from}-${id}`;
  const beginning = lastSegment(key).slice(0, LONGEST - end.length);
  // A path has no two separators in a row, which a cut may leave (PUT /groups/:id and /projects/:id, 18.9).
  return `${beginning.replace(/[._-]+$/, '')}${end}`;
}

/** Paths compare without case. */
function hashOf(path: string): string {
  return shortHash(path.toLowerCase());
}
