import { permittingFlag } from '../engine/guard/permitting-flag.ts';
import type { Plan } from '../model.ts';
import { grouped } from './grouped.ts';
import type { PlanNote } from './plan-notes.ts';
import { visible } from './visible.ts';

/** What stands above the refusals that are waived: whoever looks at the plan has to know that nobody else will refuse them. */
export function permittedHeadline({ permitted = [] }: Plan): string {
  return `Permitted: guards would refuse this plan ${permitted.length === 1 ? 'for one reason' : `for ${grouped(permitted.length)} reasons`} without the flags that it was made with`;
}

/** What the guards would refuse of a plan that are waived, each with its flag. */
export function permittedNote(plan: Plan): readonly PlanNote[] {
  const { permitted = [], changes } = plan;
  if (permitted.length === 0) return [];
  const lines = permitted.map((one) => `${visible(permittingFlag(one, changes))}: ${visible(one.message)}`);
  return [{ headline: permittedHeadline(plan), lines }];
}
