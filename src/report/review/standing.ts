import { lacksTwoFactor } from '../../engine/review/filters.ts';
import type { Person } from '../../engine/review/review.ts';
import { visible } from '../visible.ts';

/** Of whoever can sign in without two-factor authentication. */
export const WITHOUT_TWO_FACTOR = 'without two-factor';

/** What an auditor asks for of somebody, as far as it is shown: `blocked`, `administrator`, `external`, `without two-factor`. */
export function standings(person: Person): readonly string[] {
  const { state, admin, auditor, external } = person;
  return [
    ...(state === 'active' ? [] : [visible(state)]),
    ...(admin === true ? ['administrator'] : []),
    ...(auditor === true ? ['auditor'] : []),
    ...(external === true ? ['external'] : []),
    ...(lacksTwoFactor(person) === true ? [WITHOUT_TWO_FACTOR] : []),
  ];
}

/** What somebody may do in all places by what they are, whatever they are a member of. */
export function everywhereText({ admin, auditor, state }: Person): string | undefined {
  const what =
    admin === true
      ? 'everything on the instance, as an administrator'
      : auditor === true
        ? 'everything on the instance to read, as an auditor'
        : undefined;
  return what === undefined || state === 'active' ? what : `${what}, which gives nothing (${visible(state)})`;
}

/** Whether anything that somebody has counts now: who is blocked or deactivated is let in by nothing, nor by a token (Moderate users, 18.9). */
export function hasAccess(person: Person): boolean {
  return (
    person.state === 'active' && (everywhereText(person) !== undefined || person.access.some(({ level }) => level > 0))
  );
}
