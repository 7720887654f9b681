import { groupLockOut } from '../settings/lock-outs.ts';
import { kind } from '../../kind.ts';
import type { Attributes, Call, Value } from '../../model.ts';
import { moveTo, parentOf, put, restore } from './calls.ts';
import { type LiveGroup } from './live-group.ts';
import { groupFieldSchemas, fromApi, normalField, NOT_ON_CREATE, toApi, topOnly } from './fields.ts';
import { openedToAll } from '../opened-to-all.ts';
import { entranceGroups, widerGroups } from './wider.ts';
import { groupMoves, groupWay } from './moves.ts';
import { notKept } from './rules.ts';
import { lastSegment, rootPath } from '../../base/scope-path.ts';
import { deletionWait, withoutDeletionMark } from './deletion-mark.ts';
import { unusableAsNew, unusableName, unusablePath } from './names.ts';
import { groupDetail, groupRead } from './read.ts';

export type GroupSpec = { readonly full_path: string; readonly [attribute: string]: Value | undefined };

/** Groups, by their full paths, with their attributes. */
export const groups = kind<GroupSpec, LiveGroup>({
  section: 'groups',
  singular: 'group',
  description: 'Groups by their full paths: their attributes, and what stands in them.',
  scopes: ['instance'],
  host: {
    type: 'group',
    tells: ['visibility'],
    // Subgroups, and projects but for those that wait for their deletion; each in its own list (PUT /groups/:id, 18.9).
    bounded: ({ id }, field, value) =>
      field !== 'visibility' || typeof value !== 'string'
        ? []
        : [
            {
              kind: 'group',
              read: { path: `/groups/${id}/subgroups`, query: { all_available: true, visibility: value }, pages: true },
              path: 'full_path',
            },
            {
              kind: 'project',
              read: {
                path: `/groups/${id}/projects`,
                query: { with_shared: false, visibility: value },
                pages: true,
              },
              path: 'path_with_namespace',
              unless: 'marked_for_deletion_on',
            },
          ],
    waits: deletionWait,
    contents: ({ id }) => [
      { what: 'subgroup', read: { path: `/groups/${id}/descendant_groups`, pages: true }, path: 'full_path' },
      {
        what: 'project',
        // What is only shared with the group is in the list unless it is left out, and does not go with it (GET /groups/:id/projects, 18.9).
        read: {
          path: `/groups/${id}/projects`,
          query: { include_subgroups: true, with_shared: false, simple: true },
          pages: true,
        },
        path: 'path_with_namespace',
      },
      { what: 'direct member', read: { path: `/groups/${id}/members`, pages: true } },
    ],
    moves: groupMoves,
    // It answers for paths below the top with the number of the group above alone (GET /namespaces/:id/exists, 18.9).
    taken: (path, parent) => ({
      path: `/namespaces/${encodeURIComponent(lastSegment(path))}/exists`,
      ...(parent !== undefined && { query: { parent_id: parent } }),
    }),
    findNamed: (name) => ({
      path: '/groups',
      query: { all_available: true, search: name, order_by: 'similarity' },
      pages: true,
    }),
    atTheTop: { path: '/groups', query: { all_available: true, top_level_only: true }, pages: true },
    findPendingDeletion: (key) => ({
      path: '/groups',
      query: { all_available: true, search: `${lastSegment(key)}-deletion_scheduled-` },
      pages: true,
    }),
  },
  shape: { type: 'map', name: 'full_path' },
  schema: {
    properties: {
      full_path: {
        type: 'string',
        pattern: '^[^/\\s]+(/[^/\\s]+)*$',
        'x-form': 'the full path: the groups above and the group, with `/` between them',
        description: 'The full path of the group.',
      },
      ...groupFieldSchemas,
    },
  },
  identity: {
    // Paths compare without case (POST /groups, 18.9).
    names: 'folded',
    namespace: 'path',
    key: (spec) => spec.full_path ?? '',
    normal({ emails_disabled: disabled, ...rest }) {
      const fields = Object.entries(rest).map(([name, value]): [string, Value | undefined] => [
        name,
        normalField(name, value),
      ]);
      // The deprecated mirror would win over emails_enabled if both were sent (18.9).
      return {
        ...(disabled !== undefined && { emails_enabled: disabled !== true }),
        ...Object.fromEntries(fields),
      };
    },
  },
  reads: {
    all: (_scope, keys) => keys.map(groupRead),
    detail: (live) => groupDetail(live.full_path),
    numbered: (id) => ({ ...groupDetail(String(id)), mayBeMissing: true }),
  },
  decode(live) {
    const { marked_for_deletion_on: marked = null, id } = live;
    if (marked === null) {
      const spec = Object.assign(fromApi(live), { full_path: live.full_path });
      const name = groupWay.withoutMark(live);
      return { key: live.full_path, id, spec: name === live.name ? spec : { ...spec, name } };
    }
    const path = withoutDeletionMark(live.full_path, id);
    const spec = { ...fromApi(live), full_path: path, name: withoutDeletionMark(live.name, id) };
    return { key: path, id, spec, pendingDeletion: `marked for deletion on ${marked}` };
  },
  calls: {
    shown: { always: ['id', 'full_path'], removedLater: true },
    otherwise: undeclared,
    create({ key, spec: { full_path: path = key, ...fields } }, context) {
      const declared = where(fields, (_name, value) => value !== null && value !== undefined);
      const named = { ...undeclared(path), ...declared };
      const now = where(named, (name) => !NOT_ON_CREATE.has(name));
      const later = where(declared, (name) => NOT_ON_CREATE.has(name));
      const body = { ...toApi(now), path: lastSegment(path), ...parentOf(path, context) };
      return steps([{ method: 'POST', path: '/groups', body, does: 'made' }, ...put('{id}', later)]);
    },
    update(live, { names, entry: { key, spec } }, context) {
      const changed = where(spec, (name) => name !== 'full_path' && names.has(name));
      const calls = names.has('full_path') ? moveTo(live, key, changed, context) : put(live.id, changed);
      return steps([...restore(live), ...calls]);
    },
    remove: (live) => [{ method: 'DELETE', path: `/groups/${live.id}`, unlessModified: true }],
  },
  rules: {
    check: ({ full_path: path = '', ...fields }) => [
      ...digitsAlone(path),
      ...unusablePath(path),
      ...unusableName(fields['name']),
      ...belowTheTop(path, fields),
      ...notKept(fields),
    ],
    checkFormer: digitsAlone,
    checkNew: ({ full_path: path }, before) => (path === undefined ? [] : unusableAsNew(path, before?.full_path)),
  },
  history: {
    events: {
      targets: ['Group', 'NamespaceSetting'],
      made: ['group_created'],
      removed: ['group_deletion_marked', 'group_destroyed'],
      changed: groupEvents,
      isChange: (name) => name.endsWith('_updated') || OTHER_CHANGES.has(name),
    },
    // Whoever makes a group is its direct owner from the start, and nobody has added them, as everybody else has been but for those from a
    // directory, which `override` tells (POST /groups, GET /groups/:id/members/:user_id, 18.9).
    madeBy: ({ id }, userId) => ({
      read: { path: `/groups/${id}/members/${userId}`, mayBeMissing: true },
      proves: (membership) => !('created_by' in membership) && !('override' in membership),
    }),
  },
  admits: { wider: widerGroups, entrance: entranceGroups },
  access: {
    locksOut: groupLockOut,
    // Of all attributes of the catalogue these two say who reads.
    opens: openedToAll(new Set(['wiki_access_level'])),
  },
});

