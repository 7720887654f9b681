import type { Item, PageData } from '../page-data.ts';
import { changeBody } from './change-body.ts';
import { signs } from './deeds.ts';
import { element, type Child } from './dom.ts';
import { rowText } from './row-text.ts';

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
  const { deed, outcome } = item;
  const { status, marks, wrong, who, alike, place, ...text } = rowText(item, data);
  const summary = element(
    'summary',
    {},
    element('span', { class: 'sign', 'aria-hidden': 'true' }, signs[deed]),
    element(
      'span',
      { class: 'what' },
      element('span', { class: 'deed' }, text.deed),
      ' ',
      element('b', {}, text.name),
      ' ',
      status === undefined ? [] : [element('span', { class: `status ${outcome?.status}` }, status), ' '],
      marks.flatMap((mark) => [element('span', { class: `mark ${mark.name}` }, mark.text), ' ']),
      element('span', { class: 'reason' }, text.reason),
      after('; ', 'wrong', wrong),
      after('; ', 'reason', who),
      text.glance === undefined ? undefined : [' ', element('span', { class: 'glance' }, text.glance)],
      alike === undefined ? undefined : [' ', element('span', { class: 'reason' }, alike)],
    ),
    place === undefined ? undefined : [' ', element('span', { class: 'place' }, place)],
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

function after(between: string, name: string, text: string | undefined): Child {
  return text === undefined ? undefined : element('span', { class: name }, between, text);
}
