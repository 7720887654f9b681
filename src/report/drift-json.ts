import type { Plan, Touch } from '../model.ts';
import { jsonText } from './json-text.ts';
import { planDocument } from './plan-json.ts';

/** Drift as JSON: the plan, and who touched what it would change or leaves alone. It is no plan file: nothing applies it. */
export function driftJson(plan: Plan, reads: number, who: ReadonlyMap<string, Touch>): string {
  const touched = [...who].map(([address, { author, at, made, fields }]) => ({
    ...{ address, author, at },
    ...(made && { made }),
    ...(fields && { fields }),
  }));
  const own = plan.ownAccess && { own_access: plan.ownAccess };
  const due = plan.dueSoon && { due_soon: plan.dueSoon };
  return `${jsonText({ ...planDocument(plan, reads), ...own, ...due, touched }, 2)}\n`;
}
