import { hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { projectAtLevel } from '../access/find.ts';
import type { JsonObject } from '../store/json.ts';
import { created, message, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { limitImports, requireArchive, requireExports } from './archives.ts';

const kind = 'relation_import';
const relations = ['ci_pipelines', 'issues', 'merge_requests', 'milestones'];

function importsOf(context: RequestContext, project: ProjectRow): readonly RecordRow[] {
  return context.platform.state.recordsOf(`${kind} project:${project.id}`);
}

/** Created, started, finished: each for as long as background work takes. */
function statusOf(context: RequestContext, row: RecordRow): 'created' | 'started' | 'finished' {
  const { clock, backgroundDelay } = context.platform;
  const steps = (clock.now().getTime() - Date.parse(row.created_at)) / Math.max(backgroundDelay, 1);
  if (steps < 1) return 'created';
  return steps < 2 ? 'started' : 'finished';
}

function relationEntity(context: RequestContext, project: ProjectRow, row: RecordRow): JsonObject {
  const { id, created_at, updated_at } = row;
  const relation = row.data['relation'] ?? null;
  return { id, project_path: project.full_path, relation, status: statusOf(context, row), created_at, updated_at };
}

/** The project to be filled, when the relation can be, and nothing else fills it (POST /projects/import-relation, 18.9). */
function requireImportable(context: RequestContext, path: string, relation: string): ProjectRow {
  const project = context.platform.state.projectByPath(path.toLowerCase()) ?? refuse(message(404, 'Project not found'));
  if (!relations.includes(relation)) {
    refuse(message(400, 'Imported relation must be one of issues, merge_requests, ci_pipelines, or milestones'));
  }
  if (!hasLevel(context, { type: 'project', row: project }, 40)) {
    refuse(message(403, 'You are not authorized to perform this action'));
  }
  const running = importsOf(context, project).some((row) => statusOf(context, row) !== 'finished');
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
    handle: ({ context, args }) => {
      limitImports(context);
      requireArchive(args.file);
      const project = requireImportable(context, args.path, args.relation);
      const now = timestamp(context.platform.clock);
      const owner = `project:${project.id}`;
      const key = `${args.relation} ${now} ${importsOf(context, project).length}`;
      const data = { relation: args.relation };
      const row = context.platform.state.records.insert({ kind, owner, key, data, created_at: now, updated_at: now });
      return created(relationEntity(context, project, row));
    },
  }),
  // GET /projects/:id/relation-imports: Maintainers (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/relation-imports',
    access: projectAtLevel(40),
    handle: ({ context, subject }) =>
      ok(importsOf(context, subject).map((row) => relationEntity(context, subject, row))),
  }),
];
