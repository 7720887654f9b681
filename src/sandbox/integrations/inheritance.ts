import { chainOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { IntegrationRow } from './rows.ts';
import { sourceKey } from '../store/state.ts';

/** The integration of one kind on a place, when it was ever saved. */
export function integrationOn(context: RequestContext, place: Source, slug: string): IntegrationRow | undefined {
  return ofKind(context, sourceKey(place.type, place.row.id), slug);
}

/** What a place would inherit: the nearest group above with settings of its own, then the instance (18.9). */
export function inheritable(context: RequestContext, place: Source, slug: string): IntegrationRow | undefined {
  const { state } = context.platform;
  const groupId = place.type === 'group' ? place.row.parent_id : place.row.group_id;
  const group = groupId === null ? undefined : state.groups.get(groupId);
  const above = group === undefined ? [] : chainOf(state, group);
  for (const row of above) {
    const found = ofKind(context, sourceKey('group', row.id), slug);
    if (found !== undefined && !found.inherited) return found;
  }
  return ofKind(context, sourceKey('instance', 0), slug);
}

/** The row whose settings count for this one: another one's, while it inherits. */
export function sourceOfIntegration(context: RequestContext, row: IntegrationRow): IntegrationRow {
  const place = row.inherited ? placeOf(context, row) : undefined;
  return place === undefined ? row : (inheritable(context, place, row.slug) ?? row);
}

function placeOf(context: RequestContext, row: IntegrationRow): Source | undefined {
  const { state } = context.platform;
  if (row.source_type === 'group') {
    const group = state.groups.get(row.source_id);
    return group && { type: 'group', row: group };
  }
  const project = row.source_type === 'project' ? state.projects.get(row.source_id) : undefined;
  return project && { type: 'project', row: project };
}

function ofKind(context: RequestContext, key: number, slug: string): IntegrationRow | undefined {
  return context.platform.state.integrationsBySource(key).find((row) => row.slug === slug);
}
