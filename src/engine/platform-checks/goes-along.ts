import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import type { AlongWith } from './along.ts';

const FEW = 5;

/** Tells what goes along with people who are removed: the projects in their own namespace (DELETE /users/:id, 18.9). */
export function goesAlong(changes: readonly Change[], kinds: Kinds, along: AlongWith): Diagnostic[] {
  return changes.flatMap(({ address, place }): Diagnostic[] => {
    const rows = (along.get(address) ?? []).flatMap((list) => list.rows);
    if (partsOf(address, kinds).kind.people === undefined || rows.length === 0) return [];
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
}
