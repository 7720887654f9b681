import type { Place } from '../../base/place.ts';
import type { UndoEntry } from '../../engine/undo/undo.ts';

/** The line of the file of an undo that names an entry of it. */
export function placeIn(file: string, text: string, { address }: Pick<UndoEntry, 'address'>): Place {
  const at = text.indexOf(`"address": ${JSON.stringify(address)}`);
  const before = text.slice(0, Math.max(0, at));
  return { file, line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
