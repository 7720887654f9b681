import type { Diagnostic } from '../base/diagnostic.ts';
import { identity, type Kind } from '../kind.ts';
import { spotOf, type EntryReader, type Raw } from './entries.ts';
import type { WrittenScope } from './scopes.ts';
import { inside, mapping, nodePlace, type SourceNode } from './yaml/source-node.ts';
import type { YamlMap } from './yaml/yaml-value.ts';

type Report = (diagnostic: Diagnostic) => void;

/** The places that speak of a scope itself: where it is written, and the defaults behind that, those that count most first. */
export function scopeLayers({ spots, defaults }: WrittenScope): [SourceNode<YamlMap>, ...SourceNode<YamlMap>[]] {
  return [...spots, ...defaults];
}

/** Whether a section is written in a scope, or in a default that holds for it. */
export function isWritten(written: WrittenScope, { section }: Kind): boolean {
  return scopeLayers(written).some((node) => inside(node, section) !== undefined);
}

/** The places that speak of what a scope has one of, those that count most first; two of its own are an error. */
export function singleLayers(written: WrittenScope, kind: Kind, report: Report): readonly SourceNode<YamlMap>[] {
  const own = sectionsIn(written.spots, kind);
  const layers = [...own, ...sectionsIn(written.defaults, kind)].flatMap((node) => mapping(node) ?? []);
  const [first] = layers;
  if (first !== undefined) for (const second of own.slice(1)) report(twice(kind, 'it', second, first));
  return layers;
}

/** The same for each entry of a section, by what tells it from others: its own place, if it has one, before the defaults. */
export function entryLayers(
  written: WrittenScope,
  kind: Kind,
  reader: EntryReader,
  report: Report,
): ReadonlyMap<string, readonly [Raw, ...Raw[]]> {
  const layers = new Map<string, [Raw, ...Raw[]]>();
  for (const raw of sectionsIn(written.spots, kind).flatMap((node) => reader.raw(node))) {
    if (isUnnamed(kind, raw)) continue;
    const first = layers.get(identity(kind, raw.key));
    if (first === undefined) layers.set(identity(kind, raw.key), [raw]);
    else report(twice(kind, `\`${raw.key}\``, spotOf(raw), spotOf(first[0])));
  }
  for (const raw of sectionsIn(written.defaults, kind).flatMap((node) => reader.raw(node))) {
    const known = layers.get(identity(kind, raw.key));
    if (known === undefined) layers.set(identity(kind, raw.key), [raw]);
    else known.push(raw);
  }
  return layers;
}

/** Whether nothing tells an entry apart, since its name is missing or none: that has been said, and two of them are not the same. */
function isUnnamed({ shape, identity: known }: Kind, { spec }: Raw): boolean {
  return shape.type === 'map' && known.alias === undefined && spec[shape.name] === undefined;
}

/** What is written of a section in some places of its scope. */
export function sectionsIn(nodes: readonly SourceNode<YamlMap>[], { section }: Kind): readonly SourceNode[] {
  return nodes.flatMap((node) => inside(node, section) ?? []);
}

function twice(kind: Kind, what: string, node: SourceNode, first: SourceNode): Diagnostic {
  const message =
    kind.shape.type === 'single'
      ? `\`${kind.section}\` is declared twice`
      : `The ${kind.singular.replaceAll('_', ' ')} ${what} is declared twice`;
  return {
    severity: 'error',
    code: 'duplicate',
    message,
    place: nodePlace(node),
    related: [{ message: 'first declared here', place: nodePlace(first) }],
    remedy: 'Keep one of the two',
  };
}
