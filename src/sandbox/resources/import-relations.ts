import { hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { projectAtLevel } from '../find.ts';
import type { JsonObject } from '../json.ts';
import { created, message, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, RecordRow } from '../rows.ts';
import { limitImports, requireArchive, requireExports } from './import-archives.ts';

const kind = 'relation_import';
const relations = ['ci_pipelines', 'issues', 'merge_requests', 'milestones'];

function importsOf(call: Call, project: ProjectRow): readonly RecordRow[] {
  return call.world.state.recordsOf(`${kind} project:${project.id}`);
}

/** Created, started, finished: each for as long as background work takes. */
function statusOf(call: Call, row: RecordRow): 'created' | 'started' | 'finished' {
  const { clock, backgroundDelay } = call.world;
  const steps = (clock.now().getTime() - Date.parse(row.created_at)) / Math.max(backgroundDelay, 1);
  if (steps < 1) return 'created';
  return steps < 2 ? 'started' : 'finished';
}

function relationEntity(call: Call, project: ProjectRow, row: RecordRow): JsonObject {
  const { id, created_at, updated_at } = row;
  const relation = row.data['relation'] ?? null;
  return { id, project_path: project.full_path, relation, status: statusOf(call, row), created_at, updated_at };
}

/** The project to be filled, when the relation can be, and nothing else fills it (POST /projects/import-relation, 18.9). */
function requireImportable(call: Call, path: string, relation: string): ProjectRow {
  const project = call.world.state.projectByPath(path.toLowerCase()) ?? refuse(message(404, 'Project not found'));
  if (!relations.includes(relation)) {
    refuse(message(400, 'Imported relation must be one of issues, merge_requests, ci_pipelines, or milestones'));
  }
  if (!hasLevel(call, { type: 'project', row: project }, 40)) {
    refuse(message(403, 'You are not authorized to perform this action'));
  }
  const running = importsOf(call, project).some((row) => statusOf(call, row) !== 'finished');
  if (running) refuse(message(409, 'A relation import is already in progress for this project'));
  return project;
}

export const importRelationRoutes = [
  // POST /projects/import-relation: 201; one at a time (18.9).
  route({
    method: 'POST',
    path: '/projects/import-relation',
    params: {
      path: { type: 'string', required: true },
      relation: { type: 'string', required: true },
      file: { type: 'file', required: true },
    },
    before: requireExports,
    access: actor,
    handle: ({ call, args }) => {
      limitImports(call);
      requireArchive(args.file);
      const project = requireImportable(call, args.path, args.relation);
      const now = timestamp(call.world.clock);
      const owner = `project:${project.id}`;
      const key = `${args.relation} ${now} ${importsOf(call, project).length}`;
      const data = { relation: args.relation };
      const row = call.world.state.records.insert({ kind, owner, key, data, created_at: now, updated_at: now });
      return created(relationEntity(call, project, row));
    },
  }),
  // GET /projects/:id/relation-imports: Maintainers (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/relation-imports',
    access: projectAtLevel(40),
    handle: ({ call, subject }) => ok(importsOf(call, subject).map((row) => relationEntity(call, subject, row))),
  }),
];
