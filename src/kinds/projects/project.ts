import { scopePath } from '../../address.ts';
import { lastSegment } from '../../base/scope-path.ts';
import { kind } from '../../kind.ts';
import type { Attributes, Call, Value } from '../../model.ts';
import type { Read } from '../../read.ts';
import { openedToAll } from '../opened-to-all.ts';
import { withDefaults } from './defaults.ts';
import { widerProjects } from './wider.ts';
import { READABLE } from './features.ts';
import { projectFields } from './fields.ts';
import { fromApi, normalFields, toApi } from './forms.ts';
import type { LiveProject } from './live-project.ts';
import { begunInVain, making, makingFaults, makingOf, undeclared } from './making.ts';
import { deletionWait } from '../groups/deletion-mark.ts';
import { moveTo, projectMoves, projectWay, stuckInArchive, unfindable, withoutDeletionMark } from './moves.ts';
import { unusableAsNew } from './names.ts';
import { oldNameSchemas } from './old-names.ts';
import { projectFaults } from './rules.ts';

export type ProjectSpec = { readonly full_path: string; readonly [attribute: string]: Value | undefined };

/** All projects that the caller may see, as rows that lack nothing which the single read shows of their attributes (GET /projects, 18.9). */
const ALL_PROJECTS: Read = {
  path: '/projects',
  query: { order_by: 'id', sort: 'asc' },
  pages: true,
};

/** Projects, as the place where other sections stand, with their own attributes. They are made where an entry says so. */
export const projects = kind<ProjectSpec, LiveProject>({
  section: 'projects',
  singular: 'project',
  description:
    'Projects by their full paths: their attributes, and what stands in them. One that is not there is made where it says `create`.',
  scopes: ['instance'],
  host: {
    type: 'project',
    tells: ['visibility'],
    moves: projectMoves,
    waits: deletionWait,
    inVain: begunInVain,
    contents: ({ id }) => [
      { what: 'direct member', read: { path: `/projects/${id}/members`, pages: true } },
      { what: 'open merge request', read: { path: `/projects/${id}/merge_requests`, query: OPEN, pages: true } },
      { what: 'fork', read: { path: `/projects/${id}/forks`, query: { simple: true }, pages: true } },
    ],
    findPendingDeletion: (key) => ({ path: '/projects', query: { search: `${lastSegment(key)}-delet` }, pages: true }),
  },
  shape: { type: 'map', name: 'full_path' },
  schema: {
    properties: {
      full_path: {
        type: 'string',
        pattern: '^[^/\\s]+(/[^/\\s]+)+$',
        'x-form': 'the full path: the groups and the project, with `/` between them',
        description: 'The full path of the project.',
      },
      create: making,
      ...withDefaults(projectFields),
      ...oldNameSchemas,
    },
  },
  identity: {
    // Paths compare without case (POST /projects, 18.9).
    names: 'folded',
    namespace: 'path',
    key: (spec) => spec.full_path ?? '',
    normal: (spec) => normalFields(spec),
  },
  reads: {
    all: (_scope, keys) =>
      keys.map((path) => ({
        path: scopePath({ type: 'project', path }),
        mayBeMissing: true,
        rowOf: { list: ALL_PROJECTS, by: 'path_with_namespace', is: path },
      })),
    numbered: (id) => ({ path: `/projects/${id}`, mayBeMissing: true }),
    retainedFields: [
      ...(['id', 'name', 'path_with_namespace', 'namespace', 'marked_for_deletion_on', 'creator_id'] as const),
      ...(['created_at', 'import_status', 'import_error', 'empty_repo'] as const),
    ],
  },
  decode(live) {
    const { marked_for_deletion_on: marked = null, id } = live;
    const spec = Object.assign(fromApi(live), { full_path: live.path_with_namespace });
    if (marked === null) {
      const own = projectWay.isAside(live) ? { ...spec, name: projectWay.withoutMark(live) } : spec;
      return { key: live.path_with_namespace, id, spec: own };
    }
    // It stands under another path and name until then (DELETE /projects/:id, 18.9).
    const path = withoutDeletionMark(live.path_with_namespace, id);
    const name = typeof live['name'] === 'string' ? withoutDeletionMark(live['name'], id) : undefined;
    return {
      ...{ key: path, id, spec: { ...spec, full_path: path, name } },
      pendingDeletion: `marked for deletion on ${marked}`,
    };
  },
  calls: {
    shown: { always: ['id', 'path_with_namespace'], removedLater: true },
    otherwise: undeclared,
    create: (entry, context) => steps(makingOf(entry, context, put)),
    update(live, { names, entry: { key, spec } }, context) {
      const changed = Object.fromEntries(
        Object.entries(spec).filter(([name]) => names.has(name) && name !== 'archived' && name !== 'full_path'),
      );
      const archived = names.has('archived') ? spec['archived'] : undefined;
      // What is archived is there to be read: it is opened first, and closed last.
      return steps([
        ...((live.marked_for_deletion_on ?? null) === null ? [] : [moved(live.id, 'restore')]),
        ...(archived === false ? [moved(live.id, 'unarchive')] : []),
        ...(names.has('full_path') ? moveTo(live, key, changed, context, put) : put(live.id, changed)),
        ...(archived === true ? [moved(live.id, 'archive')] : []),
      ]);
    },
    refused: ({ path }, status) =>
      path === '/projects/import' && status === 403
        ? 'let imports come from exports of GitLab: `gitlab_project` among the `import_sources` of the settings of the instance'
        : undefined,
    // It is marked first, and gone for good later; nothing here ever removes it at once (DELETE /projects/:id, 18.9).
    remove: ({ id }) => [{ method: 'DELETE', path: `/projects/${id}`, unlessModified: true }],
  },
  rules: {
    check: (fields) => [...projectFaults(fields), ...makingFaults(fields.create)],
    checkFormer: unfindable,
    checkNew: (fields, before) => [
      ...(fields.full_path === undefined ? [] : unusableAsNew(fields.full_path, before?.full_path)),
      ...stuckInArchive(fields, before),
    ],
  },
  admits: { wider: widerProjects },
  access: {
    opens: openedToAll(READABLE),
  },
  history: {
    events: {
      targets: ['Project'],
      made: ['project_created'],
      // A guess, but for the names of a group's events (DELETE /groups/:id, 18.9).
      removed: ['project_deletion_marked', 'project_destroyed'],
      changed: projectEvents,
      isChange: (name) => name.endsWith('_updated') || ARCHIVINGS.includes(name) || name === 'project_restored',
    },
    maker: ({ creator_id: maker }) => (typeof maker === 'number' ? maker : undefined),
    madeAt: ({ created_at: at }) => (typeof at === 'string' ? at : undefined),
    madeBy: ({ id }, userId) => ({
      read: { path: `/projects/${id}`, mayBeMissing: true },
      proves: ({ creator_id: maker }) => maker === userId,
    }),
  },
});

