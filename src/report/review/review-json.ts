import { levelName } from '../../access-levels.ts';
import { scopeAddress } from '../../address.ts';
import type { Filters, Found } from '../../engine/review/filters.ts';
import type { Held, LeftOut, Person, Review, Token, Way } from '../../engine/review/review.ts';
import { jsonText } from '../json-text.ts';
import { leftText, wayName } from './words.ts';

/** The format that this version writes. */
export const reviewFormat = 'keelson/review@1';

/** Who may do what as JSON, described by schemas/review.schema.json: a person on each line. Piece by piece. */
export function* reviewJson(review: Review, { people, undecided }: Found, filters: Filters): Iterable<string> {
  const { target, day, targets, looked, left } = review;
  const head = { format: reviewFormat, target, day, targets, filters: filterData(filters), looked };
  const tail = { undecided: undecided.map(({ username }) => username), left: left.map(leftData) };
  yield `${jsonText(head).slice(0, -1)},"people":[`;
  let between = '\n';
  for (const person of people) {
    yield `${between}${jsonText(personData(person))}`;
    between = ',\n';
  }
  yield `${people.length === 0 ? '' : '\n'}],${jsonText(tail).slice(1)}\n`;
}

function filterData({ dormant, admins, external, withoutTwoFactor }: Filters): object {
  return {
    ...(dormant !== undefined && { dormant_days: dormant }),
    ...(admins === true && { admins }),
    ...(external === true && { external }),
    ...(withoutTwoFactor === true && { without_two_factor: true }),
  };
}

/** What is not shown has no key: null says never, and false says no. */
function personData(person: Person): object {
  const { id, username, name, nature, state, admin, auditor, external, billable, created, access, tokens } = person;
  const { twoFactor, createdBy, lastActivity, lastSignIn } = person;
  return {
    ...{ id, username, name, nature, state, admin, auditor, external, two_factor: twoFactor, billable },
    ...{ created, created_by: createdBy, last_activity: lastActivity, last_sign_in: lastSignIn },
    access: access.map(heldData),
    tokens: tokens.map(tokenData),
  };
}

function heldData({ place, level, ways, inherited }: Held): object {
  return {
    place: scopeAddress(place),
    level: levelData(level),
    ...(inherited && { inherited: { level: levelData(inherited.level), from: inherited.from } }),
    ways: ways.map(wayData),
  };
}

function wayData({ through, share, level, kept, ...rest }: Way): object {
  return {
    through: wayName(through),
    ...rest,
    level: levelData(level),
    kept: levelData(kept),
    ...(share && { share: { group: share.group, most: levelData(share.most), member_of: share.member } }),
  };
}

function tokenData({ name, scopes, created, age, ends, lastUsed, place }: Token): object {
  return {
    ...{ name, scopes, created, age_days: age, ends, last_used: lastUsed },
    ...(place && { place: scopeAddress(place) }),
  };
}

/** A level by its name, or its number where it has none; null where there is no access. */
function levelData(level: number): string | number | null {
  return level === 0 ? null : levelName(level);
}

function leftData(left: LeftOut): object {
  const { part, because, status, places } = left;
  return { part, because, ...(status !== undefined && { status }), ...(places && { places }), says: leftText(left) };
}