/** Without a visibility the instance's default would apply, which the parent may refuse (18.9). */
function undeclared(path: string): { readonly name: string; readonly visibility: string } {
  return { name: lastSegment(path), visibility: 'private' };
}

function digitsAlone(path: string) {
  if (!/^\d+$/.test(path)) return [];
  const message = 'The API takes a path that consists of digits for a number, and would find another group';
  return [{ field: 'full_path', message, remedy: 'Rename the group in GitLab first, to a path with a letter in it' }];
}

function belowTheTop(path: string, fields: Attributes) {
  const top = rootPath(path);
  if (top === path) return [];
  return topOnly(fields).map((field) => ({
    field,
    message: `\`${field}\` is for groups at the top alone`,
    remedy: `Declare it in \`${top}\``,
  }));
}

/** Several calls end in what is wanted: only the last answer can show it, as fully as the single read (POST and PUT /groups, 18.9). */
function steps(calls: readonly Call[]): readonly Call[] {
  return calls.map((call, index) => ({ ...call, answer: index < calls.length - 1 ? 'partial' : 'whole' }));
}

function where(fields: Attributes, test: (name: string, value: Value | undefined) => boolean): Attributes {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => test(name, value)));
}

/** The events of a changed attribute whose name follows no rule (seen on 18.9). */
const EVENTS: { readonly [field: string]: string } = {
  full_path: 'group_path_updated',
  visibility: 'group_visibility_level_updated',
  default_branch: 'default_branch_name_updated',
  ip_restriction_ranges: 'ip_restrictions_changed',
};

/** Those of changes that do not end in `_updated` (seen on 18.9). */
const OTHER_CHANGES: ReadonlySet<string> = new Set(['ip_restrictions_changed', 'group_restored']);

function groupEvents(field: string): readonly string[] {
  const own = Object.hasOwn(EVENTS, field) ? EVENTS[field] : undefined;
  return own === undefined ? [`group_${field}_updated`, `${field}_updated`] : [own];
}
