import type { GraphQLError } from 'graphql/error/GraphQLError.js';
import { Lexer, Source, TokenKind } from 'graphql/language/index.js';
import type { Token } from 'graphql/language/index.js';

/** Where something stands in a query, as GraphQL counts: from 1. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** What the platform calls what stands where it expected a name. */
const kinds: Readonly<Partial<Record<TokenKind, string>>> = {
  ...{ [TokenKind.BRACE_L]: 'LCURLY', [TokenKind.BRACE_R]: 'RCURLY', [TokenKind.BRACKET_L]: 'LBRACKET' },
  ...{ [TokenKind.BRACKET_R]: 'RBRACKET', [TokenKind.PAREN_L]: 'LPAREN', [TokenKind.PAREN_R]: 'RPAREN' },
  ...{ [TokenKind.COLON]: 'COLON', [TokenKind.EQUALS]: 'EQUALS', [TokenKind.DOLLAR]: 'VAR_SIGN' },
  ...{ [TokenKind.AT]: 'DIR_SIGN', [TokenKind.SPREAD]: 'ELLIPSIS', [TokenKind.PIPE]: 'PIPE', [TokenKind.BANG]: 'BANG' },
  ...{ [TokenKind.INT]: 'INT', [TokenKind.FLOAT]: 'FLOAT', [TokenKind.STRING]: 'STRING', [TokenKind.EOF]: '(none)' },
};

/** A query that the library could not read, in the words of the platform instead of its own (POST /api/graphql, 18.9). */
export function unread(query: string, { message, positions, locations }: GraphQLError): SyntaxError {
  const position = positions?.[0] ?? 0;
  const lexer = new Lexer(new Source(query));
  try {
    while (lexer.advance().kind !== TokenKind.EOF && lexer.token.start < position);
  } catch {
    // No token begins here.
    const text = position < query.length ? query.charAt(position) : 'end of file';
    return syntaxError(text, locations?.[0] ?? { line: 1, column: 1 });
  }
  return message.includes('Expected Name') ? nameExpected(lexer.token, lexer.lastToken) : unexpected(lexer.token);
}

/** Something where nothing of its kind may stand. */
export function unexpected(token: Token): SyntaxError {
  return syntaxError(token.kind === TokenKind.EOF ? 'end of file' : textOf(token), token);
}

/** Something else where a name was expected; where the query ends too soon, what it ends with is the place. */
export function nameExpected(token: Token, last: Token = token): SyntaxError {
  const { line, column } = token.kind === TokenKind.EOF ? last : token;
  const text = token.kind === TokenKind.EOF ? '' : textOf(token);
  const actual = `${kinds[token.kind] ?? 'MARK'} (${JSON.stringify(text)})`;
  return new SyntaxError(`Expected NAME, actual: ${actual} at [${line}, ${column}]`, { cause: { line, column } });
}

function syntaxError(text: string, { line, column }: Location): SyntaxError {
  const message = `syntax error, unexpected ${JSON.stringify(text)} at [${line}, ${column}]`;
  return new SyntaxError(message, { cause: { line, column } });
}

/** A mark has no value, whatever the library's types say: its kind is its text. */
function textOf({ kind, value }: { readonly kind: string; readonly value?: string }): string {
  return value ?? kind;
}
