import { hideSecrets } from '../base/hidden-values.ts';

/** What JSON itself lets stand as it is, and a terminal obeys: the C1 controls, and what turns the writing direction or is not seen. */
const obeyed = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value as JSON that says the same and moves nothing on a terminal, without what URLs hold of users, passwords and tokens. */
export function jsonText(value: object, indentation?: number): string {
  return JSON.stringify(value, hideSecrets, indentation).replace(obeyed, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join('');
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
