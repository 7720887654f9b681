import type { Diagnostic } from '../../base/diagnostic.ts';
import { nearest, nearestFew } from '../../base/nearest.ts';
import type { Desired, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { addressesOf } from '../parts/target.ts';
import { schemaAt, type Asked } from './asked.ts';

const FEW = 3;

/** What is neither declared nor live is a misspelling, or stands where nothing is declared: it is told with the addresses nearest to it. */
export function unknownAddress(
  given: string,
  desired: Desired,
  kinds: Kinds,
  sections: World['sections'] = new Map(),
): Diagnostic {
  const near = nearestFew(given, [...new Set(addressesOf(desired, sections, kinds))], FEW);
  return {
    severity: 'error',
    code: 'unknown-address',
    message: `nothing declared has the address ${given}, nor anything live where something is declared`,
    remedy:
      near.length === 0
        ? 'write an address as the plan prints it, like group[platform]/hook[ci], with a field behind it or none'
        : `write an address as the plan prints it; the nearest are ${near.join(', ')}`,
  };
}

/** A field that entries of this kind do not have, with the one that may be meant; undefined where there is no such trouble. */
export function unknownField({ kind, field, address }: Asked): Diagnostic | undefined {
  if (field.length === 0 || schemaAt(kind, field) !== undefined) return undefined;
  const path = field.join('.');
  const near = nearest(path, Object.keys(kind.schema.properties));
  return {
    severity: 'error',
    code: 'unknown-address',
    message: `a ${kind.singular.replaceAll('_', ' ')} has no field ${path}`,
    remedy: near === undefined ? `ask for all of it: ${address}` : `write ${address}.${near}`,
  };
}
