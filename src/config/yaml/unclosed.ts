import { isCollection, isMap, isScalar, Scalar, visit, type Node, type YAMLError } from 'yaml';

/** A quote or a bracket that is opened and not closed: where it stands, what it is, and how it is closed. */
export interface Unclosed {
  readonly start: number;
  readonly what: string;
  readonly remedy: string;
}

/** What an error found unclosed; the library says of it only where it gave up looking for the end. */
export function unclosed(error: YAMLError, contents: Node | null): Unclosed | undefined {
  const isQuote = error.code === 'MISSING_CHAR' && error.message.endsWith('quote');
  const isBracket = error.code === 'BAD_INDENT' && error.message.startsWith('Flow ');
  if (contents === null || !(isQuote || isBracket)) return undefined;
  let found: Unclosed | undefined;
  visit(contents, {
    Node: (_, node) => {
      const [start, end] = node.range ?? [];
      // What is opened last stands innermost, and is visited last.
      if (start !== undefined && end === error.pos[0])
        found = (isQuote ? quote(node, start) : bracket(node, start)) ?? found;
    },
  });
  return found;
}

function quote(node: Node, start: number): Unclosed | undefined {
  if (!isScalar(node)) return undefined;
  const remedy = 'Close it where the value ends, on the same line';
  if (node.type === Scalar.QUOTE_DOUBLE) return { start, what: 'double quote', remedy };
  return node.type === Scalar.QUOTE_SINGLE ? { start, what: 'single quote', remedy } : undefined;
}

function bracket(node: Node, start: number): Unclosed | undefined {
  if (!isCollection(node) || node.flow !== true) return undefined;
  const [open, close] = isMap(node) ? ['{', '}'] : ['[', ']'];
  return { start, what: `bracket \`${open}\``, remedy: `Close it by \`${close}\`` };
}
