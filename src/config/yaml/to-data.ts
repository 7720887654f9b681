import type { DiagnosticCode } from '../../base/diagnostic-code.ts';
import { isAlias, isMap, isNode, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { isList, isMapping, type YamlMap, type YamlValue } from './yaml-value.ts';

/** The deepest nesting of maps and lists that is read. */
export const deepest = 100;
/** How many values may come from aliases: enough for any configuration, too few for a bomb. */
const mostExpanded = 1_000_000;

/** Something that YAML allows and a configuration does not. */
export interface Refusal {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly remedy?: string;
  readonly node: unknown;
  readonly first?: { readonly message: string; readonly node: unknown };
  /** Nothing after it can be trusted. */
  readonly fatal?: true;
}

/** A document as plain data, with every alias and merge key followed. */
export interface Plain {
  readonly data: YamlValue;
  readonly refusals: readonly Refusal[];
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<unknown, unknown>;
  readonly starts: KeyStarts;
}

/** Where in the text each key of each map begins. Of a document with aliases nothing is said: a path does not lead to one place alone. */
export type KeyStarts = ReadonlyMap<YamlMap, ReadonlyMap<string, number>>;

interface State {
  readonly refusals: Refusal[];
  readonly anchors: Map<string, Node>;
  readonly targets: Map<unknown, unknown>;
  readonly starts: Map<YamlMap, Map<string, number>>;
  /** Texts that stand in the file, each once: the same few words are its values again and again. */
  readonly texts: Map<string, string>;
  expanded: number;
  stopped: boolean;
}

/** Reads plain data from a parsed document; merges and aliases are expanded, within bounds. */
export function toJson(root: unknown): Plain {
  const state: State = {
    refusals: [],
    anchors: new Map(),
    targets: new Map(),
    starts: new Map(),
    texts: new Map(),
    expanded: 0,
    stopped: false,
  };
  const data = convert(root, 0, false, state);
  const { refusals, targets, starts } = state;
  return { data, refusals, targets, starts: targets.size === 0 ? starts : new Map() };
}

function convert(node: unknown, depth: number, aliased: boolean, state: State): YamlValue {
  if (state.stopped) return null;
  if (aliased && ++state.expanded > mostExpanded) {
    return stop(state, { code: 'alias-bomb', message: 'The aliases of this file expand to too many values', node });
  }
  if (depth > deepest) {
    const message = `Values are nested more than ${deepest} levels deep, or an alias contains itself`;
    return stop(state, { code: 'too-deep', message, node });
  }
  if (isScalar(node)) {
    if (node.anchor !== undefined && !aliased) state.anchors.set(node.anchor, node);
    return scalar(node, state);
  }
  if (isMap(node)) {
    if (node.anchor !== undefined && !aliased) state.anchors.set(node.anchor, node);
    return fromMap(node, depth, aliased, state);
  }
  if (isSeq(node)) {
    if (node.anchor !== undefined && !aliased) state.anchors.set(node.anchor, node);
    return node.items.map((item) => convert(item, depth + 1, aliased, state));
  }
  if (isAlias(node)) {
    const target = state.targets.get(node) ?? state.anchors.get(node.source);
    if (target === undefined) {
      const remedy = 'Set the anchor (&name) above its first alias (*name), or put the text in quotes';
      state.refusals.push({
        code: 'yaml-syntax',
        message: 'There is no anchor for this alias',
        remedy,
        node,
      });
      return null;
    }
    state.targets.set(node, target);
    return convert(target, depth + 1, true, state);
  }
  return null;
}

function scalar({ value }: Scalar, { texts }: State): YamlValue {
  if (typeof value === 'string') {
    const known = texts.get(value);
    if (known === undefined) texts.set(value, value);
    return known ?? value;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function fromMap(map: YAMLMap, depth: number, aliased: boolean, state: State): YamlValue {
  const object: { [name: string]: YamlValue } = {};
  const merges: Pair[] = [];
  const starts = new Map<string, number>();
  state.starts.set(object, starts);
  for (const pair of map.items) {
    if (isMergeKey(pair.key)) {
      merges.push(pair);
      continue;
    }
    const name = keyName(pair.key);
    if (Object.hasOwn(object, name)) {
      if (!aliased) state.refusals.push(repeated(name, pair, map));
      continue;
    }
    if (isScalar(pair.key) && pair.key.anchor !== undefined && !aliased) state.anchors.set(pair.key.anchor, pair.key);
    define(object, name, convert(pair.value, depth + 1, aliased, state));
    if (isNode(pair.key) && pair.key.range) starts.set(name, pair.key.range[0]);
  }
  for (const pair of merges) merge(object, pair, depth, aliased, state);
  return object;
}

function merge(object: { [name: string]: YamlValue }, pair: Pair, depth: number, aliased: boolean, state: State): void {
  const value = convert(pair.value, depth + 1, aliased, state);
  for (const source of isList(value) ? value : [value]) {
    if (!isMapping(source)) {
      const message = 'A merge key (<<) takes a map, or a list of maps';
      state.refusals.push({ code: 'yaml-syntax', message, node: pair.key });
      return;
    }
    for (const [name, inherited] of Object.entries(source)) {
      if (!Object.hasOwn(object, name)) define(object, name, inherited);
    }
  }
}

/** `__proto__` too is a name like any other. */
function define(object: { [name: string]: YamlValue }, name: string, value: YamlValue): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

function repeated(name: string, pair: Pair, map: YAMLMap): Refusal {
  const first = map.items.find((other) => keyName(other.key) === name);
  return {
    code: 'duplicate-key',
    message: `The key \`${name}\` is written twice in this map`,
    remedy: 'Keep one of the two',
    node: pair.key,
    first: { message: 'first written here', node: first?.key },
  };
}

function stop(state: State, refusal: Refusal): null {
  state.stopped = true;
  state.refusals.push({ ...refusal, fatal: true });
  return null;
}

/** Whether a key is `<<`; in quotes it is a name like any other. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

/** The name that a key stands for. */
export function keyName(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}
