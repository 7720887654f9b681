import { plainScalar } from './plain-scalar.ts';
import type { Written } from './written.ts';

/**
 * What a file says, and where. `nodes` has five numbers for each value, in the order of the text: where its key begins and ends
 * (-1 without one), where it begins and ends (the end is -1 for a map or list), and which value follows it and all that is in it.
 */
export interface PlainFile {
  readonly data: { readonly [name: string]: Written };
  readonly nodes: Int32Array;
}

/** How many numbers `nodes` has for each value. */
export const STRIDE = 5;
const DEEPEST = 50;
const LONGEST_KEY = 1000;

/** Thrown where the text is more than plain, and caught in this file. */
const MORE = new Error('more than plain YAML');

const KEY = /(?:[A-Za-z0-9_][A-Za-z0-9_./@+-]*|"[^"\\\n]+"|'[^'\n]+'):(?=[ \n]|$)/y;
const QUOTED = /"[^"\\\n]+"|'[^'\n]+'(?!')/y;
const IN_FLOW = /[A-Za-z0-9_/~-](?:[^\n,[\]{}#:"'&*!|>%@`\\]|:(?=[^\s,[\]{}]))*/y;
const ODD = /[^\n\x20-\x7e\xa1-\u1fff\u2010-\u2027\u3001-\ud7ff]/;

/**
 * Reads the plain part of YAML that configurations are written in: maps and lists by indentation, scalars on one line, and maps and
 * lists in brackets on one line. It makes nothing but the data, which is several times as fast as a tree of nodes. For all else,
 * and for everything that is wrong, the answer is undefined: the library reads it, and says what is wrong.
 */
export function readPlain(text: string): PlainFile | undefined {
  if (ODD.test(text)) return undefined;
  try {
    return read(text);
  } catch (error) {
    if (error === MORE) return undefined;
    throw error;
  }
}

function read(text: string): PlainFile {
  const nodes: number[] = [];
  /** The next line that says anything: where it begins, its first character, and its end; `at` is the end of the text after the last. */
  let line = { at: 0, indent: -1, end: 0 };

  const open = (keyStart: number, keyEnd: number, start: number): number =>
    nodes.push(keyStart, keyEnd, start, -1, 0) / STRIDE - 1;
  const close = (node: number, end: number): void => {
    nodes[node * STRIDE + 3] = end;
    nodes[node * STRIDE + 4] = nodes.length / STRIDE;
  };

  const advance = (from: number): void => {
    for (let start = from; start < text.length;) {
      let end = text.indexOf('\n', start);
      if (end < 0) end = text.length;
      let at = start;
      while (at < end && text.charCodeAt(at) === 32) at++;
      if (at < end && text.charCodeAt(at) !== 35) {
        line = { at, indent: at - start, end };
        return;
      }
      start = end + 1;
    }
    line = { at: text.length, indent: -1, end: text.length };
  };

  /** After a value there may be a comment on its line, and nothing else; what is indented deeper on the next would belong to it. */
  const endOfLine = (at: number, indent: number): void => {
    let next = at;
    while (next < line.end && text.charCodeAt(next) === 32) next++;
    if (next < line.end && (text.charCodeAt(next) !== 35 || next === at)) throw MORE;
    advance(line.end + 1);
    if (line.indent > indent) throw MORE;
  };

  const quoted = (at: number): string | undefined => {
    QUOTED.lastIndex = at;
    return QUOTED.exec(text)?.[0];
  };

  const keyAt = (at: number, end: number): number => {
    KEY.lastIndex = at;
    const found = KEY.test(text) && KEY.lastIndex <= end ? KEY.lastIndex - 1 : -1;
    // A longer key has to be marked as one.
    if (found - at > LONGEST_KEY) throw MORE;
    return found;
  };

  const nameOf = (start: number, end: number): string => {
    const isQuoted = text.charCodeAt(start) === 34 || text.charCodeAt(start) === 39;
    return isQuoted ? text.slice(start + 1, end - 1) : text.slice(start, end);
  };

  const define = (map: Map<string, Written>, name: string, value: Written): void => {
    if (name === '__proto__' || map.has(name)) throw MORE;
    map.set(name, value);
  };

  /** A scalar or brackets; gives where it ends in `ended`. */
  let ended = 0;
  const inline = (node: number, at: number, depth: number, plain: () => string): Written => {
    if (depth > DEEPEST) throw MORE;
    nodes[node * STRIDE + 2] = at;
    const first = text.charCodeAt(at);
    if (first === 123 || first === 91) {
      const value = first === 123 ? flowMap(at, depth) : flowList(at, depth);
      close(node, -1);
      return value;
    }
    const isQuoted = first === 34 || first === 39;
    const source = isQuoted ? quoted(at) : plain();
    const value = source === undefined ? undefined : isQuoted ? source.slice(1, -1) : plainScalar(source);
    if (source === undefined || value === undefined) throw MORE;
    ended = at + source.length;
    close(node, ended);
    return value;
  };

  const spaces = (at: number): number => {
    let next = at;
    while (text.charCodeAt(next) === 32) next++;
    return next;
  };

  const inFlow = (at: number) => (): string => {
    IN_FLOW.lastIndex = at;
    const found = IN_FLOW.exec(text)?.[0].trimEnd();
    if (found === undefined || (found.startsWith('-') && !/^-\d/.test(found))) throw MORE;
    return found;
  };

  const flowMap = (from: number, depth: number): Written => {
    const map = new Map<string, Written>();
    let at = spaces(from + 1);
    while (text.charCodeAt(at) !== 125) {
      const colon = keyAt(at, line.end);
      if (colon < 0) throw MORE;
      const start = spaces(colon + 1);
      const node = open(at, colon, start);
      define(map, nameOf(at, colon), inline(node, start, depth + 1, inFlow(start)));
      at = next(spaces(ended), 125);
    }
    ended = at + 1;
    return objectOf(map);
  };

  const flowList = (from: number, depth: number): Written => {
    const list: Written[] = [];
    let at = spaces(from + 1);
    while (text.charCodeAt(at) !== 93) {
      // `[a: b]` is a list of a map.
      if (keyAt(at, line.end) >= 0) throw MORE;
      const node = open(-1, -1, at);
      list.push(inline(node, at, depth + 1, inFlow(at)));
      at = next(spaces(ended), 93);
    }
    ended = at + 1;
    return list;
  };

  /** What follows in brackets: another item after a comma, or their end. */
  const next = (at: number, end: number): number => {
    const code = text.charCodeAt(at);
    if (code === end) return at;
    const after = spaces(at + 1);
    if (code !== 44 || text.charCodeAt(after) === end) throw MORE;
    return after;
  };

  /** The rest of a line, up to a comment. */
  const restOfLine = (at: number) => (): string => {
    let rest = text.slice(at, line.end);
    const comment = rest.indexOf(' #');
    if (comment >= 0) rest = rest.slice(0, comment);
    rest = rest.trimEnd();
    if (rest.includes(': ') || rest.endsWith(':')) throw MORE;
    return rest;
  };

  const block = (node: number, depth: number): Written => {
    if (depth > DEEPEST) throw MORE;
    nodes[node * STRIDE + 2] = line.at;
    const value = isItem() ? list(line.indent, depth) : map(line.indent, depth);
    close(node, -1);
    return value;
  };

  const isItem = (): boolean => text.charCodeAt(line.at) === 45 && text.charCodeAt(line.at + 1) === 32;

  const map = (indent: number, depth: number): { [name: string]: Written } => {
    const made = new Map<string, Written>();
    while (line.indent === indent && !isItem()) {
      const { at, end } = line;
      const colon = keyAt(at, end);
      if (colon < 0) throw MORE;
      define(made, nameOf(at, colon), under(open(at, colon, colon + 1), colon + 1, indent, depth));
    }
    if (line.indent > indent) throw MORE;
    return objectOf(made);
  };

  /** What stands after a key: on its line, or indented on the next; a list may stand as far to the left as its key. */
  const under = (node: number, from: number, indent: number, depth: number): Written => {
    const at = spaces(from);
    if (at < line.end && text.charCodeAt(at) !== 35) {
      const value = inline(node, at, depth, restOfLine(at));
      endOfLine(ended, indent);
      return value;
    }
    advance(line.end + 1);
    if (line.indent > indent || (line.indent === indent && isItem())) return block(node, depth + 1);
    close(node, from);
    return null;
  };

  const list = (indent: number, depth: number): Written => {
    const made: Written[] = [];
    while (line.indent === indent && isItem()) {
      const at = spaces(line.at + 2);
      if (at >= line.end || text.charCodeAt(at) === 35) throw MORE;
      const node = open(-1, -1, at);
      if (keyAt(at, line.end) >= 0) {
        line = { at, indent: indent + at - line.at, end: line.end };
        made.push(map(line.indent, depth + 1));
        close(node, -1);
      } else {
        made.push(inline(node, at, depth, restOfLine(at)));
        endOfLine(ended, indent);
      }
    }
    if (line.indent > indent) throw MORE;
    return made;
  };

  advance(0);
  if (line.indent === 0 && text.slice(line.at, line.end).trimEnd() === '---') advance(line.end + 1);
  if (line.indent !== 0 || isItem()) throw MORE;
  const root = open(-1, -1, line.at);
  const data = map(0, 0);
  if (line.at < text.length) throw MORE;
  close(root, -1);
  return { data, nodes: Int32Array.from(nodes) };
}

/** From so many names on, an object is a table of names. */
const MANY = 12;

/**
 * A map as an object. The engine remembers the shape of every object, and one of many names that no other has (the members of a
 * group) would leave a shape for each of its names: as a table it has none.
 */
function objectOf(map: ReadonlyMap<string, Written>): { [name: string]: Written } {
  const object: { [name: string]: Written } = {};
  if (map.size > MANY) Object.setPrototypeOf(object, null);
  for (const [name, value] of map) object[name] = value;
  if (map.size > MANY) Object.setPrototypeOf(object, Object.prototype);
  return object;
}
