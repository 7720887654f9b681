import { isList } from '../base/shape.ts';
import type { Batches } from '../batches.ts';
import type { Attributes, JsonObject } from '../model.ts';
import { inner, numberOf } from './graphql-nodes.ts';

/** What GraphQL shows of a runner; whether one is locked it tells of those of projects alone (CiRunner, 18.9). */
type ShownRunner = {
  readonly id: number;
  readonly description: string | null;
  readonly paused: boolean;
  readonly tag_list: readonly string[];
  readonly run_untagged: boolean;
  readonly access_level: string;
  readonly maximum_timeout: number | null;
  readonly maintenance_note: string | null;
  readonly created_by?: { readonly id: number };
};

const NODES =
  'nodes { id description paused tagList runUntagged accessLevel maximumTimeout maintenanceNote createdBy { id } }';

/** To administrators and auditors alone (Query.runners, 18.9). */
const INSTANCE = `query($after: String) { rows: runners(type: INSTANCE_TYPE, sort: CREATED_ASC, first: 100, after: $after) { ${NODES} pageInfo { hasNextPage endCursor } } }`;

/** A group's own alone, where the list by REST has those of the groups above as well (Group.runners, 18.9). */
const GROUPS = `query($ids: [ID!]) { scopes: groups(ids: $ids) { nodes { id rows: runners(membership: DIRECT, type: GROUP_TYPE, sort: CREATED_ASC, first: 100) { ${NODES} pageInfo { hasNextPage } } } } }`;

/** The runners of the instance, and of many groups at once, with all that is compared. */
export const runnerBatches: Batches<Attributes, ShownRunner> = {
  queries: { instance: INSTANCE, group: GROUPS },
  areWhole: true,
  rows(nodes) {
    const rows = nodes.flatMap((node) => rowOf(node) ?? []);
    return rows.length === nodes.length ? rows : undefined;
  },
};

function rowOf(node: JsonObject): ShownRunner | undefined {
  const { description, paused, tagList: tags, runUntagged, accessLevel, maximumTimeout, maintenanceNote } = node;
  const id = numberOf(node['id']);
  const maker = numberOf(inner(node['createdBy'], 'id'));
  if (Number.isNaN(id) || !isTextOrNull(description) || !isTextOrNull(maintenanceNote)) return undefined;
  if (typeof paused !== 'boolean' || typeof runUntagged !== 'boolean' || typeof accessLevel !== 'string')
    return undefined;
  if (maximumTimeout !== null && typeof maximumTimeout !== 'number') return undefined;
  if (!isList(tags) || !tags.every((tag) => typeof tag === 'string')) return undefined;
  return {
    id,
    description,
    paused,
    tag_list: tags,
    run_untagged: runUntagged,
    access_level: accessLevel.toLowerCase(),
    maximum_timeout: maximumTimeout,
    maintenance_note: maintenanceNote,
    ...(!Number.isNaN(maker) && { created_by: { id: maker } }),
  };
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
