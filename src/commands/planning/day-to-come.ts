import type { Diagnostic } from '../../base/diagnostic.ts';
import { dayOf } from '../../engine/day-of-run.ts';
import type { Plan } from '../../model.ts';
import type { Connection } from '../session/connect.ts';

/** The instance as if it were a day to come already; what is wrong with that day. */
export function asOf(connection: Connection, day: string | undefined): Connection | Diagnostic {
  if (day === undefined) return connection;
  const { instance } = connection;
  const today = dayOf(instance.askedAt);
  if (day < today)
    return otherDay(`--at ${day} has passed: it is ${today} on ${instance.url}`, 'give a day from today on');
  return { ...connection, instance: { ...instance, onDay: day } };
}

/** A plan of a day to come is none for today: neither is it saved for that. */
export function notSaved({ at, out }: { readonly at?: string; readonly out?: string }): Diagnostic | undefined {
  return at === undefined || out === undefined
    ? undefined
    : otherDay(
        `--at ${at} shows what a plan would be on that day, and such a plan is not saved for apply`,
        'leave out one of --at and --out; `--json` prints it all the same',
      );
}

/** Nor is one applied that was printed as JSON. */
export function notApplied({ at }: Plan): Diagnostic | undefined {
  return at === undefined
    ? undefined
    : otherDay(`the plan is as of ${at}, made with --at to look ahead`, 'make one for today, without --at');
}

function otherDay(message: string, remedy: string): Diagnostic {
  return { severity: 'error', code: 'other-day', message, remedy };
}
