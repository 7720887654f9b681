import type { JsonObject } from '../../model.ts';
import type { Lost, UndoEntry } from './undo.ts';

/** What brings back one change, and what of it nothing does. */
export interface Part {
  readonly entry?: UndoEntry;
  readonly lost: readonly Lost[];
}

/** Fields in the words of before. */
export type InWords = (fields: JsonObject) => JsonObject;
