import type { Item, PageData } from '../page-data.ts';
import { alikeText } from './alike-text.ts';
import { changeBody } from './change-body.ts';
import { signs } from './deeds.ts';
import { element, grouped, type Child } from './dom.ts';

/** The row of one item, which opens to all that is told of it. */
export interface ChangeRow {
  readonly element: HTMLElement;
  readonly details: HTMLDetailsElement;
  readonly summary: HTMLElement;
  /** Opens it, with all that is in it. */
  open(): void;
}

/** Makes a row; what is in it is made when it is opened for the first time. */
export function changeRow(item: Item, data: PageData): ChangeRow {
  const { deed, name, reason, outcome, glance, who } = item;
  const summary = element(
    'summary',
    {},
    element('span', { class: 'sign', 'aria-hidden': 'true' }, signs[deed]),
    element(
      'span',
      { class: 'what' },
      element('span', { class: 'deed' }, data.words.deeds[deed]),
      ' ',
      element('b', {}, name),
      ' ',
      outcome === undefined ? [] : [element('span', { class: `status ${outcome.status}` }, told(outcome.status)), ' '],
      marks(item, data),
      element('span', { class: 'reason' }, reason),
      wrong(outcome),
      who === undefined ? undefined : element('span', { class: 'reason' }, `; ${who}`),
      glance === undefined ? undefined : [' ', element('span', { class: 'glance' }, glance)],
      alikeText(item),
    ),
    placeText(item),
  );
  const details = element('details', {}, summary);
  let isMade = false;
  const make = (): void => {
    if (isMade) return;
    isMade = true;
    details.append(changeBody(item, data));
  };
  details.addEventListener('toggle', () => {
    if (details.open) make();
  });
  return {
    element: element('li', { class: `change ${deed}` }, details),
    details,
    summary,
    open: () => {
      make();
      details.open = true;
    },
  };
}

/** The lines to change: those of defaults, where all that is told of the fields comes from them; else that of the entry, and how many beside it. */
function placeText({ place, fields }: Item): Child {
  const lines = new Set(fields.flatMap((field) => field.place ?? []));
  const isByDefaults = lines.size > 0 && fields.every((field) => field.place !== undefined || field.kept);
  const [first = place, ...more] = isByDefaults ? lines : [];
  if (first === undefined) return undefined;
  const beside = isByDefaults ? more.length : lines.size;
  const text = beside === 0 ? first : `${first} and ${grouped(beside)} ${beside === 1 ? 'default' : 'defaults'} more`;
  return [' ', element('span', { class: 'place' }, text)];
}

/** Why it did not come about, in its first line. */
function wrong(outcome: Item['outcome']): HTMLElement | undefined {
  const [why] = outcome === undefined || outcome.status === 'done' ? [] : outcome.lines;
  return why === undefined ? undefined : element('span', { class: 'wrong' }, `; ${why}`);
}

/** The risks that the sign and the word before the name do not tell, and that something is said of it. */
function marks({ risks, said }: Item, data: PageData): readonly (HTMLElement | string)[] {
  const severities = said.flatMap((index) => data.said[index]?.severity ?? []);
  const worst = severities.includes('error') ? 'error' : severities[0];
  return [
    ...(worst === undefined ? [] : [element('span', { class: `mark ${worst}` }, worst), ' ']),
    ...data.risks.flatMap(({ name, mark }) =>
      mark !== undefined && risks.includes(name) ? [element('span', { class: `mark ${name}` }, mark), ' '] : [],
    ),
  ];
}

/** A status as a word: `not-attempted` is `not attempted`. */
export function told(status: string): string {
  return status.replaceAll('-', ' ');
}
