/** Where something stands in a query, as GraphQL counts: from 1. */
export interface Location {
  readonly line: number;
  readonly column: number;
}

/** One word, number, text or mark of a query. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'mark' | 'end';
  readonly text: string;
  readonly at: Location;
}

const pattern =
  /(?<skip>[\s,\uFEFF]+|#[^\n\r]*)|(?<name>[A-Za-z_]\w*)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<text>"(?:[^"\\\n\r]|\\.)*")|(?<mark>\.\.\.|[!$&()[\]{}:=@|])/y;

/** Cuts a query into tokens; what GraphQL does not know is a SyntaxError. */
export function tokensOf(query: string): readonly Token[] {
  const tokens: Token[] = [];
  const scan = new RegExp(pattern);
  while (scan.lastIndex < query.length) {
    const start = scan.lastIndex;
    const groups = scan.exec(query)?.groups;
    const at = locate(query, start);
    if (groups === undefined) throw syntaxError(JSON.stringify(query.charAt(start)), at);
    if (groups['name'] !== undefined) tokens.push({ kind: 'name', text: groups['name'], at });
    if (groups['number'] !== undefined) tokens.push({ kind: 'number', text: groups['number'], at });
    if (groups['text'] !== undefined) tokens.push({ kind: 'text', text: groups['text'], at });
    if (groups['mark'] !== undefined) tokens.push({ kind: 'mark', text: groups['mark'], at });
  }
  return [...tokens, { kind: 'end', text: 'end of file', at: locate(query, query.length) }];
}

/** A query that cannot be read, with the place. */
export function syntaxError(unexpected: string, at: Location): SyntaxError {
  return new SyntaxError(`syntax error, unexpected ${unexpected} at [${at.line}, ${at.column}]`, { cause: at });
}

function locate(query: string, offset: number): Location {
  const before = query.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
