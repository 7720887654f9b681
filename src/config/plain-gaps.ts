import type { CST } from 'yaml';

type Tokens = readonly CST.SourceToken[];

/** What stands in front of a list of tokens: behind a value, a comment needs a space. */
export type Before = 'a line' | 'a value';

/** What a token is. */
type Typed = Pick<CST.Token, 'type'>;

/** Whether there is nothing but white space and comments, from one of the tokens on, and the library takes each without a word. */
export function areBlank(tokens: readonly Typed[], before: Before, from = 0): boolean {
  let isSpaced = before === 'a line';
  for (let index = from; index < tokens.length; index++) {
    const type = tokens[index]?.type;
    if (type === 'space' || type === 'newline') isSpaced = true;
    else if (type !== 'comment' || !isSpaced) return false;
  }
  return true;
}

/** Where the one mark stands in tokens that are blank otherwise; -1 where there is none, or anything else. */
export function markIn(tokens: Tokens, mark: 'seq-item-ind' | 'map-value-ind' | 'comma', before: Before): number {
  let found = -1;
  let isSpaced = before === 'a line';
  for (let index = 0; index < tokens.length; index++) {
    const type = tokens[index]?.type;
    if (type === 'space' || type === 'newline') {
      isSpaced = true;
    } else if (type === mark && found < 0) {
      found = index;
      isSpaced = false;
    } else if (type !== 'comment' || !isSpaced) {
      return -1;
    }
  }
  return found;
}

/** Where nothing stands that was to stand behind a mark: after the spaces on its line. */
export function emptyAfter(tokens: Tokens, mark: number): number {
  let end = 0;
  for (let index = mark; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || (index > mark && token.type !== 'space')) break;
    end = token.offset + token.source.length;
  }
  return end;
}

/** Whether a line ends among these tokens. */
export function hasNewline(tokens: Tokens): boolean {
  return tokens.some(({ type }) => type === 'newline');
}
