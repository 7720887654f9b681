import type { Place } from '../base/place.ts';
import { layeredPlace, standings, type SourceNode } from './yaml/source-node.ts';
import { isList, type YamlMap } from './yaml/yaml-value.ts';

/** The line by which a section of a scope is pruned: the first `prune` of its layers counts alone, since lists are replaced. Undefined where it does not name the section. */
export function pruneLine(layers: readonly SourceNode<YamlMap>[], section: string): Place | undefined {
  const first = layers.find(({ value }) => value['prune'] !== undefined);
  const listed = first?.value['prune'];
  const at = listed !== undefined && isList(listed) ? listed.indexOf(section) : -1;
  return first === undefined || at < 0 ? undefined : layeredPlace(standings([first]), ['prune', at]);
}
