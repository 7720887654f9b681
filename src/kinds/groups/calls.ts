import type { CallContext } from '../../kind.ts';
import type { Attributes, Call, Value } from '../../model.ts';
import type { Ref } from '../../placeholders.ts';
import { groupWay } from './moves.ts';
import { lastSegment, parentPath } from '../../base/scope-path.ts';
import { toApi } from './fields.ts';
import type { LiveGroup } from './live-group.ts';

/** What brings a group back that waits for its deletion. */
export function restore(live: LiveGroup): readonly Call[] {
  if ((live.marked_for_deletion_on ?? null) === null) return [];
  return [{ method: 'POST', path: `/groups/${live.id}/restore`, does: 'restored' }];
}

/**
 * What brings a group to a path with these attributes. PUT /groups/:id ignores parent_id: only a transfer changes the parent, without
 * a body to the top (18.9). A rename and a transfer are two calls, so that a name which tells where the group is going comes first:
 * wherever a run ends, the next one finds it.
 */
export function moveTo(live: LiveGroup, to: string, changed: Attributes, context: CallContext): readonly Call[] {
  const { parent_id: parent } = staysBelow(live, to, context) ?? parentOf(to, context);
  const path = lastSegment(to);
  const transfers = parent !== (live.parent_id ?? undefined);
  const renames = lastSegment(groupWay.pathOf(live)) !== path;
  if (!transfers) return put(live.id, renames ? { path, ...withName(live, changed) } : changed);
  const body = parent === undefined ? {} : { body: { group_id: parent } };
  const transfer: Call = { method: 'POST', path: `/groups/${live.id}/transfer`, ...body, does: 'moved' };
  // The platform refuses a transfer below what is less visible (18.9).
  const first = lowers(live, changed['visibility']) ? put(live.id, { visibility: changed['visibility'] }) : [];
  const rest = first.length === 0 ? changed : { ...changed, visibility: undefined };
  if (!renames) return [...first, transfer, ...put(live.id, rest)];
  const aside = groupWay.isAside(live) ? { calls: [], live } : groupWay.stepAside(live, to, nameIn(changed));
  const last = put(live.id, { path, ...withName(aside.live, rest) });
  return [...first, ...aside.calls, transfer, ...last.map((call) => ({ ...call, does: 'given its new name' }))];
}

/** The group above, where nobody declares it, and what was out of the way for the sake of its name comes back there. */
function staysBelow(live: LiveGroup, to: string, context: CallContext): { readonly parent_id?: number } | undefined {
  const above = parentPath(to);
  const isThere = above.toLowerCase() === parentPath(groupWay.pathOf(live)).toLowerCase();
  if (!isThere || context.find('groups', above) !== undefined) return undefined;
  return typeof live.parent_id === 'number' ? { parent_id: live.parent_id } : undefined;
}

/** The id of the group above. Throws where there is none: without it the group would come to stand at the top. */
export function parentOf(path: string, context: CallContext): { readonly parent_id?: Ref | number | string } {
  const parent = parentPath(path);
  if (parent === '') return {};
  const found = context.find('groups', parent);
  if (found === undefined) throw new Error(`the group ${parent} above ${path} is neither live nor declared`);
  return { parent_id: found.ref('id') };
}

/** A PUT of these attributes; none where there are none. */
export function put(id: number | '{id}', fields: Attributes): readonly Call[] {
  const body = toApi(fields);
  return Object.keys(body).length === 0 ? [] : [{ method: 'PUT', path: `/groups/${id}`, body }];
}

/** A group that was out of the way gets its name back. */
function withName(live: LiveGroup, changed: Attributes): Attributes {
  const own = groupWay.withoutMark(live);
  return own === live.name || nameIn(changed) !== undefined ? changed : { name: own, ...changed };
}

function nameIn({ name }: Attributes): string | undefined {
  return typeof name === 'string' ? name : undefined;
}

const VISIBILITIES: readonly (Value | undefined)[] = ['private', 'internal', 'public'];

function lowers(live: LiveGroup, to: Value | undefined): boolean {
  return to !== undefined && VISIBILITIES.indexOf(to) < VISIBILITIES.indexOf(live['visibility']);
}
