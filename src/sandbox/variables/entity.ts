import type { RequestContext } from '../http/request-context.ts';
import { since } from '../store/edition.ts';
import type { JsonObject } from '../store/json.ts';
import type { VariableRow } from './rows.ts';

/** A variable, with its value unless that is hidden; those of the instance have no scope and are never hidden (GET …/variables, 18.9). */
export function variableEntity(context: RequestContext, row: VariableRow): JsonObject {
  const {
    key,
    value,
    variable_type,
    hidden,
    protected: isProtected,
    masked,
    raw,
    environment_scope,
    description,
  } = row;
  const start = { variable_type, key, value: hidden ? null : value };
  if (row.source_type === 'instance') return { ...start, protected: isProtected, masked, raw, description };
  return {
    ...start,
    ...(since(context.platform.edition, '17.4') ? { hidden } : {}),
    ...{ protected: isProtected, masked, raw, environment_scope, description },
  };
}
