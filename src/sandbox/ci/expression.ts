/** The variables that an expression may name. */
export type CiVariables = Readonly<Record<string, string>>;

type Value = string | RegExp | null;

const token = /\s*(\$\w+|"[^"]*"|'[^']*'|\/(?:\\.|[^/\\])+\/[a-z]*|==|!=|=~|!~|&&|\|\||[()!]|null\b)/y;

/** Whether an `if:` of the CI configuration holds; undefined where it is no expression (rules:if, 18.9). */
export function holdsExpression(text: string, variables: CiVariables): boolean | undefined {
  const tokens = tokensOf(text);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const reader = { tokens, at: 0, variables };
  const result = either(reader);
  return reader.at === tokens.length ? result : undefined;
}

interface Reader {
  readonly tokens: readonly string[];
  readonly variables: CiVariables;
  at: number;
}

function tokensOf(text: string): readonly string[] | undefined {
  const found: string[] = [];
  token.lastIndex = 0;
  while (text.slice(token.lastIndex).trim() !== '') {
    const match = token.exec(text);
    if (match === null) return undefined;
    found.push(match[1] ?? '');
  }
  return found;
}

function either(reader: Reader): boolean | undefined {
  let result = both(reader);
  while (reader.tokens[reader.at] === '||') {
    reader.at += 1;
    const next = both(reader);
    result = result === undefined || next === undefined ? undefined : result || next;
  }
  return result;
}

function both(reader: Reader): boolean | undefined {
  let result = single(reader);
  while (reader.tokens[reader.at] === '&&') {
    reader.at += 1;
    const next = single(reader);
    result = result === undefined || next === undefined ? undefined : result && next;
  }
  return result;
}

function single(reader: Reader): boolean | undefined {
  if (reader.tokens[reader.at] === '(') {
    reader.at += 1;
    const inside = either(reader);
    return reader.tokens[reader.at++] === ')' ? inside : undefined;
  }
  const left = value(reader);
  const operator = reader.tokens[reader.at];
  if (operator !== '==' && operator !== '!=' && operator !== '=~' && operator !== '!~') {
    return left === undefined ? undefined : left !== null && left !== '';
  }
  reader.at += 1;
  const right = value(reader);
  return left === undefined || right === undefined ? undefined : compare(left, operator, right);
}

function compare(left: Value, operator: '==' | '!=' | '=~' | '!~', right: Value): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '=~':
      return matches(left, right);
    case '!~':
      return !matches(left, right);
  }
}

function matches(text: Value, pattern: Value): boolean {
  const regex = typeof pattern === 'string' ? regexOf(pattern) : pattern;
  return typeof text === 'string' && regex !== null && regex !== undefined && regex.test(text);
}

function value(reader: Reader): Value | undefined {
  const next = reader.tokens[reader.at++];
  if (next === undefined || /^[()!&|=]/.test(next)) return undefined;
  if (next === 'null') return null;
  if (next.startsWith('$')) return reader.variables[next.slice(1)] ?? null;
  return next.startsWith('/') ? regexOf(next) : next.slice(1, -1);
}

function regexOf(text: string): RegExp | undefined {
  const match = /^\/(.*)\/([a-z]*)$/s.exec(text);
  if (match === null) return undefined;
  try {
    return new RegExp(match[1] ?? '', match[2]?.includes('i') === true ? 'i' : '');
  } catch {
    return undefined;
  }
}
