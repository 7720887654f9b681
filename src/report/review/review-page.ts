import { scopeAddress } from '../../address.ts';
import type { Found } from '../../engine/review/filters.ts';
import type { Held, Person, Review, Token } from '../../engine/review/review.ts';
import { pageText } from '../html/page.ts';
import type { FieldData, Item, PageData } from '../html/page-data.ts';
import { visible } from '../visible.ts';
import { headingText, keptLevelText, personFacts, sumText, tokenFacts, undecidedText, wayText } from './review-text.ts';
import { everywhereText, hasAccess, standings } from './standing.ts';
import { leftText, levelText } from './words.ts';

/** When it was made (ISO 8601), and by which version of this program. */
export interface ReviewRun {
  readonly endedAt: string;
  readonly version: string;
}

/** Who may do what as the page that runs have as well: by group and project, to search and filter by what somebody is. */
export function reviewPage(review: Review, found: Found, run: ReviewRun): string {
  return pageText('review', pageOfReview(review, found, run));
}

function pageOfReview(review: Review, { people, undecided }: Found, { endedAt, version }: ReviewRun): PageData {
  const { left } = review;
  const lines = [
    ...(undecided.length > 0 ? [undecidedText(undecided)] : []),
    ...left.map((one) => `${leftText(one)}.`),
  ];
  return {
    heading: visible(headingText(review)),
    standing: 'well',
    sum: sumText(review, people),
    footer: `Written by Keelson ${version} on ${endedAt.slice(0, 16).replace('T', ' at ')} UTC.`,
    refusals: [],
    refusalIntroduction: '',
    permitted: [],
    permittedIntroduction: '',
    risks: [],
    said: [],
    notes: lines.length === 0 ? [] : [{ headline: 'What could not be read', lines: lines.map(visible) }],
    words: {
      one: 'entry',
      many: 'entries',
      deed: 'Access',
      deeds: {
        ...{ create: '', update: '', replace: '', delete: '', undeclared: '' },
        ...{ held: 'has access', lacks: 'no access' },
      },
      before: '',
      after: 'is',
    },
    items: people.flatMap(itemsOf).sort(byScope),
    joint: [],
  };
}

/** What stands in one group or project is together, by path; the people of each by name. */
function byScope(one: Item, other: Item): number {
  const path = ({ scope }: Item): string => scope.replace(/^\w+\[?|\]$/g, '');
  const [a, b] = [path(one), path(other)];
  return a === b ? 0 : a < b ? -1 : 1;
}

function itemsOf(person: Person): readonly Item[] {
  const everywhere = everywhereText(person);
  return [
    ...(everywhere === undefined ? [] : [itemOf(person, 'instance', everywhere, [])]),
    ...person.access.map((held) => heldItem(person, held)),
    ...(person.access.length === 0 && everywhere === undefined
      ? [itemOf(person, 'instance', 'to any group or project', [])]
      : []),
    ...person.tokens.map((token) => tokenItem(person, token)),
  ];
}

/** What counts in a place now; where nothing does, what is there all the same, and why it gives nothing. */
function heldItem(person: Person, { place, level, ways, inherited }: Held): Item {
  const above: FieldData[] =
    inherited === undefined ? [] : [{ path: 'inherited', to: `${levelText(inherited.level)}, by ${inherited.from}` }];
  const fields = ways.map((way, index): FieldData => ({ path: `way ${index + 1}`, to: wayText(way) }));
  const [first] = ways;
  const what = level > 0 || first === undefined ? levelText(level) : keptLevelText(first);
  const item = itemOf(person, scopeAddress(place), what, [...fields, ...above]);
  return level > 0 ? item : { ...item, deed: 'lacks' };
}

function tokenItem(person: Person, token: Token): Item {
  const where = token.place === undefined ? 'instance' : scopeAddress(token.place);
  const item = itemOf(person, where, `token ${token.name}: ${tokenFacts(token, person)}`, []);
  // Somebody may have several.
  return { ...item, kind: 'token', address: visible(`${where}/token[${person.username}:${token.name}]`) };
}

function itemOf(person: Person, scope: string, reason: string, fields: readonly FieldData[]): Item {
  const facts = personFacts(person).map(([path, to]): FieldData => ({ path, to }));
  const name = person.name === undefined ? [] : [{ path: 'name', to: person.name }];
  const what = standings(person);
  return {
    address: visible(`${scope}/access[${person.username}]`),
    scope: visible(scope),
    kind: 'access',
    name: visible(person.username),
    deed: hasAccess(person) ? 'held' : 'lacks',
    reason: visible(reason),
    glance: [person.nature, ...what].join(', '),
    // A service account with a name of its own is shown as a bot is.
    traits: [person.nature === 'person' ? person.nature : 'bot or service account', ...what],
    fields: [...fields, ...name, ...facts].map(({ path, to = '' }) => ({ path, to: visible(to) })),
    calls: [],
    needs: [],
    risks: [],
    refusals: [],
    permitted: [],
    said: [],
  };
}
