import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Declared } from '../../model.ts';

/** GitLab takes no day that has passed (POST and PUT …/members, 18.9), and ends a membership on its day by itself. */
export function ended(address: string, declared: Declared, day: string, isThere: boolean): Diagnostic {
  const rest = isThere ? 'what is there is left as it is' : 'nothing is made of it';
  return {
    severity: 'warning',
    code: 'ended',
    message: `${address} has ended on ${day}: ${rest}`,
    place: declared.place(),
    remedy: isThere
      ? 'write `state: absent` to take it away, or a later day'
      : 'take the entry out of the configuration, or write a later day',
  };
}

/** An entry says that access has ended which goes on: somebody was let in again, or the day was written down too late. */
export function outlived(address: string, declared: Declared, day: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'ended',
    message: `${address} has ended on ${day}, and what is there has not: nobody has declared that`,
    place: declared.place(),
    remedy: 'write `state: absent` to take it away, or a later day to keep it',
  };
}

/** What an undo would bring back is gone by its own day, as it would be without the apply. */
export function endedMeanwhile(address: string, declared: Declared, day: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'ended',
    message: `${address} would have ended on ${day}: nothing is brought back of it`,
    place: declared.place(),
  };
}
