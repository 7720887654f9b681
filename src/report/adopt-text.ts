import { withoutSecrets } from '../base/hidden-values.ts';
import type { Place } from '../base/place.ts';
import { placeText } from '../base/place.ts';
import type { ConfigurationEdit, LiveValue } from '../configuration-edit.ts';
import type { Desired } from '../model.ts';
import { counted } from './counted.ts';
import type { Paint } from './paint.ts';
import { valueText } from './value-text.ts';
import { visible } from './visible.ts';
import { shortened } from './width.ts';

/** What was edited, and the configuration as it is read now. */
export interface Adopted {
  readonly edits: readonly ConfigurationEdit[];
  readonly desired: Desired;
}

const WIDEST = 60;

/** What an adoption has edited: a line for each value, with the place where it stands now, and how many there are. */
export function adoptText(adopted: Adopted, files: number, paint: Paint): string {
  return withSummary(adopted, `Adopted ${extentText(adopted, files)}.`, paint);
}

/** The same of one that a merge request has: what became of that, and where it is. */
export function requestedText(adopted: Adopted, files: number, became: string, url: string, paint: Paint): string {
  const summary = `${became}, with ${extentText(adopted, files)}.`;
  return `${withSummary(adopted, summary, paint)}${visible(url)}\n`;
}

function withSummary({ edits, desired }: Adopted, summary: string, paint: Paint): string {
  const lines = edits.flatMap((edit) => editLines(edit, desired, paint));
  return `${[...lines, '', paint.strong(summary)].join('\n')}\n`;
}

/** `3 differences in 2 files`. */
export function extentText({ edits }: Pick<Adopted, 'edits'>, files: number): string {
  const differences = edits.reduce((sum, edit) => sum + (edit.does === 'set' ? edit.values.length : 1), 0);
  return `${counted(differences, 'difference')} in ${counted(files, 'file')}`;
}

/** A line for each value of an edit, with the place where it stands now; `nameOf` gives a file the name that it is told by. */
export function editLines(
  edit: ConfigurationEdit,
  desired: Desired,
  paint: Paint,
  nameOf: (file: string) => string = (file) => file,
): readonly string[] {
  const at = shownAddress(edit.address);
  const where = (place: Place | undefined): string => (place === undefined ? '' : placed(place, nameOf));
  switch (edit.does) {
    case 'set':
      return edit.values.map(({ path, from, value }) => {
        const sides = `${paint.removed(sideText(from))} → ${paint.added(sideText(value))}`;
        return `${where(placeIn(desired, edit, path) ?? edit.place)}${at}.${visible(path.join('.'))}: ${sides}`;
      });
    case 'add':
      return [`${where(placeIn(desired, edit, []))}${at}: ${paint.added('added')}`];
    case 'remove':
      return [`${where(edit.place)}${at}: ${paint.removed('removed')}`];
    case 'keep':
      return [`${where(edit.place)}${at}: ${paint.added('no longer absent')}`];
  }
}

function sideText(value: LiveValue['value']): string {
  return value === undefined ? '(not set)' : shortened(valueText(value), WIDEST);
}

function shownAddress(address: string): string {
  return visible(withoutSecrets(address));
}

function placed(place: Place, nameOf: (file: string) => string): string {
  return `${visible(placeText({ ...place, file: nameOf(place.file) }).replace(/:\d+$/, ''))}  `;
}

/** Where an entry, or one of its fields, stands in a configuration. */
export function placeIn({ sections }: Desired, edit: ConfigurationEdit, path: readonly string[]): Place | undefined {
  const isOf = JSON.stringify(edit.scope);
  const section = sections.find(({ scope, name }) => name === edit.section && JSON.stringify(scope) === isOf);
  return section?.entries.find(({ key }) => key === edit.key)?.place(...path);
}
