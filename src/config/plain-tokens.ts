import type { CST } from 'yaml';
import { hasOddCharacters } from './offsets.ts';
import { blockList, blockMap } from './plain-block.ts';
import { flowList, flowMap } from './plain-flow.ts';
import { areBlank, hasNewline } from './plain-gaps.ts';
import { offsetList } from './plain-offsets.ts';
import { isScalar, type PlainReader } from './plain-reader.ts';
import { resolved, writtenText } from './plain-scalar.ts';
import { deepest } from './to-json.ts';
import type { YamlValue } from './yaml-value.ts';

/** What a plain file says, and where everything in it stands. */
export interface PlainFile {
  readonly data: YamlValue;
  readonly offsets: Int32Array;
}

/**
 * Reads the tokens of the library's parser without a node for each, where a file is as plain as most are. What it takes it knows by
 * name, and the library's composer makes the same of it without a word; of anything else it says nothing but undefined, and the
 * composer has it.
 */
export function readPlain(tokens: readonly CST.Token[], text: string): PlainFile | undefined {
  if (hasOddCharacters(text)) return undefined;
  const document = tokens.at(-1);
  if (document?.type !== 'document' || !areBlank(tokens.slice(0, -1), 'a line')) return undefined;
  const { start, value, end = [] } = document;
  if (value?.type !== 'block-map' || !isStart(start) || !areBlank(end, 'a line')) return undefined;
  const reader = plainReader();
  const data = reader.read(undefined, value, 0);
  return data === undefined ? undefined : { data, offsets: reader.offsets.all() };
}

/** What stands above the top: nothing, or `---` on a line of its own. */
function isStart(tokens: readonly CST.SourceToken[]): boolean {
  if (tokens[0]?.type !== 'doc-start') return areBlank(tokens, 'a line');
  return areBlank(tokens, 'a value', 1) && hasNewline(tokens);
}

function plainReader(): PlainReader {
  const offsets = offsetList();
  const valueOf = wordReader();
  const scalar = (key: CST.FlowScalar | undefined, token: CST.FlowScalar): YamlValue | undefined => {
    const { type, offset, source, end } = token;
    const written = writtenText(token);
    if (written === undefined || (end !== undefined && !areBlank(end, 'a value'))) return undefined;
    offsets.add(key, offset, written === '' ? offset : offset + source.length);
    return type === 'scalar' ? valueOf(written) : written;
  };
  const reader: PlainReader = {
    offsets,
    nothing(key, at) {
      offsets.add(key, at, at);
      return null;
    },
    read(key, token, depth) {
      if (depth >= deepest) return undefined;
      if (isScalar(token)) return scalar(key, token);
      switch (token.type) {
        case 'block-map':
          return blockMap(reader, key, token, depth);
        case 'block-seq':
          return blockList(reader, key, token, depth);
        case 'flow-collection':
          return (token.start.type === 'flow-map-start' ? flowMap : flowList)(reader, key, token, depth);
        default:
          return undefined;
      }
    },
  };
  return reader;
}

/** A function that resolves words, the same few of which stand in a file again and again. */
function wordReader(): (word: string) => YamlValue | undefined {
  const known = new Map<string, YamlValue>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const value = resolved(word);
    if (value !== undefined) known.set(word, value);
    return value;
  };
}
