import { isMap } from '../../base/shape.ts';
import { daysIn } from '../../base/span.ts';
import type { Kind } from '../../kind.ts';
import type { Attributes, Value } from '../../model.ts';
import { daysAfter } from '../day-of-run.ts';
import { fieldsWith } from '../kinds.ts';

/** The rule by which an entry is made anew in time. */
export interface Renewal {
  /** The field of the rule. */
  readonly rule: string;
  /** The field of the day on which it ends. */
  readonly field: string;
  /** How many days before that it is due. */
  readonly before: number;
  /** How many days a new one is good for. */
  readonly lifetime: number;
}

/** The rule by which an entry is made anew in time; undefined where none is declared. */
export function renewalOf(kind: Kind, spec: Attributes): Renewal | undefined {
  const rules = fieldsWith(kind, 'x-renews').flatMap(([rule, field]): Renewal[] => {
    const value = spec[rule];
    if (!isMap(value)) return [];
    const [before, lifetime] = [spanOf(value['before']), spanOf(value['lifetime'])];
    return before === undefined || lifetime === undefined ? [] : [{ rule, field, before, lifetime }];
  });
  return rules[0];
}

function spanOf(value: Value | undefined): number | undefined {
  return typeof value === 'string' ? daysIn(value) : undefined;
}

/** The day from which on something is due that ends on another. */
export function dueOn(ends: string, { before }: Renewal): string {
  return daysAfter(ends, -before);
}

/** What is made by the rule, with the day on which it ends in place of that. */
export function renewed(spec: Attributes, { rule, field, lifetime }: Renewal, today: string): Attributes {
  const rest = Object.entries(spec).filter(([name]) => name !== rule);
  return { ...Object.fromEntries(rest), [field]: daysAfter(today, lifetime) };
}
