import { entryAddress, INSTANCE, scopeAddress, sectionAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Place } from '../../base/place.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Desired, LiveEntry, Section, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { leadsOn } from './leads-on.ts';
import { waitsAlong } from './waits-along.ts';

const AT_A_TIME = 8;
/** So many are looked for at most. */
const MOST = 50;

/** A project that is to be made or to be absent, and is not at its path. */
interface NotThere {
  readonly address: string;
  readonly kind: Kind;
  readonly key: string;
  readonly place: Place | undefined;
  readonly isToGo: boolean;
}

/**
 * Errors for projects that are not there since somebody has renamed or moved them by hand: their paths lead to where they are (301, GET
 * /projects/:path, 18.9), and nobody declares them there. One that was made by its entry would be made anew by it, with nothing in it, and one that is to be
 * absent stays. Of those whose group is not there either, that is the cause. Throws ApiError for trouble that concerns every request.
 */
export async function movedProjects(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const made = new Set(changes.flatMap(({ action, address }) => (action === 'create' ? [address.toLowerCase()] : [])));
  const missing = changes.flatMap(({ action, address, place }): NotThere[] => {
    const { kind, key } = partsOf(address, kinds);
    const isFirst = !pathsAbove(key).some((path) => made.has(`group[${path.toLowerCase()}]`));
    return action === 'create' && leavesItsPath(kind) && isFirst ? [{ address, kind, key, place, isToGo: false }] : [];
  });
  const wanted = [...missing, ...toBeAbsent(sections, world, kinds)].slice(0, MOST);
  const found = await parallel(wanted, AT_A_TIME, async ({ address, kind, key, place, isToGo }) => {
    const live = await leadsOn(key, kind, world.instance, client);
    const entries = sections.flatMap(({ name, entries: all }) => (name === kind.section ? all : []));
    const isDeclared = entries.some((entry) => entry.key.toLowerCase() === live?.key.toLowerCase());
    if (live === undefined || live.pendingDeletion !== undefined || isDeclared) return [];
    const waiting = await waitsAlong(live.key, kinds, world.instance, client);
    if (waiting !== undefined) return isToGo ? [] : [goesAlong({ address, place }, waiting)];
    const told: Diagnostic = {
      severity: 'error',
      code: 'renamed-by-hand',
      message: `${address} is ${isToGo ? 'to be absent and is ' : ''}not there, and its path leads to ${entryAddress(kind, INSTANCE, live.key)} (id ${String(live.id)}), which nobody declared: it was renamed or moved by hand${isToGo ? ', and stays' : ''}`,
      place,
      remedy: isToGo
        ? `write \`state: absent\` at \`${live.key}\` in its place; where that is to stay, declare it, or take this entry out`
        : `write \`previously: ${live.key}\` to have it back at ${key}, or declare it as \`${live.key}\`; where another one is to be at this path, declare both`,
    };
    return [told];
  });
  return found.flat();
}

function goesAlong({ address, place }: Pick<NotThere, 'address' | 'place'>, { key, id }: LiveEntry): Diagnostic {
  return {
    severity: 'error',
    code: 'leftover',
    message: `${address} waits for its deletion with ${scopeAddress({ type: 'group', path: key })} (id ${String(id)}), in which it stands`,
    place,
    remedy: `declare \`${key}\` in groups with \`restore: ${String(id)}\` to bring both back, or take this entry out`,
  };
}

/** Whether the old path of such a one leads to where it is. */
function leavesItsPath({ host }: Kind): boolean {
  return host?.moves?.leadsOn === true;
}

/** What is declared absent, and is not at its path. */
function toBeAbsent(sections: readonly Section[], world: World, kinds: Kinds): readonly NotThere[] {
  return sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    if (!leavesItsPath(kind)) return [];
    const live = new Set(world.sections.get(sectionAddress(scope, name))?.map(({ key }) => identity(kind, key)));
    return entries.flatMap((entry): NotThere[] =>
      entry.state === 'absent' && !live.has(identity(kind, entry.key))
        ? [{ address: entryAddress(kind, scope, entry.key), kind, key: entry.key, place: entry.place(), isToGo: true }]
        : [],
    );
  });
}
