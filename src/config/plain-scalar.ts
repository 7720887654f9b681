import { Document, isScalar, type CST } from 'yaml';
import { dialect } from './dialect.ts';
import type { YamlValue } from './yaml-value.ts';

/** The marks of YAML with which no plain word begins: of some the library says so, the others it takes for something else. */
const MARKS = ',%|>@`"\'&*!#{}[]';

/** The text of a scalar that is written on one line and as it reads; undefined for any other. */
export function writtenText(token: CST.Token): string | undefined {
  switch (token.type) {
    case 'scalar': {
      const { source } = token;
      return source === '' || MARKS.includes(source.charAt(0)) || source.includes('\n') ? undefined : source;
    }
    case 'single-quoted-scalar':
      return inQuotes(token.source, /^'([^'\n]*)'$/);
    case 'double-quoted-scalar':
      return inQuotes(token.source, /^"([^"\\\n]*)"$/);
    default:
      return undefined;
  }
}

function inQuotes(source: string, pattern: RegExp): string | undefined {
  return pattern.exec(source)?.[1];
}

/** The tags of a document as the library makes one. */
const { tags } = new Document(undefined, dialect).schema;

/** What a word without quotes stands for, as the library resolves it; undefined where it has something to say about it. */
export function resolved(word: string): YamlValue | undefined {
  // Of two that fit the library takes the first, as here.
  const tag = tags.find((one) => one.default === true && one.test?.test(word) === true);
  if (tag === undefined) return word;
  if (tag.collection !== undefined) return undefined;
  const complaints: string[] = [];
  const node = tag.resolve(word, (complaint) => complaints.push(complaint), dialect);
  if (complaints.length > 0) return undefined;
  const value: unknown = isScalar(node) ? node.value : node;
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}
