import type { ConfigurationEdit } from '../../configuration-edit.ts';
import type { Kind } from '../../kind.ts';
import { environmentNames } from '../environment-names.ts';
import type { Path } from '../yaml/locate.ts';
import type { FileText } from '../yaml/places.ts';
import { editedText } from './edited-text.ts';
import { fileEdits, type FileEdit } from './file-edits.ts';
import type { WrittenConfiguration } from './written-scopes.ts';
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
    const ready = withoutEmptied(wanted, kindOf, written);
    const edited = texts.map((source): FileText => {
      const here = ready.filter(({ change }) => change.file === source.file);
      if (here.length === 0) return source;
      const made = editedText(
        source,
        here.map(({ change }) => change),
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
 * Of a kind that is looked at by its entries alone, an empty section would ask for all there are: a section that loses its last entry goes with
 * it.
 */
function withoutEmptied(
  wanted: readonly Wanted[],
  kindOf: (edit: ConfigurationEdit) => Kind,
  written: WrittenConfiguration,
): readonly Wanted[] {
  const emptied = new Map<string, FileEdit>();
  for (const { edit } of wanted) {
    const kind = kindOf(edit);
    if (kind.reads.whole === undefined) continue;
    for (const { file, path, value } of written.sectionSpots(edit.scope, kind)) {
      const inside = wanted.filter(({ change }) => change.file === file && isBelow(change.path, path));
      const size = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
      const isEmptied = inside.length === size && inside.every(({ change }) => change.type === 'remove');
      if (isEmptied) emptied.set(nameOf(file, path), { type: 'remove', file, path });
    }
  }
  if (emptied.size === 0) return wanted;
  const gone = new Set<string>();
  return wanted.flatMap(({ edit, change }) => {
    const section = nameOf(change.file, change.path.slice(0, -1));
    const whole = emptied.get(section);
    if (whole === undefined) return [{ edit, change }];
    if (gone.has(section)) return [];
    gone.add(section);
    return [{ edit, change: whole }];
  });
}

function isBelow(path: Path, above: Path): boolean {
  return path.length > above.length && above.every((step, index) => path[index] === step);
}

function nameOf(file: string, path: Path): string {
  return JSON.stringify([file, ...path]);
}
