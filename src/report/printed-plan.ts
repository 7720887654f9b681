import type { Kinds } from '../engine/kinds.ts';
import type { Plan } from '../model.ts';
import type { TextOptions } from './change-text.ts';
import { planJson } from './plan-json.ts';
import { planMarkdown } from './plan-markdown.ts';
import { planText } from './plan-text.ts';

/** In which form a plan is printed. */
export interface PlanForm {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly verbose?: boolean;
}

/** A plan as a command was asked to print it: as text, unless another form is named. */
export function printedPlan(
  plan: Plan,
  reads: number,
  { json, markdown, verbose = false }: PlanForm,
  { paint, columns }: Pick<TextOptions, 'paint'> & { readonly columns: number },
  kinds: Kinds,
): string {
  if (json) return planJson(plan, reads);
  return markdown ? planMarkdown(plan, reads) : planText(plan, reads, { paint, columns, verbose, kinds });
}
