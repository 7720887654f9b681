import type { Json } from '../store/json.ts';
import { syntaxError, tokensOf } from './tokens.ts';
import type { Location, Token } from './tokens.ts';

/** A value as it is written: `$name`, or a literal; words of an enumeration are texts. */
export type Written =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'list'; readonly items: readonly Written[] }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Written>> };

/** One selected field. */
export interface Field {
  readonly name: string;
  /** What it is called in the answer. */
  readonly alias: string;
  readonly args: Readonly<Record<string, Written>>;
  readonly fields: readonly Field[];
  readonly at: Location;
}

export interface Variable {
  readonly name: string;
  /** Its type as it is written, such as `MemberRoleUpdateInput!`. */
  readonly type: string;
  readonly fallback: Written | undefined;
}

export interface Operation {
  readonly kind: 'query' | 'mutation';
  readonly name: string | undefined;
  readonly variables: readonly Variable[];
  readonly fields: readonly Field[];
}

/** Reads the operations of a query; fragments, directives and subscriptions are not spoken here and are syntax errors. */
export function parse(query: string): readonly Operation[] {
  const reader = createReader(tokensOf(query));
  const operations: Operation[] = [];
  do operations.push(operation(reader));
  while (reader.peek().kind !== 'end');
  return operations;
}

interface Reader {
  peek(): Token;
  next(): Token;
  /** Takes the mark when it comes next. */
  takes(mark: string): boolean;
  expect(mark: string): void;
  name(): string;
}

function createReader(tokens: readonly Token[]): Reader {
  let position = 0;
  const peek = (): Token => {
    const token = tokens[position] ?? tokens.at(-1);
    if (token === undefined) throw new SyntaxError('No query string was present');
    return token;
  };
  const next = (): Token => {
    const token = peek();
    position += 1;
    return token;
  };
  const unexpected = (token: Token) => syntaxError(JSON.stringify(token.text), token.at);
  const takes = (mark: string): boolean => {
    const found = peek().kind === 'mark' && peek().text === mark;
    if (found) position += 1;
    return found;
  };
  return {
    peek,
    next,
    takes,
    expect: (mark) => {
      if (!takes(mark)) throw unexpected(peek());
    },
    name: () => {
      const token = next();
      if (token.kind !== 'name') throw nameExpected(token, tokens.at(-2));
      return token.text;
    },
  };
}

/** What a mark is called where something else was expected. */
const marks: Readonly<Record<string, string>> = {
  ...{ '{': 'LCURLY', '}': 'RCURLY', '(': 'LPAREN', ')': 'RPAREN', '[': 'LBRACKET', ']': 'RBRACKET' },
  ...{ ':': 'COLON', '=': 'EQUALS', $: 'VAR_SIGN', '@': 'DIR_SIGN', '...': 'ELLIPSIS', '|': 'PIPE', '!': 'BANG' },
};

/** Where the query ends too soon, its last mark is the place (POST /api/graphql, 18.9). */
function nameExpected(token: Token, last: Token | undefined): SyntaxError {
  const ended = token.kind === 'end';
  const at = ended && last !== undefined ? last.at : token.at;
  const kinds = { name: 'IDENTIFIER', number: 'INT', text: 'STRING', mark: marks[token.text] ?? 'MARK', end: '(none)' };
  const text = ended ? '' : token.text;
  const told = `Expected NAME, actual: ${kinds[token.kind]} (${JSON.stringify(text)}) at [${at.line}, ${at.column}]`;
  return new SyntaxError(told, { cause: at });
}

function operation(reader: Reader): Operation {
  if (reader.peek().text === '{') return { kind: 'query', name: undefined, variables: [], fields: selection(reader) };
  const token = reader.next();
  if (token.text !== 'query' && token.text !== 'mutation') throw syntaxError(JSON.stringify(token.text), token.at);
  const name = reader.peek().kind === 'name' ? reader.name() : undefined;
  const variables = reader.takes('(') ? until(reader, ')', variable) : [];
  return { kind: token.text, name, variables, fields: selection(reader) };
}

function until<T>(reader: Reader, mark: string, item: (reader: Reader) => T): readonly T[] {
  const items: T[] = [];
  do items.push(item(reader));
  while (!reader.takes(mark));
  return items;
}

function variable(reader: Reader): Variable {
  reader.expect('$');
  const name = reader.name();
  reader.expect(':');
  const type = typeName(reader);
  return { name, type, fallback: reader.takes('=') ? written(reader) : undefined };
}

function typeName(reader: Reader): string {
  const listed = reader.takes('[');
  const inner = listed ? `[${typeName(reader)}` : reader.name();
  if (listed) reader.expect(']');
  const type = listed ? `${inner}]` : inner;
  return reader.takes('!') ? `${type}!` : type;
}

function selection(reader: Reader): readonly Field[] {
  reader.expect('{');
  return until(reader, '}', field);
}

function field(reader: Reader): Field {
  const { at } = reader.peek();
  const first = reader.name();
  const name = reader.takes(':') ? reader.name() : first;
  const args = reader.takes('(') ? Object.fromEntries(until(reader, ')', pair)) : {};
  return { name, alias: first, args, fields: reader.peek().text === '{' ? selection(reader) : [], at };
}

function pair(reader: Reader): readonly [string, Written] {
  const name = reader.name();
  reader.expect(':');
  return [name, written(reader)];
}

function written(reader: Reader): Written {
  if (reader.takes('$')) return { kind: 'variable', name: reader.name() };
  if (reader.takes('[')) {
    return { kind: 'list', items: reader.takes(']') ? [] : until(reader, ']', written) };
  }
  if (reader.takes('{')) {
    return { kind: 'object', fields: reader.takes('}') ? {} : Object.fromEntries(until(reader, '}', pair)) };
  }
  return { kind: 'literal', value: literal(reader.next()) };
}

const words: Readonly<Record<string, Json>> = { true: true, false: false, null: null };

function literal(token: Token): Json {
  switch (token.kind) {
    case 'number':
      return Number(token.text);
    case 'text':
      return JSON.parse(token.text) as Json;
    case 'name':
      return Object.hasOwn(words, token.text) ? (words[token.text] ?? null) : token.text;
    case 'mark':
    case 'end':
      throw syntaxError(JSON.stringify(token.text), token.at);
  }
}
