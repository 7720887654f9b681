import type { PropertySchema } from '../../kind.ts';
import type { Attributes, Value } from '../../model.ts';
import type { Kind } from '../../kind.ts';
import { propertyOf } from '../kinds.ts';
import { compare, hidden, hidesValues, sameName, unseen } from './diff.ts';

/**
 * Whether every declared field plainly is as it is live, so that there is nothing to do and nothing to say. Where a field needs
 * more than a look (a reference, a secret, a field of some versions), the answer is no, and the difference is worked out in full.
 */
export function isPlainlyUnchanged(kind: Kind, declared: Attributes, live: Attributes): boolean {
  for (const field in declared) {
    const value = declared[field];
    const schema = propertyOf(kind, field);
    if (value === undefined || schema === undefined || schema['x-making'] === true) continue;
    if (needsMore(schema, value)) return false;
    const is = live[field];
    if (value === is) continue;
    const named = kind.shape.type === 'map' && kind.shape.name === field;
    if (named && sameName(kind, value, is)) continue;
    if (unseen(field, schema, value, is).length > 0 || compare(field, schema, value, is).length > 0) return false;
  }
  return true;
}

function needsMore(schema: PropertySchema, value: Value): boolean {
  if (schema['x-since'] !== undefined || schema['x-local'] === true) return true;
  if (schema['x-ref'] !== undefined && typeof value === 'string') return true;
  return hidden(schema) || hidesValues(schema);
}
