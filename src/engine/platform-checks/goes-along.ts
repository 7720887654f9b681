import type { Client } from '../../api/client.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

/** Of more people it is not looked what each of them has: a plan that removes so many is refused for that alone. */
const MOST = 50;
const AT_A_TIME = 8;
const FEW = 5;

/** Tells what goes along with people who are removed: the projects in their own namespace (DELETE /users/:id, 18.9). Throws ApiError. */
export async function goesAlong(changes: readonly Change[], kinds: Kinds, client: Client): Promise<Diagnostic[]> {
  const removed = changes.filter(({ action }) => action === 'delete').slice(0, MOST);
  const told = await parallel(removed, AT_A_TIME, async ({ address, place, seen: { id } }): Promise<Diagnostic[]> => {
    const { people } = partsOf(address, kinds).kind;
    if (people === undefined || typeof id !== 'number') return [];
    const listing = await client.list(people.belongings(id).goesAlong).catch(unknownIfRefused);
    const rows = (await listing?.all()) ?? [];
    if (rows.length === 0) return [];
    const named = rows.slice(0, FEW).map(({ path_with_namespace: path }) => (typeof path === 'string' ? path : '?'));
    const more = rows.length > FEW ? ` and ${rows.length - FEW} more` : '';
    return [
      {
        ...{ severity: 'warning', code: 'goes-along', place },
        message: `${address} goes with ${rows.length} project${rows.length === 1 ? '' : 's'} of its own: ${named.join(', ')}${more}`,
        remedy: 'move what is to stay into a group first',
      },
    ];
  });
  return told.flat();
}
