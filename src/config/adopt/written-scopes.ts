import { identity, type Kind } from '../../kind.ts';
import type { Scope } from '../../model.ts';
import { entryReader, spotOf, type Raw } from '../entries.ts';
import { hostedBy, knownScopes, unheard } from '../known-scopes.ts';
import { sectionsIn } from '../layers.ts';
import type { WrittenScope } from '../scopes.ts';
import { fieldSchema } from '../schema/words.ts';
import type { Path } from '../yaml/locate.ts';
import type { FileText } from '../yaml/places.ts';
import type { Read } from '../yaml/reading.ts';
import type { Source, SourceNode } from '../yaml/source-node.ts';
import { isMapping, type YamlMap, type YamlValue } from '../yaml/yaml-value.ts';

/** Where something is written: the file, and the way to it there. */
export interface Spot {
  readonly file: string;
  readonly path: Path;
  readonly value: YamlValue;
}

/** An entry as it is written: in its own place, if it has one, and by the defaults that stand behind it. */
export interface WrittenEntry {
  readonly own: Spot | undefined;
  /** Its own fields, its name among them, and those of the defaults, the first of which count most; none has a word of the engine. */
  readonly fields: YamlMap;
  readonly behind: readonly YamlMap[];
}

/** A configuration as it is written, to be asked where things stand. */
export interface WrittenConfiguration {
  /** The places of a scope, that with its own fields first. */
  scopeSpots(scope: Scope): readonly Spot[];
  /** The places of a section that are its scope's own, and no defaults. */
  sectionSpots(scope: Scope, kind: Kind): readonly Spot[];
  entry(scope: Scope, kind: Kind, key: string): WrittenEntry;
}

/** Reads files as far as is needed to find things in them; what is wrong with them has been told before. */
export function writtenConfiguration(
  texts: readonly FileText[],
  kinds: readonly Kind[],
  read: Read,
): WrittenConfiguration {
  const fileOf = new Map<Source, string>();
  for (const text of texts) {
    const { source } = read(text);
    if (source !== undefined) fileOf.set(source, text.file);
  }
  const sources = [...fileOf.keys()];
  const scopes = knownScopes(sources, kinds);
  const spot = ({ source, path, value }: SourceNode): Spot => ({ file: fileOf.get(source) ?? '', path, value });
  const rawsOf = rawFinder();
  return {
    scopeSpots: (scope) => (scopes(scope)?.spots ?? []).map(spot),
    sectionSpots: (scope, kind) => sectionsIn(scopes(scope)?.spots ?? [], kind).map(spot),
    entry(scope, kind, key) {
      const written = scopes(hostedBy(kind, scope, key));
      if (written === undefined) return NOWHERE;
      if (kind.host !== undefined) return ofHost(written, kind, spot);
      const [own, behind] = [sectionsIn(written.spots, kind), sectionsIn(written.defaults, kind)];
      if (kind.shape.type === 'single') return ofSingle(own, behind, kind, spot);
      const found = own.flatMap((node) => rawsOf(kind, node)).find((raw) => isOf(kind, raw, key));
      return {
        own: found && spot(spotOf(found)),
        fields: found === undefined ? {} : ownFields(kind, found.fields),
        behind: behind.flatMap((node) =>
          rawsOf(kind, node).flatMap((raw) => (isOf(kind, raw, key) ? [ownFields(kind, raw.fields)] : [])),
        ),
      };
    },
  };
}

const NOWHERE: WrittenEntry = { own: undefined, fields: {}, behind: [] };

function isOf(kind: Kind, raw: Raw, key: string): boolean {
  return identity(kind, raw.key) === identity(kind, key);
}

/** What is read of a section is kept: it is asked for each of its entries. */
function rawFinder(): (kind: Kind, node: SourceNode) => readonly Raw[] {
  const known = new Map<YamlValue, readonly Raw[]>();
  return (kind, node) => {
    const before = known.get(node.value);
    if (before !== undefined && isMapping(node.value)) return before;
    const raws = entryReader(kind, { isAllowedInPlain: () => true, report: unheard }).raw(node);
    known.set(node.value, raws);
    return raws;
  };
}

function ofHost({ spots, defaults }: WrittenScope, kind: Kind, spot: (node: SourceNode) => Spot): WrittenEntry {
  const [first] = spots;
  return {
    own: spot(first),
    fields: ownFields(kind, first.value),
    behind: defaults.map(({ value }) => ownFields(kind, value)),
  };
}

function ofSingle(
  own: readonly SourceNode[],
  behind: readonly SourceNode[],
  kind: Kind,
  spot: (node: SourceNode) => Spot,
): WrittenEntry {
  const [first] = own;
  const fieldsOf = (node: SourceNode): YamlMap => (isMapping(node.value) ? ownFields(kind, node.value) : {});
  return {
    own: first && spot(first),
    fields: first === undefined ? {} : fieldsOf(first),
    behind: behind.map(fieldsOf),
  };
}

/** The fields of an entry that its kind has, without the words of the engine. */
function ownFields(kind: Kind, fields: YamlMap): YamlMap {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) =>
        fieldSchema(kind, name) !== undefined && !(name === 'state' && (value === 'absent' || value === 'present')),
    ),
  );
}
