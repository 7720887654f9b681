import type { DiagnosticCode } from '../../base/diagnostic-code.ts';
import { Composer, Parser, type CST, type Document } from 'yaml';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import { dialect } from './dialect.ts';
import { positionsIn } from './lines.ts';
import { marker, placesIn, type FileText, type Tree } from './places.ts';
import type { IsSecretName } from '../secret-names.ts';
import { syntaxError } from './syntax-error.ts';
import { deepest, toJson, type KeyStarts, type Refusal } from './to-data.ts';
import type { YamlValue } from './yaml-value.ts';

/** What a file says, as plain data and as the library's tree, which knows where everything stands. */
export interface Content {
  readonly data: YamlValue;
  readonly starts: KeyStarts;
  readonly tree: Tree;
}

/** A parsed file; no content where its text cannot be understood. */
export interface Parsed {
  readonly content: Content | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A function that parses a file, and knows under which names a secret may stand. */
export type Parse = (source: FileText) => Parsed;

/** Parses the text of one file. */
export function parse(source: FileText, isSecret: IsSecretName): Parsed {
  const { file, text } = source;
  const problem = (code: DiagnosticCode, message: string, remedy: string, at = 0): Parsed => {
    const { line, column } = positionsIn(text)(at);
    const place = { file, line, column };
    return { content: undefined, diagnostics: [{ severity: 'error', code, message, remedy, place }] };
  };
  const tokens = [...new Parser().parse(text)];
  // The composer calls itself for each level, and has no bound of its own.
  if (tokens.some((token) => isDeeper(token, deepest))) {
    return problem(
      'too-deep',
      `Values are nested more than ${deepest} levels deep`,
      'Check the indentation and the brackets',
    );
  }
  const [, second] = tokens.filter((token) => token.type === 'document');
  if (second !== undefined) {
    const message = 'The file holds several documents';
    return problem('several-documents', message, 'Put each into a file of its own', second.offset);
  }
  const [document] = new Composer(dialect).compose(tokens, true, text.length);
  if (document === undefined || (document.contents === null && document.errors.length === 0)) {
    const place = { file, line: 1, column: 1 };
    const empty: Diagnostic = { severity: 'warning', code: 'empty-file', message: 'The file is empty', place };
    return { content: undefined, diagnostics: [empty] };
  }
  return read(source, document, isSecret);
}

function read(source: FileText, document: Document, isSecret: IsSecretName): Parsed {
  const { data, starts, refusals, targets } = toJson(document.contents);
  const isBroken = document.errors.length + document.warnings.length > 0;
  const tree: Tree = { source, root: document.contents, targets, isBroken, isSecret };
  const mark = marker(tree);
  const told = [...document.errors, ...document.warnings].slice(0, 100);
  // What is wrong with one value by two rules is told once.
  const causes = told.filter(({ pos }, index) => told.findIndex((other) => other.pos[0] === pos[0]) === index);
  const syntax = causes.map((error) => syntaxError(error, { text: source.text, contents: document.contents }, mark));
  if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    syntax.push({ severity: 'error', code: 'yaml-syntax', message: 'Only YAML 1.2 is read', place: mark(0, 5) });
  }
  const usable = syntax.length === 0 && !refusals.some((refusal) => refusal.fatal);
  // One broken bracket makes many errors, of which the first tell the cause.
  const first = syntax.filter((error, index) => syntax.findIndex((other) => isSameLine(other, error)) === index);
  const { at } = placesIn(tree);
  return {
    content: usable ? { data, starts, tree } : undefined,
    diagnostics: [...first.slice(0, 5), ...refusals.map((refusal) => refusalError(refusal, at))],
  };
}

function isSameLine(a: Diagnostic, b: Diagnostic): boolean {
  return a.place?.line === b.place?.line;
}

function refusalError(refusal: Refusal, at: (node: unknown) => Place): Diagnostic {
  const { code, message, remedy, node, first } = refusal;
  const related = first === undefined ? {} : { related: [{ message: first.message, place: at(first.node) }] };
  return { severity: 'error', code, message, remedy, place: at(node), ...related };
}

/** Whether there is anything in a token that stands more than so many levels below it. */
function isDeeper(token: CST.Token, levels: number): boolean {
  if (levels < 0) return true;
  if (token.type === 'document') return token.value !== undefined && isDeeper(token.value, levels);
  if (!('items' in token)) return false;
  for (const { key, value } of token.items) {
    if (key && isDeeper(key, levels - 1)) return true;
    if (value && isDeeper(value, levels - 1)) return true;
  }
  return false;
}
