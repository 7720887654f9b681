import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import type { PlanDocument } from './plan-json.ts';

/** Whether data has the form of a saved plan. The bundle has this compiled ahead of time, in place of this file. */
export function isPlan(json: unknown): json is PlanDocument {
  return compiled()(json);
}

/** The first thing that is wrong with what is no saved plan. */
export function planError(json: unknown): ErrorObject | undefined {
  const check = compiled();
  return check(json) ? undefined : check.errors?.[0];
}

/** Compiled once, and only where a plan is read: it takes longer than all the rest, and `merge` reads many. */
function compiled(): ValidateFunction<PlanDocument> {
  check ??= new Ajv2020({ allowUnionTypes: true }).compile<PlanDocument>(planSchema);
  return check;
}

let check: ValidateFunction<PlanDocument> | undefined;
