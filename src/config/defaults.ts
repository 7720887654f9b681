import type { Diagnostic } from '../base/diagnostic.ts';
import { glob } from '../base/glob.ts';
import type { Kind } from '../kind.ts';
import type { Source } from './document.ts';
import { inside, mapping, spotPlace, type Spot } from './spot.ts';
import type { WrittenMap } from './written.ts';

/** The spots of the defaults that hold for a path, those that count most first. */
export type Defaults = (host: Kind, path: string) => readonly Spot<WrittenMap>[];

interface Layer {
  readonly pattern: string;
  readonly fits: (path: string) => boolean;
  readonly spot: Spot<WrittenMap>;
}

/** The defaults of all files. The same pattern twice is an error, since neither would win. */
export function collectDefaults(
  sources: readonly Source[],
  hosts: readonly Kind[],
  report: (diagnostic: Diagnostic) => void,
): Defaults {
  const layers = new Map<Kind, readonly Layer[]>();
  for (const host of hosts) layers.set(host, layersOf(sources, host, report));
  return (host, path) => (layers.get(host) ?? []).filter((layer) => layer.fits(path)).map((layer) => layer.spot);
}

function layersOf(sources: readonly Source[], host: Kind, report: (diagnostic: Diagnostic) => void): readonly Layer[] {
  const found = new Map<string, Layer>();
  for (const source of sources) {
    const all = mapping({ source, path: [], value: source.data });
    const section = all && mapping(inside(all, 'defaults'));
    const patterns = section && mapping(inside(section, host.section));
    if (patterns === undefined) continue;
    for (const pattern of Object.keys(patterns.value)) {
      const spot = mapping(inside(patterns, pattern));
      if (spot === undefined) continue;
      const first = found.get(pattern.toLowerCase());
      if (first === undefined) found.set(pattern.toLowerCase(), { pattern, fits: glob(pattern), spot });
      else report(twice(pattern, spot, first.spot));
    }
  }
  return [...found.values()].sort(byPrecedence);
}

/** The pattern with more literal segments first, then the longer; the alphabet settles the rest, so that no order of files does. */
function byPrecedence(a: Layer, b: Layer): number {
  const more = literalSegments(b.pattern) - literalSegments(a.pattern) || b.pattern.length - a.pattern.length;
  return more || (a.pattern < b.pattern ? -1 : 1);
}

function literalSegments(pattern: string): number {
  return pattern.split('/').filter((segment) => !segment.includes('*')).length;
}

function twice(pattern: string, spot: Spot, first: Spot): Diagnostic {
  return {
    severity: 'error',
    code: 'duplicate',
    message: `The defaults for \`${pattern}\` are written twice`,
    place: spotPlace(spot),
    related: [{ message: 'first written here', place: spotPlace(first) }],
    remedy: 'Merge the two',
  };
}
