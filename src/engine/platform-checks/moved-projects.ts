import { entryAddress, INSTANCE } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import type { Change, Desired, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { leadsOn } from './leads-on.ts';

const AT_A_TIME = 8;
/** So many are looked for at most. */
const MOST = 50;

/**
 * Errors for projects that are not there since somebody has renamed or moved them by hand: their paths lead to where they are (301, GET
 * /projects/:path, 18.9), and nobody declares them there. One that was made by its entry would be made anew by it, with nothing in it. Of those
 * whose group is not there either, that is the cause. Throws ApiError for trouble that concerns every request.
 */
export async function movedProjects(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  { instance }: Pick<World, 'instance'>,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const made = new Set(changes.flatMap(({ action, address }) => (action === 'create' ? [address.toLowerCase()] : [])));
  const missing = changes.flatMap((change) => {
    const { kind, key } = partsOf(change.address, kinds);
    const isFirst = !pathsAbove(key).some((path) => made.has(`group[${path.toLowerCase()}]`));
    const isAsked = change.action === 'create' && kind.host !== undefined && kind.host.moves === undefined;
    return isAsked && isFirst ? [{ change, kind, key }] : [];
  });
  const found = await parallel(missing.slice(0, MOST), AT_A_TIME, async ({ change, kind, key }) => {
    const live = await leadsOn(key, kind, instance, client);
    const entries = sections.flatMap(({ name, entries: all }) => (name === kind.section ? all : []));
    const isDeclared = entries.some((entry) => entry.key.toLowerCase() === live?.key.toLowerCase());
    if (live === undefined || live.pendingDeletion !== undefined || isDeclared) return [];
    const told: Diagnostic = {
      severity: 'error',
      code: 'renamed-by-hand',
      message: `${change.address} is not there, and its path leads to ${entryAddress(kind, INSTANCE, live.key)} (id ${String(live.id)}), which nobody declared: it was renamed or moved by hand`,
      place: change.place,
      remedy: `declare it as \`${live.key}\`; where another one is to be at this path, declare both`,
    };
    return [told];
  });
  return found.flat();
}
