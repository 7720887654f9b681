import { scopePath } from '../../address.ts';
import { lastSegment } from '../../base/scope-path.ts';
import { kind } from '../../kind.ts';
import type { Attributes, Call, Json, Value } from '../../model.ts';
import type { Read } from '../../read.ts';
import { openedToAll } from '../opened-to-all.ts';
import { withDefaults } from './defaults.ts';
import { READABLE } from './features.ts';
import { projectFields } from './fields.ts';
import { fromApi, normalFields, toApi } from './forms.ts';
import { making, makingFaults, makingOf, undeclared } from './making.ts';
import { unusableAsNew } from './names.ts';
import { oldNameSchemas } from './old-names.ts';
import { projectFaults } from './rules.ts';

export type ProjectSpec = { readonly full_path: string; readonly [attribute: string]: Value | undefined };

/** A project as the API shows it. */
type LiveProject = {
  readonly id: number;
  readonly path_with_namespace: string;
  readonly marked_for_deletion_on?: string | null;
  readonly [attribute: string]: Json;
};

/** All projects that the caller may see, as rows that lack nothing which the single read shows of their attributes (GET /projects, 18.9). */
const ALL_PROJECTS: Read = {
  path: '/projects',
  query: { order_by: 'id', sort: 'asc' },
  pages: true,
};

/** Projects, as the place where other sections stand, with their own attributes. They are made where an entry says so, and never removed. */
export const projects = kind<ProjectSpec, LiveProject>({
  section: 'projects',
  singular: 'project',
  description:
    'Projects by their full paths: their attributes, and what stands in them. One that is not there is made where it says `create`.',
  scopes: ['instance'],
  host: {
    type: 'project',
    waiting: {
      find: (key) => ({ path: '/projects', query: { search: `${lastSegment(key)}-delet` }, pages: true }),
      was: ({ marked_for_deletion_on: marked = null, path_with_namespace: path, id }) =>
        marked === null ? undefined : path.replace(new RegExp(`-(?:deletion_scheduled|deleted)-${id}$`), ''),
      restore: ({ id }) => `restore it in GitLab, on its page or by \`POST /projects/${id}/restore\``,
    },
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
    retainedFields: ['id', 'path_with_namespace'],
  },
  decode: (live) => ({
    key: live.path_with_namespace,
    id: live.id,
    spec: Object.assign(fromApi(live), { full_path: live.path_with_namespace }),
    // It stands under another path until then (DELETE /projects/:id, 18.9).
    ...((live.marked_for_deletion_on ?? null) !== null && { readOnlyReason: 'a project that waits for its deletion' }),
  }),
  calls: {
    shown: { always: ['id', 'path_with_namespace'], removedLater: true },
    otherwise: undeclared,
    create: (entry, context) => steps(makingOf(entry, context, put)),
    update(live, { names, entry: { spec } }) {
      const changed = Object.entries(spec).filter(([name]) => names.has(name) && name !== 'archived');
      const archived = names.has('archived') ? spec['archived'] : undefined;
      // What is archived is there to be read: it is opened first, and closed last.
      return steps([
        ...(archived === false ? [moved(live.id, 'unarchive')] : []),
        ...put(live.id, Object.fromEntries(changed)),
        ...(archived === true ? [moved(live.id, 'archive')] : []),
      ]);
    },
  },
  rules: {
    check: (fields) => [...projectFaults(fields), ...makingFaults(fields.create)],
    checkNew: ({ full_path: path }, before) => (path === undefined ? [] : unusableAsNew(path, before?.full_path)),
  },
  admits: { wider: { visibility: ['private', 'internal', 'public'] } },
  access: {
    opens: openedToAll(READABLE),
  },
  history: {
    events: {
      targets: ['Project'],
      made: ['project_created'],
      removed: [],
      changed: projectEvents,
      isChange: (name) => name.endsWith('_updated') || ARCHIVINGS.includes(name),
    },
    maker: ({ creator_id: maker }) => (typeof maker === 'number' ? maker : undefined),
    madeAt: ({ created_at: at }) => (typeof at === 'string' ? at : undefined),
    madeBy: ({ id }, userId) => ({
      read: { path: `/projects/${id}`, mayBeMissing: true },
      proves: ({ creator_id: maker }) => maker === userId,
    }),
  },
});

/** PUT /projects/:id ignores `archived`: it has calls of its own (18.9). */
function moved(id: number, to: 'archive' | 'unarchive'): Call {
  return { method: 'POST', path: `/projects/${id}/${to}`, does: `${to}d` };
}

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
  if (field === 'visibility') return ['project_visibility_level_updated'];
  return [`project_${field}_updated`, `${field}_updated`];
}
