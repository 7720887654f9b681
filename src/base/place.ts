/** Where something stands in a file; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** How many characters from `column` on are meant. */
  readonly length?: number;
  /** The line itself, so that a message can show it after the file is gone. */
  readonly text?: string;
}

/** Where what nobody has written is said to stand. */
export const NOWHERE: Place = { file: '', line: 0, column: 0 };

/** `file:line:column`, the form that editors and terminals make clickable. */
export function placeText(place: Place): string {
  return `${place.file}:${place.line}:${place.column}`;
}
