import { Composer, isCollection, isMap, isNode, Parser, type CST, type Document } from 'yaml';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Place } from '../base/place.ts';
import { dialect } from './dialect.ts';
import { lineOf, lineStarts } from './line-starts.ts';
import { isSmall, locator, type Path } from './locate.ts';
import { looksSecret, maskLine, moved, secretRanges, type Range } from './mask.ts';
import { offsetsOf } from './offsets.ts';
import { readPlain } from './plain-tokens.ts';
import type { IsSecretName } from './secret-names.ts';
import { syntaxError } from './syntax-error.ts';
import { deepest, toJson, type Refusal } from './to-json.ts';
import type { YamlValue } from './yaml-value.ts';

/** One file of the configuration as plain data, and where everything in it stands. */
export interface Source {
  readonly file: string;
  readonly data: YamlValue;
  readonly places: Places;
}

/** Where everything in a file stands: all that is kept of the file once its data has become entries. */
export interface Places {
  /** How many steps of a path are written in this file. */
  reach(path: Path): number;
  /** Where a path, or as much of it as is written, stands: its key, or its value. Without a choice, the value where it is a scalar. */
  place(path: Path, part?: 'key' | 'value'): Place;
}

/** A parsed file; no source where its text cannot be understood. */
export interface Parsed {
  readonly source: Source | undefined;
  /** Where everything stands, as numbers; undefined where that is not the whole truth. */
  readonly offsets?: Int32Array | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses the text of one file. Places are looked up when they are asked for; no place shows what stands under the name of a secret. */
export function parse(file: string, text: string, isSecret: IsSecretName): Parsed {
  const tokens = [...new Parser().parse(text)];
  const plain = readPlain(tokens, text);
  if (plain === undefined) return compose(file, text, tokens, isSecret);
  const places = placesOnDemand(file, text, isSecret);
  return { source: { file, data: plain.data, places }, offsets: plain.offsets, diagnostics: [] };
}

/** The places of a file whose tree is not at hand: it is made when the first is asked for. They show nothing of what stands at the `unknown` paths. */
export function placesOnDemand(
  file: string,
  text: string,
  isSecret: IsSecretName,
  unknown: readonly Path[] = [],
): Places {
  let tree: Places | undefined;
  const made = (): Places | undefined => (tree ??= parseTree(file, text, isSecret, unknown).source?.places);
  return {
    reach: (path) => made()?.reach(path) ?? 0,
    place: (path, part) => made()?.place(path, part) ?? { file, line: 1, column: 1 },
  };
}

/** The same with the library's tree of nodes, which any text can be made into, and which knows its places. */
export function parseTree(file: string, text: string, isSecret: IsSecretName, unknown: readonly Path[] = []): Parsed {
  return compose(file, text, [...new Parser().parse(text)], isSecret, unknown);
}

function compose(
  file: string,
  text: string,
  tokens: readonly CST.Token[],
  isSecret: IsSecretName,
  unknown: readonly Path[] = [],
): Parsed {
  const lines = lineStarts(text);
  const problem = (code: string, message: string, remedy: string, at = 0): Parsed => ({
    source: undefined,
    diagnostics: [{ severity: 'error', code, message, remedy, place: { file, ...position(lines, at) } }],
  });
  // The composer calls itself for each level, and has no bound of its own.
  if (isTooDeep(tokens)) {
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
    return { source: undefined, diagnostics: [empty] };
  }
  return read(file, text, lines, document, isSecret, unknown);
}

function read(
  file: string,
  text: string,
  lines: readonly number[],
  document: Document,
  isSecret: IsSecretName,
  unknown: readonly Path[],
): Parsed {
  const plain = toJson(document.contents);
  const locate = locator(document.contents, plain.targets);
  const isBroken = document.errors.length + document.warnings.length > 0;
  let hidden: readonly Range[] | undefined;
  const placeOf = (start: number, end: number): Place => {
    hidden ??= secretRanges(document.contents, text, isSecret, plain.targets, unknown.map(locate));
    const { line, column: exact } = position(lines, start);
    const from = lines[line - 1] ?? 0;
    const next = text.indexOf('\n', from);
    const whole = text.slice(from, next === -1 ? text.length : next).replace(/\r$/, '');
    // A lone carriage return at the end of a line is no part of it.
    const column = Math.min(exact, whole.length + 1);
    // What is no map is no configuration: somebody's token, perhaps.
    if (isBroken && (!isMap(document.contents) || looksSecret(text, from, isSecret))) return { file, line, column };
    const shown = maskLine(whole, column - 1, moved(hidden, -from));
    const length = Math.max(1, Math.min(end - start, shown.length - column + 1));
    return { file, line, column, length, text: shown };
  };
  const at = (node: unknown): Place => placeOf(...range(node));
  const places: Places = {
    reach: (path) => locate(path).steps,
    place(path, part) {
      const { key, value } = locate(path);
      const wanted = part === 'key' || (part === undefined && !isSmall(value)) ? key : value;
      return at(isNode(wanted) ? wanted : isNode(key) ? key : value);
    },
  };
  const syntax = [...document.errors, ...document.warnings].slice(0, 100).map((error) => syntaxError(error, placeOf));
  if (document.directives?.yaml.explicit === true && document.directives.yaml.version !== '1.2') {
    syntax.push({ severity: 'error', code: 'yaml-syntax', message: 'Only YAML 1.2 is read', place: placeOf(0, 5) });
  }
  const refused = plain.refusals.map((refusal) => refusalError(refusal, at));
  const usable = syntax.length === 0 && !plain.refusals.some((refusal) => refusal.fatal);
  // One broken bracket makes many errors, of which the first tell the cause.
  const first = syntax.filter((error, index) => syntax.findIndex((other) => isSameLine(other, error)) === index);
  const isClean = usable && refused.length === 0 && plain.targets.size === 0;
  return {
    source: usable ? { file, data: plain.data, places } : undefined,
    offsets: isClean ? offsetsOf(document.contents, text) : undefined,
    diagnostics: [...first.slice(0, 5), ...refused],
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

function range(node: unknown): Range {
  if (!isNode(node) || !node.range) return [0, 1];
  const [start, end] = node.range;
  // A collection is pointed at where it begins.
  return [start, isCollection(node) ? start + 1 : end];
}

function position(lines: readonly number[], offset: number): { line: number; column: number } {
  const line = lineOf(lines, offset);
  return { line: line + 1, column: offset - (lines[line] ?? 0) + 1 };
}

function isTooDeep(tokens: readonly CST.Token[]): boolean {
  const open: [CST.Token, number][] = tokens.map((token) => [token, 0]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [token, depth] = next;
    if (depth > deepest) return true;
    if (token.type === 'document') {
      if (token.value) open.push([token.value, 0]);
    } else if ('items' in token) {
      for (const item of token.items) {
        if (item.key) open.push([item.key, depth + 1]);
        if (item.value) open.push([item.value, depth + 1]);
      }
    }
  }
  return false;
}
