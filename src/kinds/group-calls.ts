import type { Site } from '../kind.ts';
import type { Call, Json, Ref } from '../model.ts';
import { lastSegment, parentPath } from './group-path.ts';

/** A group as the API shows it. */
export type LiveGroup = {
  readonly id: number;
  readonly name: string;
  readonly full_path: string;
  readonly parent_id?: number | null;
  readonly marked_for_deletion_on?: string | null;
  readonly [attribute: string]: Json;
};

/** What brings a group back that waits for its deletion. */
export function restore(live: LiveGroup): readonly Call[] {
  if ((live.marked_for_deletion_on ?? null) === null) return [];
  return [{ method: 'POST', path: `/groups/${live.id}/restore` }];
}

/**
 * What brings a group from one path to another. PUT /groups/:id ignores parent_id: only a transfer changes the parent,
 * and without a body it leads to the top (18.9).
 */
export function move(live: LiveGroup, from: string, to: string, site: Site): readonly Call[] {
  const calls: Call[] = [];
  const path = lastSegment(to);
  if (lastSegment(from) !== path) calls.push({ method: 'PUT', path: `/groups/${live.id}`, body: { path } });
  if (parentPath(from).toLowerCase() === parentPath(to).toLowerCase()) return calls;
  const { parent_id: parent } = parentOf(to, site);
  // The same group under another path: it moves itself, and takes this one along.
  if (parent !== undefined && parent === live.parent_id) return calls;
  const body = parent === undefined ? {} : { body: { group_id: parent } };
  return [...calls, { method: 'POST', path: `/groups/${live.id}/transfer`, ...body }];
}

/** The id of the group above. Throws where there is none: without it the group would come to stand at the top. */
export function parentOf(path: string, site: Site): { readonly parent_id?: Ref | number | string } {
  const parent = parentPath(path);
  if (parent === '') return {};
  const found = site.find('groups', parent);
  if (found === undefined) throw new Error(`the group ${parent} above ${path} is neither live nor declared`);
  return { parent_id: found.ref('id') };
}
