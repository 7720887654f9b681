import { scopeAddress } from '../../address.ts';
import type { Found } from '../../engine/review/filters.ts';
import type { Held, Person, Review, Token, Way } from '../../engine/review/review.ts';
import { counted } from '../counted.ts';
import { grouped } from '../grouped.ts';
import type { Paint } from '../paint.ts';
import { visible } from '../visible.ts';
import { everywhereText, hasAccess, standings, WITHOUT_TWO_FACTOR } from './standing.ts';
import { leftText, levelText, throughText } from './words.ts';

const indent = '  ';

/** Who may do what, as paragraphs: one for each person, with a line for each place where a way to it begins. Piece by piece. */
export function* reviewText(review: Review, { people, undecided }: Found, paint: Paint): Iterable<string> {
  yield `${paint.strong(visible(headingText(review)))}\n`;
  yield `${sumText(review, people)}\n`;
  for (const person of people) yield `\n${personLines(person, paint).join('\n')}\n`;
  if (undecided.length > 0) yield `\n${undecidedText(undecided)}\n`;
  if (review.left.length > 0) yield `\n${review.left.map((left) => `${visible(leftText(left))}.`).join('\n')}\n`;
}

/** What it is a review of, and for which day. */
export function headingText({ target, day, targets }: Review): string {
  const where = targets.length === 0 ? '' : `, in ${targets.join(', ')}`;
  return `Access on ${target.url} (GitLab ${target.version})${where}, on ${day === '' ? 'an unknown day' : day}`;
}

/** How many there are, and where was looked. */
export function sumText({ people: all, looked }: Review, found: readonly Person[]): string {
  const persons = found.filter(({ nature }) => nature === 'person').length;
  const others = found.length - persons;
  const of = found.length === all.length ? '' : ` of ${counted(all.length, 'user')}`;
  return `${counted(persons, 'person', 'people')} and ${counted(others, 'bot or service account', 'bots and service accounts')}${of}, in ${counted(looked.groups, 'group')} and ${counted(looked.projects, 'project')}.${amongText(found)}`;
}

const NOUNS: ReadonlySet<string> = new Set(['administrator', 'auditor']);

/** How many of them are what an auditor asks for; what is not shown of anybody is not among it. */
function amongText(found: readonly Person[]): string {
  const counts = new Map<string, number>();
  for (const person of found)
    for (const what of [...standings(person), ...(hasAccess(person) ? [] : ['without access'])])
      counts.set(what, (counts.get(what) ?? 0) + 1);
  const told = [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([what, count]) => (NOUNS.has(what) ? counted(count, what) : `${grouped(count)} ${what}`));
  return told.length === 0 ? '' : ` Among them: ${told.join(', ')}.`;
}

/** Of whom nobody can tell whether the filters find them. */
export function undecidedText(undecided: readonly Person[]): string {
  const names = undecided.slice(0, 10).map(({ username }) => visible(username));
  const more = undecided.length > names.length ? ` and ${counted(undecided.length - names.length, 'more user')}` : '';
  return `Not known of ${names.join(', ')}${more}: what is looked for is not shown of them.`;
}

function personLines(person: Person, paint: Paint): readonly string[] {
  const { username, name, access, tokens } = person;
  const called = name === undefined || name === username ? '' : ` (${visible(name)})`;
  const everywhere = everywhereText(person);
  const nothing = access.length === 0 && everywhere === undefined ? [`${indent}${paint.faint('no access')}`] : [];
  return [
    `${paint.strong(visible(username))}${called}, ${traits(person).join(', ')}`,
    ...factLine(person),
    ...(everywhere === undefined ? [] : [`${indent}${everywhere}`]),
    ...access.flatMap(heldLines),
    ...nothing,
    ...tokens.map((token) => tokenLine(token, person)),
  ];
}

/** What somebody is: `person, blocked, administrator, external`; the facts tell the rest. */
function traits(person: Person): readonly string[] {
  return [person.nature, ...standings(person).filter((what) => what !== WITHOUT_TWO_FACTOR)];
}

function factLine(person: Person): readonly string[] {
  const facts = personFacts(person).map(([what, value]) => `${what} ${value}`);
  return facts.length === 0 ? [] : [`${indent}${facts.join(', ')}`];
}

/** What is shown of somebody, each with what it is; what is not shown is not among it. */
export function personFacts(person: Person): readonly (readonly [what: string, value: string])[] {
  const { nature, twoFactor, billable, lastActivity, lastSignIn, created, createdBy } = person;
  const by = createdBy === undefined ? '' : ` by ${visible(createdBy)}`;
  return [
    ...timed('last activity', lastActivity),
    ...timed('last sign-in', lastSignIn),
    ...(twoFactor === undefined || nature !== 'person' ? [] : [['two-factor', twoFactor ? 'on' : 'off'] as const]),
    ...(billable === undefined ? [] : [['billable', billable ? 'yes' : 'no'] as const]),
    ...(created === undefined ? [] : [['made', `${dayOf(created)}${by}`] as const]),
  ];
}

function timed(what: string, time: string | null | undefined): readonly (readonly [string, string])[] {
  return time === undefined ? [] : [[what, time === null ? 'never' : dayOf(time)]];
}

/** The day of a moment: that is enough for people. */
export function dayOf(time: string): string {
  return visible(time.slice(0, 10));
}

function heldLines({ place, ways, level, inherited }: Held): readonly string[] {
  const address = visible(scopeAddress(place));
  // What comes from above is told where it begins: here only where it is more than what is here.
  const above =
    inherited !== undefined && inherited.level >= level
      ? ` (${levelText(inherited.level)} all the same, by ${visible(inherited.from)})`
      : '';
  return ways.map((way, index) => `${indent}${address}: ${wayText(way)}${index === 0 ? above : ''}`);
}

/** One way to access with all that is known of it: `owner, direct, added 2026-01-02 by root, until 2027-01-01`; its level may be younger. */
export function wayText(way: Way): string {
  const { since, by, ends } = way;
  return [
    keptLevelText(way),
    visible(throughText(way)),
    ...(since === undefined ? [] : [`added ${dayOf(since)}${by === undefined ? '' : ` by ${visible(by)}`}`]),
    ...(ends === undefined ? [] : [`until ${dayOf(ends)}`]),
  ].join(', ');
}

/** What is kept by a way, and why that gives nothing where it does: `owner that gives nothing (blocked)`. */
export function keptLevelText({ level, kept, role, idle }: Way): string {
  const what = role === undefined ? levelText(kept) : `${levelText(kept)} with the role ${visible(role)}`;
  return level === 0 ? `${what} that gives nothing (${visible(idle ?? 'ended')})` : what;
}

function tokenLine(token: Token, person: Person): string {
  const at = token.place === undefined ? '' : ` of ${visible(scopeAddress(token.place))}`;
  return `${indent}token ${visible(token.name)}${at}: ${tokenFacts(token, person)}`;
}

/** What a token of somebody may do, how old it is, and when it was used. */
export function tokenFacts({ scopes, age, ends, lastUsed }: Token, { state }: Person): string {
  return [
    visible(scopes.join(', ')),
    `${counted(age, 'day')} old`,
    lastUsed === null ? 'never used' : `last used ${dayOf(lastUsed)}`,
    ends === null ? 'without an end' : `until ${dayOf(ends)}`,
    ...(state === 'active' ? [] : [`gives nothing (${visible(state)})`]),
  ].join('; ');
}
