import { chainOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { integrationKinds, standsOn } from './catalogue.ts';
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

/**
 * A new project has from the start what is active in the groups above it or on the instance, as inherited (POST /projects, 18.9). Of a new group
 * nothing is recorded, and none is given any here: by GitLab's source it has them as well.
 */
export function inheritFromAbove(context: RequestContext, place: Source): void {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  for (const { slug } of integrationKinds.filter((kind) => standsOn(kind, place.type))) {
    const source = inheritable(context, place, slug);
    if (source?.active !== true) continue;
    const where = { source_type: place.type, source_id: place.row.id, slug };
    const settings = { active: true, inherited: true, properties: source.properties };
    state.integrations.insert({ ...where, ...settings, created_at: now, updated_at: now });
  }
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
