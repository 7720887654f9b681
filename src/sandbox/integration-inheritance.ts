import { chainOf } from './access.ts';
import type { Source } from './access.ts';
import type { Call } from './call.ts';
import type { IntegrationRow } from './rows.ts';
import { sourceKey } from './state.ts';

/** The integration of one kind on a place, when it was ever saved. */
export function integrationOn(call: Call, place: Source, slug: string): IntegrationRow | undefined {
  return ofKind(call, sourceKey(place.type, place.row.id), slug);
}

/** What a place would inherit: the nearest group above with settings of its own, then the instance (18.9). */
export function inheritable(call: Call, place: Source, slug: string): IntegrationRow | undefined {
  const { state } = call.world;
  const groupId = place.type === 'group' ? place.row.parent_id : place.row.group_id;
  const group = groupId === null ? undefined : state.groups.get(groupId);
  const above = group === undefined ? [] : chainOf(state, group);
  for (const row of above) {
    const found = ofKind(call, sourceKey('group', row.id), slug);
    if (found !== undefined && !found.inherited) return found;
  }
  return ofKind(call, sourceKey('instance', 0), slug);
}

/** The row whose settings count for this one: another one's, while it inherits. */
export function sourceOfIntegration(call: Call, row: IntegrationRow): IntegrationRow {
  const place = row.inherited ? placeOf(call, row) : undefined;
  return place === undefined ? row : (inheritable(call, place, row.slug) ?? row);
}

function placeOf(call: Call, row: IntegrationRow): Source | undefined {
  const { state } = call.world;
  if (row.source_type === 'group') {
    const group = state.groups.get(row.source_id);
    return group && { type: 'group', row: group };
  }
  const project = row.source_type === 'project' ? state.projects.get(row.source_id) : undefined;
  return project && { type: 'project', row: project };
}

function ofKind(call: Call, key: number, slug: string): IntegrationRow | undefined {
  return call.world.state.integrationsBySource(key).find((row) => row.slug === slug);
}
