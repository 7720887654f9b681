import { identity, type Kind } from '../kind.ts';
import type { Layer, Origin, Origins } from '../origin.ts';
import { patternAt } from './defaults.ts';
import { entryReader, spotOf } from './entries.ts';
import { entryLayers, isWritten, scopeLayers, singleLayers } from './layers.ts';
import { hostedBy, knownScopes, unheard } from './known-scopes.ts';
import { pruneLine } from './prune-line.ts';
import type { WrittenScope } from './scopes.ts';
import { inside, layeredPlace, mapping, standings, type Source, type SourceNode } from './yaml/source-node.ts';
import { isList, isMapping, type YamlMap } from './yaml/yaml-value.ts';

/** A spot that speaks of an entry, and what it says in full form. */
interface Spoken {
  readonly spot: SourceNode;
  readonly fields: YamlMap | undefined;
}

/** Tells where what these files declare of an entry comes from, by the layers that it is made of. What is wrong with them was told before. */
export function originsIn(sources: readonly Source[], kinds: readonly Kind[]): Origins {
  const written = knownScopes(sources, kinds);
  return (scope, section, key) => {
    const kind = kinds.find((one) => one.section === section);
    const found = kind && written(hostedBy(kind, scope, key));
    return kind === undefined || found === undefined ? NOWHERE : originIn(found, kind, key);
  };
}

const NOWHERE: Origin = { layers: [], isWritten: false, ignore: [] };

function originIn(written: WrittenScope, kind: Kind, key: string): Origin {
  const prune = pruneLine(scopeLayers(written), kind.section);
  const layers = [...spokenOf(written, kind, key), ...silentDefaults(written, kind, key)].sort(inOrderOf(written));
  return {
    layers: layers.map(layerOf),
    isWritten: kind.host !== undefined || isWritten(written, kind),
    ...(prune && { prune }),
    ignore: ignoreLines(written, kind),
  };
}

function spokenOf(written: WrittenScope, kind: Kind, key: string): readonly Spoken[] {
  const whole = (spot: SourceNode<YamlMap>): Spoken => ({ spot, fields: spot.value });
  // The first of its spots has its own fields; the others have sections of it.
  if (kind.host !== undefined) return [written.spots[0], ...written.defaults].map(whole);
  if (kind.shape.type === 'single') return singleLayers(written, kind, unheard).map(whole);
  const reader = entryReader(kind, { isAllowedInPlain: () => true, report: unheard });
  const raws = entryLayers(written, kind, reader, unheard).get(identity(kind, key)) ?? [];
  return raws.map((raw) => ({ spot: spotOf(raw), fields: raw.fields }));
}

/** The defaults that hold for the scope, and say nothing of the entry. */
function silentDefaults(written: WrittenScope, kind: Kind, key: string): readonly Spoken[] {
  const speaking = new Set(spokenOf(written, kind, key).map(({ spot }) => patternAt(spot)));
  return written.defaults.filter((spot) => !speaking.has(patternAt(spot))).map((spot) => ({ spot, fields: undefined }));
}

/** What is written of the entry itself, then the defaults as they count. */
function inOrderOf({ defaults }: WrittenScope): (one: Spoken, other: Spoken) => number {
  const ranks = new Map(defaults.map((spot, index) => [patternAt(spot), index]));
  const rank = ({ spot }: Spoken): number => ranks.get(patternAt(spot)) ?? -1;
  return (one, other) => rank(one) - rank(other);
}

function layerOf({ spot, fields }: Spoken): Layer {
  const pattern = patternAt(spot);
  return {
    ...(pattern !== undefined && { pattern }),
    fields,
    place: (...field) => layeredPlace(standings([spot]), field),
  };
}

/** Of `ignore` the first that names the section counts, since maps are merged. */
function ignoreLines(written: WrittenScope, { section }: Kind): Origin['ignore'] {
  const first = scopeLayers(written).find(
    ({ value: { ignore } }) => ignore !== undefined && namesOrCloses(ignore, section),
  );
  const globs = first && mapping(inside(first, 'ignore'))?.value[section];
  if (first === undefined || globs === undefined || !isList(globs)) return [];
  return globs.flatMap((glob, at) =>
    typeof glob === 'string' ? [{ glob, place: layeredPlace(standings([first]), ['ignore', section, at]) }] : [],
  );
}

/** What is no map replaces all that stands behind it. */
function namesOrCloses(ignore: YamlMap[string], section: string): boolean {
  return !isMapping(ignore) || ignore[section] !== undefined;
}
