import type { ConfigurationEdit } from '../../configuration-edit.ts';
import type { Kind } from '../../kind.ts';
import { environmentNames } from '../environment-names.ts';
import type { Parse } from '../yaml/document.ts';
import type { Path } from '../yaml/locate.ts';
import type { FileText } from '../yaml/places.ts';
import { editedText } from './edited-text.ts';
import { fileEdits, type FileEdit } from './file-edits.ts';
import type { Spot, WrittenConfiguration } from './written-scopes.ts';
import type { Hindrance } from './yaml-edit.ts';

/** The files of a configuration after edits, those that stayed as they were among them, and the edits that no text could say. */
export interface EditedConfiguration {
  readonly texts: readonly FileText[];
  readonly hindered: ReadonlyMap<ConfigurationEdit, Hindrance>;
}

/** Makes edits in the files that say what they are about. An edit of several places is made in all of them or not at all. */
export function editedConfiguration(
  texts: readonly FileText[],
  written: WrittenConfiguration,
  kindOf: (edit: ConfigurationEdit) => Kind,
  edits: readonly ConfigurationEdit[],
  mayEdit: (file: string) => boolean,
  parse: Parse,
): EditedConfiguration {
  const hindered = new Map<ConfigurationEdit, Hindrance>();
  for (;;) {
    const names = environmentNames();
    const wanted: Wanted[] = [];
    for (const edit of edits.filter((one) => !hindered.has(one))) {
      const changes = fileEdits(edit, kindOf(edit), written, names);
      if (typeof changes === 'string') hindered.set(edit, changes);
      else if (changes.some(({ file }) => !mayEdit(file))) hindered.set(edit, 'outside');
      else wanted.push(...changes.map((change) => ({ edit, change })));
    }
    const before = hindered.size;
    const ready = withEmptied(wanted, kindOf, written);
    const edited = texts.map((source): FileText => {
      const here = ready.filter(({ change }) => change.file === source.file);
      if (here.length === 0) return source;
      const made = editedText(
        source,
        here.map(({ change }) => change),
        parse,
      );
      for (const [index, why] of made.hindered) {
        const edit = here[index]?.edit;
        if (edit !== undefined) hindered.set(edit, why);
      }
      return { file: source.file, text: made.text };
    });
    if (hindered.size === before) return { texts: edited, hindered };
  }
}

interface Wanted {
  readonly edit: ConfigurationEdit;
  readonly change: FileEdit;
}

/**
 * Of a kind that is looked at by its entries alone, an empty section would ask for all there are: a section that loses its last entry goes
 * after it. The words that stand free between its entries are its neighbours' by then, and stay.
 */
function withEmptied(
  wanted: readonly Wanted[],
  kindOf: (edit: ConfigurationEdit) => Kind,
  written: WrittenConfiguration,
): readonly Wanted[] {
  const sections = new Map<string, Spot & { readonly edit: ConfigurationEdit }>();
  for (const { edit } of wanted) {
    const kind = kindOf(edit);
    const spots = kind.reads.whole === undefined ? [] : written.sectionSpots(edit.scope, kind);
    for (const spot of spots) sections.set(nameOf(spot), { ...spot, edit });
  }
  const emptied = [...sections.values()].filter((section) => isEmptied(section, wanted));
  return [
    ...wanted,
    ...emptied.map(({ edit, file, path }): Wanted => ({ edit, change: { type: 'remove', file, path } })),
  ];
}

/** Whether all entries of a section go, and nothing comes into it. */
function isEmptied({ file, path, value }: Spot, wanted: readonly Wanted[]): boolean {
  const inside = wanted.flatMap(({ change }) => (change.file === file && isWithin(change.path, path) ? [change] : []));
  const entries = inside.filter((change) => change.path.length === path.length + 1);
  const size = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  return size > 0 && entries.length === size && inside.every(({ type }) => type === 'remove');
}

function isWithin(path: Path, above: Path): boolean {
  return path.length >= above.length && above.every((step, index) => path[index] === step);
}

function nameOf({ file, path }: Spot): string {
  return JSON.stringify([file, ...path]);
}
