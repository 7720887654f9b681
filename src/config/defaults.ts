import type { Diagnostic } from '../base/diagnostic.ts';
import { glob } from '../base/glob.ts';
import type { Kind } from '../kind.ts';
import { inside, mapping, nodePlace, type Source, type SourceNode } from './yaml/source-node.ts';
import type { YamlMap } from './yaml/yaml-value.ts';

/** The spots of the defaults that hold for a path, those that count most first. */
export type Defaults = (host: Kind, path: string) => readonly SourceNode<YamlMap>[];

interface Layer {
  readonly pattern: string;
  readonly fits: (path: string) => boolean;
  readonly node: SourceNode<YamlMap>;
}

/** The defaults of all files. The same pattern twice is an error, since neither would win. */
export function collectDefaults(
  sources: readonly Source[],
  hosts: readonly Kind[],
  report: (diagnostic: Diagnostic) => void,
): Defaults {
  const layers = new Map<Kind, readonly Layer[]>();
  for (const host of hosts) layers.set(host, layersOf(sources, host, report));
  return (host, path) => (layers.get(host) ?? []).filter((layer) => layer.fits(path)).map((layer) => layer.node);
}

function layersOf(sources: readonly Source[], host: Kind, report: (diagnostic: Diagnostic) => void): readonly Layer[] {
  const found = new Map<string, Layer>();
  for (const { pattern, node } of sources.flatMap((source) => patternsOf(source, host))) {
    const first = found.get(pattern.toLowerCase());
    if (first === undefined) found.set(pattern.toLowerCase(), { pattern, fits: glob(pattern), node });
    else report(twice(pattern, node, first.node));
  }
  return [...found.values()].sort(byPrecedence);
}

/** The patterns that a file has defaults for, each with what it says. */
export function patternsOf(source: Source, host: Kind): readonly Omit<Layer, 'fits'>[] {
  const all = mapping({ source, path: [], value: source.data });
  const section = all && mapping(inside(all, 'defaults'));
  const patterns = section && mapping(inside(section, host.section));
  if (patterns === undefined) return [];
  return Object.keys(patterns.value).flatMap((pattern) => {
    const node = mapping(inside(patterns, pattern));
    return node === undefined ? [] : [{ pattern, node }];
  });
}

/** The pattern of the defaults in which something stands; undefined for what stands anywhere else. */
export function patternAt({ path: [top, , pattern] }: Pick<SourceNode, 'path'>): string | undefined {
  return top === 'defaults' && pattern !== undefined ? String(pattern) : undefined;
}

/**
 * The pattern with more literal segments first, then the one with fewer `**`, which is for one depth alone, then the longer; the alphabet
 * settles the rest, so that no order of files does.
 */
function byPrecedence(a: Layer, b: Layer): number {
  const narrower =
    literalSegments(b.pattern) - literalSegments(a.pattern) ||
    depthsIn(a.pattern) - depthsIn(b.pattern) ||
    b.pattern.length - a.pattern.length;
  return narrower || (a.pattern < b.pattern ? -1 : 1);
}

function depthsIn(pattern: string): number {
  return pattern.split('/').filter((segment) => segment.includes('**')).length;
}

function literalSegments(pattern: string): number {
  return pattern.split('/').filter((segment) => !segment.includes('*')).length;
}

function twice(pattern: string, node: SourceNode, first: SourceNode): Diagnostic {
  return {
    severity: 'error',
    code: 'duplicate',
    message: `The defaults for \`${pattern}\` are written twice`,
    place: nodePlace(node),
    related: [{ message: 'first written here', place: nodePlace(first) }],
    remedy: 'Merge the two',
  };
}
