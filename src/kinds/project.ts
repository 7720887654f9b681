import { scopePath } from '../address.ts';
import { kind } from '../kind.ts';
import type { Read } from '../read.ts';

export type ProjectSpec = { readonly full_path: string };

type LiveProject = { readonly id: number; readonly path_with_namespace: string };

const ALL_PROJECTS: Read = {
  path: '/projects',
  query: { simple: true, order_by: 'id', sort: 'asc' },
  pages: true,
};

/** Projects, as the place where other sections stand: what is in a project is managed, the project itself is not. */
export const projects = kind<ProjectSpec, LiveProject>({
  section: 'projects',
  singular: 'project',
  description: 'The projects in which other things are managed, by their full paths.',
  scopes: ['instance'],
  host: {
    type: 'project',
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
    },
  },
  identity: {
    // Paths compare without case (POST /projects, 18.9).
    names: 'folded',
    key: (spec) => spec.full_path ?? '',
  },
  reads: {
    all: (_scope, keys) =>
      keys.map((path) => ({
        path: scopePath({ type: 'project', path }),
        mayBeMissing: true,
        rowOf: { list: ALL_PROJECTS, by: 'path_with_namespace', is: path },
      })),
  },
  decode: (live) => ({
    key: live.path_with_namespace,
    id: live.id,
    spec: { full_path: live.path_with_namespace },
  }),
  calls: {},
});
