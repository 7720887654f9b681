import type { Attributes, Value } from '../../model.ts';
import { secretsIn } from '../fill-call.ts';

/** The fields of an entry that hold secrets. Apart from the ledger, since the plan asks for it and the plan reads nothing. */
export function secretFields(spec: Attributes): [field: string, value: Value][] {
  return Object.entries(spec).flatMap(([field, value]) =>
    value !== undefined && secretsIn(value).length > 0 ? [[field, value] as [string, Value]] : [],
  );
}