/** PUT /projects/:id ignores `archived`: it has calls of its own, as what brings a project back has (18.9). */
function moved(id: number, to: 'archive' | 'unarchive' | 'restore'): Call {
  return { method: 'POST', path: `/projects/${id}/${to}`, does: `${to}d` };
}

const OPEN = { state: 'opened' } as const;

/** A PUT of these attributes; none where there are none: that is 400 (PUT /projects/:id, 18.9). */
function put(id: number | '{id}', fields: Attributes): readonly Call[] {
  const body = toApi(fields);
  return Object.keys(body).length === 0 ? [] : [{ method: 'PUT', path: `/projects/${id}`, body }];
}

/** Several calls end in what is wanted: only the last answer can show it, as fully as the single read (PUT /projects/:id, 18.9). */
function steps(calls: readonly Call[]): readonly Call[] {
  return calls.map((call, index) => ({ ...call, answer: index < calls.length - 1 ? 'partial' : 'whole' }));
}

const ARCHIVINGS: readonly string[] = ['project_archived', 'project_unarchived'];

/** A guess: that all are called as those are that were looked at, or as those of a group (GET /projects/:id/audit_events, 18.9). */
function projectEvents(field: string): readonly string[] {
  if (field === 'archived') return ARCHIVINGS;
  if (field === 'full_path') return ['project_path_updated', 'project_namespace_updated'];
  if (field === 'visibility') return ['project_visibility_level_updated'];
  return [`project_${field}_updated`, `${field}_updated`];
}
