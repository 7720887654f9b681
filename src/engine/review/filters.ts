import { daysAfter } from '../day-of-run.ts';
import type { Person } from './review.ts';

/** What is looked for: somebody of whom all of these hold. */
export interface Filters {
  /** Without any activity for so many days, and able to come back at any time. */
  readonly dormant?: number;
  readonly admins?: true;
  readonly external?: true;
  readonly withoutTwoFactor?: true;
}

/** Whom filters find, and of whom nobody can tell, since it was not shown. */
export interface Found {
  readonly people: readonly Person[];
  readonly undecided: readonly Person[];
}

/** Whether anything is looked for at all. */
export function isAsked({ dormant, admins, external, withoutTwoFactor }: Filters): boolean {
  return dormant !== undefined || admins === true || external === true || withoutTwoFactor === true;
}

/** Whom the filters find on a day. What is not shown of somebody is neither yes nor no. */
export function find(people: readonly Person[], filters: Filters, day: string): Found {
  const found: Person[] = [];
  const undecided: Person[] = [];
  for (const person of people) {
    const verdicts = verdictsOn(person, filters, day);
    if (verdicts.includes(false)) continue;
    if (verdicts.includes(undefined)) undecided.push(person);
    else found.push(person);
  }
  return { people: found, undecided };
}

/** One verdict for each filter that is set; undefined where nobody tells. */
function verdictsOn(person: Person, filters: Filters, day: string): readonly (boolean | undefined)[] {
  const { dormant, admins, external, withoutTwoFactor } = filters;
  return [
    ...(dormant === undefined ? [] : [isDormant(person, dormant, day)]),
    ...(admins === true ? [person.admin] : []),
    ...(external === true ? [person.external] : []),
    ...(withoutTwoFactor === true ? [lacksTwoFactor(person)] : []),
  ];
}

/** Who is blocked or deactivated does not come back by itself; of who was never there the day counts on which it was made. */
function isDormant(person: Person, days: number, day: string): boolean | undefined {
  if (person.state !== 'active') return false;
  const { lastActivity, lastSignIn, tokens, spentUse, created } = person;
  const shown = [lastActivity, lastSignIn, spentUse, ...tokens.map(({ lastUsed }) => lastUsed)];
  const latest = shown
    .filter((time) => typeof time === 'string')
    .map((time) => time.slice(0, 10))
    .sort()
    .at(-1);
  const since = daysAfter(day, -days);
  if (latest !== undefined && latest > since) return false;
  // A day that is shown is no last one where the others are kept back.
  if (lastActivity === undefined) return undefined;
  if (latest !== undefined) return true;
  return created === undefined ? undefined : created.slice(0, 10) <= since;
}

/** Whether somebody can sign in without two-factor authentication: bots, service accounts, and who is blocked cannot. Undefined where it is not shown. */
export function lacksTwoFactor({ nature, state, twoFactor }: Person): boolean | undefined {
  if (nature !== 'person' || state !== 'active') return false;
  return twoFactor === undefined ? undefined : !twoFactor;
}
