import { isAlwaysThere } from '../always-there.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Place } from '../base/place.ts';
import { nameField, type Kind } from '../kind.ts';
import type { Declared, Section } from '../model.ts';
import { isPresence, spotInFull, type EntryReader } from './entries.ts';
import { entryLayers, isWritten, scopeLayers, singleLayers } from './layers.ts';
import { isList, isMapping, type YamlValue, type YamlMap } from './yaml/yaml-value.ts';
import { mergeMaps } from './merge.ts';
import { pruneLine } from './prune-line.ts';
import { allowsNull } from './schema/property-schema.ts';
import type { WrittenScope } from './scopes.ts';
import { layeredPlace, standings, type SourceNode } from './yaml/source-node.ts';
import { fieldSchema, kindsIn } from './schema/words.ts';

type Report = (diagnostic: Diagnostic) => void;
type Readers = (kind: Kind) => EntryReader;

/** A scope's own entry, in the section that hosts it, and the sections that stand in it. */
export interface ReadScope {
  readonly entry: Declared | undefined;
  readonly sections: readonly Section[];
  /** Globs for the full paths of groups that are meant to live there undeclared. */
  readonly ignoredGroups: readonly string[];
}

function globsFor(ignore: YamlValue | undefined, section: string): readonly string[] {
  const globs = isMapping(ignore) ? ignore[section] : undefined;
  return isList(globs) ? globs.filter((glob): glob is string => typeof glob === 'string') : [];
}

/** Reads one scope, with the defaults that hold for it. */
export function readScope(written: WrittenScope, kinds: readonly Kind[], readers: Readers, report: Report): ReadScope {
  const inScope = kindsIn(kinds, written.scope.type);
  const names = new Set(inScope.map((kind) => kind.section));
  const spots = scopeLayers(written);
  const fields = mergeMaps(spots.map((node) => without(node.value, names)));
  const pruned = isList(fields['prune']) ? fields['prune'] : [];
  const sections = inScope.flatMap((kind) => {
    const entries = readSection(written, kind, readers(kind), report);
    if (entries === undefined) return [];
    const ignore = globsFor(fields['ignore'], kind.section);
    const { section: name } = kind;
    const prune = pruned.includes(name);
    const pruneAt = (): Place | undefined => pruneLine(spots, name);
    const section = { scope: written.scope, name, entries, prune, ...(prune && { pruneAt }) };
    return [ignore.length === 0 ? section : { ...section, ignore }];
  });
  for (const spot of written.spots) idlePrune(spot, sections, names).forEach(report);
  const ignoredGroups = kinds
    .filter(({ host }) => host?.type === 'group')
    .flatMap(({ section }) => globsFor(fields['ignore'], section));
  return { entry: ownEntry(written, fields, spots, readers, report), sections, ignoredGroups };
}

/** Who takes the last hook away with its section would think that it is removed: what a default prunes may be meant for others. */
function idlePrune(
  spot: SourceNode<YamlMap>,
  sections: readonly Section[],
  names: ReadonlySet<string>,
): readonly Diagnostic[] {
  const listed = isList(spot.value['prune']) ? spot.value['prune'] : [];
  const written = new Set(sections.map(({ name }) => name));
  const idle = listed.filter(
    (name): name is string => typeof name === 'string' && names.has(name) && !written.has(name),
  );
  return idle.map((name) => ({
    severity: 'warning',
    code: 'idle-prune',
    message: `\`prune\` names ${name}, which are not declared here: nothing of them is looked at, nor removed`,
    place: layeredPlace(standings([spot]), ['prune']),
    remedy: `Write \`${name}: {}\` to have none of them, or take ${name} out of \`prune\``,
  }));
}

function ownEntry(
  written: WrittenScope,
  fields: YamlMap,
  spots: readonly [SourceNode<YamlMap>, ...SourceNode<YamlMap>[]],
  readers: Readers,
  report: Report,
): Declared | undefined {
  const { host, scope } = written;
  const name = host && nameField(host);
  if (host === undefined || name === undefined || scope.type === 'instance') return undefined;
  const cleared = withoutDefaultsTakenAway(host, fields, spots, written.defaults, report);
  return readers(host).declare({ type: 'instance' }, { ...cleared, [name]: scope.path }, spots);
}

/** Null takes a default away. Where there is none, it clears the field, if the field can be cleared. */
function withoutDefaultsTakenAway(
  host: Kind,
  fields: YamlMap,
  spots: readonly [SourceNode<YamlMap>, ...SourceNode<YamlMap>[]],
  defaults: readonly SourceNode<YamlMap>[],
  report: Report,
): YamlMap {
  if (!Object.values(fields).includes(null)) return fields;
  const kept = Object.entries(fields).filter(([name, value]) => {
    const schema = fieldSchema(host, name);
    if (value !== null || schema === undefined || allowsNull(schema)) return true;
    if (!defaults.some((node) => (node.value[name] ?? null) !== null)) {
      report({
        severity: 'error',
        code: 'wrong-type',
        message: `\`${name}\` is empty, and no default stands behind it`,
        place: layeredPlace(standings(spots), [name]),
        remedy: 'Give it a value, or remove the key',
      });
    }
    return false;
  });
  return Object.fromEntries(kept);
}

/** The entries of one section; undefined where the section is not written. */
function readSection(
  written: WrittenScope,
  kind: Kind,
  reader: EntryReader,
  report: Report,
): readonly Declared[] | undefined {
  if (!isWritten(written, kind)) return undefined;
  if (kind.shape.type === 'single') return readSingle(written, kind, reader, report);
  const entries = [...entryLayers(written, kind, reader, report).values()].map((raws) => {
    const [first, ...more] = raws;
    if (more.length === 0) return reader.declareAlone(written.scope, first);
    const fields = mergeMaps([first.fields, ...more.map((raw) => withoutState(kind, raw.fields))]);
    return reader.declare(written.scope, fields, [spotInFull(first), ...more.map(spotInFull)]);
  });
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** An entry is there or absent as the first that names it says, and there where that says nothing: no default takes away whom it names. */
function withoutState(kind: Kind, fields: YamlMap): YamlMap {
  const { state } = fields;
  if (state === undefined || ('state' in kind.schema.properties && !isPresence('state', state))) return fields;
  return without(fields, new Set(['state']));
}

function readSingle(written: WrittenScope, kind: Kind, reader: EntryReader, report: Report): readonly Declared[] {
  const [first, ...rest] = singleLayers(written, kind, report);
  if (first === undefined) return [];
  const fields = mergeMaps([first, ...rest].map((node) => node.value));
  // Where there may be none, an empty section declares none, as that of a map does.
  if (Object.keys(fields).length === 0 && !isAlwaysThere(kind)) return [];
  return [reader.declare(written.scope, fields, [first, ...rest])];
}

function without(value: YamlMap, names: ReadonlySet<string>): YamlMap {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
}
