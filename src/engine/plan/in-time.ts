import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Attributes, Declared, FieldChange, LiveEntry, Value } from '../../model.ts';
import { hasEnded } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import type { Context } from './context.ts';
import { shown, type Difference, type Due } from './diff.ts';
import { isReplacement } from './drafting.ts';
import { unknownDay } from './refusals.ts';
import { dueOn, renewalOf, renewed, type Renewal } from './renewal.ts';

/**
 * The difference with what the day of the run makes of it, for an entry that is made anew in time. Where it is made, for whatever reason, its rule
 * says when it ends; where it stays, the day on which it ends is no difference. What is wrong, where nobody knows the day.
 */
export function inTime(
  { kind, world }: Pick<Context, 'kind' | 'world'>,
  address: string,
  declared: Declared,
  live: LiveEntry | undefined,
  found: Difference,
  isLost: boolean,
): Difference | Diagnostic {
  const renewal = renewalOf(kind, declared.spec);
  if (renewal === undefined) return found;
  const today = dayOfRun(world.instance);
  if (today === '') return unknownDay(address, declared, renewal.rule);
  const { field } = renewal;
  const completed = renewed(found.completed, renewal, today);
  const fields = [...found.fields, ending(field, live?.spec, completed)];
  if (live === undefined || isLost || (found.names.size > 0 && isReplacement(kind, found)))
    return { ...found, fields, completed };
  const due = dueBy(live, renewal, today);
  if (due !== undefined) return { ...found, due, names: new Set([...found.names, field]), fields, completed };
  // Nobody is shown when it ends.
  return live.spec[field] === undefined ? { ...found, unverifiable: [...found.unverifiable, field] } : found;
}

/** When something ends that is due by a day, null where it never does; undefined where it is not due. */
function dueBy({ spec }: LiveEntry, renewal: Renewal, today: string): Due | undefined {
  const ends = spec[renewal.field];
  const { before } = renewal;
  if (ends === null) return { ends, before };
  return typeof ends === 'string' && hasEnded(dueOn(ends, renewal), today) ? { ends, before } : undefined;
}

function ending(path: string, before: Attributes | undefined, after: Attributes): FieldChange {
  const text = (value: Value | undefined): FieldChange['to'] => (value === undefined ? undefined : shown({}, value));
  return { path, from: text(before?.[path]), to: text(after[path]) };
}
