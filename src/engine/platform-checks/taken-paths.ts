import { INSTANCE, entryAddress, sectionAddress } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, LiveEntry, World } from '../../model.ts';
import { parentPath } from '../../base/scope-path.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';
import { byPath, idAt, unseenEntries } from './unseen-entries.ts';

/** The platform permits one caller twenty of these looks in a minute (GET /namespaces/:id/exists, 18.9); whoever plans twice must not wait. */
const MOST = 10;

/**
 * Tells of what this token cannot see: what is not there, and is to be made or declared absent, has its path taken all the same, or is
 * said to have been at one that is, or stands in something of which that is so. Administrators see everything, and are not asked for.
 * Throws ApiError.
 */
export async function takenPaths(
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const asked = unseenEntries(sections, world, kinds).flatMap(({ kind, entry }) => pathsOf(kind, entry, world, kinds));
  const cache = createReadCache(client);
  // Where somebody may be told what is untrue goes first: GitLab itself refuses to make what is there.
  const inOrder = [...asked.filter(({ what }) => what !== 'made'), ...asked.filter(({ what }) => what === 'made')];
  const paths = new Set([...new Set(inOrder.map(({ at }) => at.toLowerCase()))].slice(0, MOST));
  const hidden = await parallel(
    inOrder.filter(({ at }) => paths.has(at.toLowerCase())),
    MOST,
    async (one): Promise<Look[]> => {
      const found = await firstUnseen(one, cache);
      return found === undefined ? [] : [{ ...one, ...found }];
    },
  );
  const own = world.instance.me.username.toLowerCase();
  // In its own namespace its user is shown everything.
  const isOwn = ({ what, path }: Look): boolean => what === 'absent' && path.toLowerCase() === own;
  const looks = withoutThoseInside(hidden.flat()).filter((look) => !isOwn(look));
  const answers = new Map<string, Promise<boolean>>();
  const found = await parallel(looks, MOST, async (look) => {
    const path = look.path.toLowerCase();
    const answer = answers.get(path) ?? isTaken(look, client);
    answers.set(path, answer);
    return (await answer) ? [told(look)] : [];
  });
  return found.flat();
}

/** Where the group above is to be made, what is in it cannot be there yet: that one is looked at. */
function withoutThoseInside(looks: readonly Look[]): readonly Look[] {
  const made = looks.filter(({ what }) => what === 'made').toReversed();
  const first = new Map(made.map((look) => [look.path.toLowerCase(), look]));
  return looks.filter((look) => look.what !== 'made' || first.get(look.path.toLowerCase()) === look);
}

/** The paths that matter for an entry: its own, where the platform tells whether that is taken, else the one above; and the one that it is said to have had. */
function pathsOf(kind: Kind, entry: Declared, world: World, kinds: Kinds): readonly Asked[] {
  const above = kind.host?.taken === undefined ? hostingKind(kinds, 'group') : kind;
  if (above === undefined) return [];
  const live = byPath(world.sections.get(sectionAddress(INSTANCE, above.section)) ?? []);
  const asked = { kind, entry, above, live };
  const { key, state, previously } = entry;
  if (above !== kind) return state === 'absent' ? [{ ...asked, what: 'absent', at: parentPath(key) }] : [];
  if (state === 'absent') return [{ ...asked, what: 'absent', at: key }];
  const made: Asked = { ...asked, what: 'made', at: key };
  const wasSeen = previously === undefined || live.has(previously.toLowerCase());
  return wasSeen ? [made] : [{ ...asked, what: 'former', at: previously }, made];
}

/** An entry of which nothing is seen, and what is seen of its kind. */
interface Asked {
  readonly kind: Kind;
  readonly entry: Declared;
  /** What is to become of it: it is not to be there, it is to be made, or it is said to have been there before. */
  readonly what: 'absent' | 'made' | 'former';
  /** The path that matters, of the kind `above`. */
  readonly at: string;
  readonly above: Kind;
  readonly live: ReadonlyMap<string, LiveEntry>;
}

/** A path at which the token sees nothing, and the entry for which that matters. */
interface Look extends Asked, Hidden {}

interface Hidden {
  readonly path: string;
  /** The number of the group above; none at the top. */
  readonly parent: number | undefined;
}

/**
 * The topmost part of a path at which nothing is seen, below the lowest that is: who has access to a group in one that is hidden sees that
 * group, and makes others in it.
 */
async function firstUnseen({ kind, entry, above, at, live }: Asked, cache: ReadCache): Promise<Hidden | undefined> {
  const segments = at.split('/');
  // Of itself it is known that nothing is seen.
  const known = above === kind && at === entry.key ? 1 : 0;
  for (let end = segments.length - known; end > 0; end--) {
    const path = segments.slice(0, end).join('/');
    const id = live.get(path.toLowerCase())?.id ?? (await idAt(above, path, cache));
    if (id === undefined) continue;
    if (end === segments.length || typeof id !== 'number') return undefined;
    return { path: segments.slice(0, end + 1).join('/'), parent: id };
  }
  return { path: segments[0] ?? at, parent: undefined };
}

/** Whether the platform says that something has this path; what it does not answer is not known. */
async function isTaken({ above, path, parent }: Look, client: Client): Promise<boolean> {
  const read = above.host?.taken?.(path, parent);
  if (read === undefined) return false;
  try {
    const answer = await client.read(read);
    return typeof answer === 'object' && 'exists' in answer && answer.exists === true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

function told({ kind, entry, what, at, above, path, parent }: Look): Diagnostic {
  const address = entryAddress(kind, INSTANCE, entry.key);
  const isIt = path.toLowerCase() === at.toLowerCase();
  const user = parent === undefined ? 'a user, or by ' : '';
  const taken = `the path ${path} is taken by ${user}a ${above.singular} that this token cannot see`;
  switch (what) {
    case 'absent':
      return {
        severity: 'warning',
        code: 'taken-unseen',
        message: `${address} is declared absent, and nobody can tell here whether it is${isIt && above === kind ? ': ' : ', for '}${taken}`,
        place: entry.place(),
        remedy: 'use a token whose user may see it',
      };
    case 'former':
      return {
        severity: 'error',
        code: 'taken-unseen',
        message: `${address} is said to have been at ${at}, and nobody can tell here whether that is so: ${taken}`,
        place: entry.place('previously'),
        remedy: 'use a token whose user may see it; or take `previously` out, to make it anew',
      };
    case 'made':
      return {
        severity: 'error',
        code: 'taken-unseen',
        message: `${address} cannot be made${isIt ? ': ' : ' where it is declared: '}${taken}`,
        place: entry.place(),
        remedy: 'use a token whose user may see it, or choose another path',
      };
  }
}
