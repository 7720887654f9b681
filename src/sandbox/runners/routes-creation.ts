import type { Source } from '../access/access.ts';
import { actor, type RequestContext } from '../http/request-context.ts';
import { badRequest, created, failure, forbidden, internalError, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RunnerRow } from './rows.ts';
import { adminsRunners } from './access.ts';
import { limitError, runnerAttributes, runnerErrors, sentences, settledColumns, type RunnerColumns } from './rules.ts';
import { registrationEntity, insertRunner } from './creation.ts';

const types = ['instance_type', 'group_type', 'project_type'] as const;

export const runnerCreationRoutes = [
  // POST /user/runners: what is wrong with the request, then the right, then the runner's own rules (18.9).
  route({
    method: 'POST',
    path: '/user/runners',
    params: {
      ...runnerAttributes,
      runner_type: { type: 'string', values: types, required: true },
      group_id: { type: 'integer' },
      project_id: { type: 'integer' },
    },
    scopes: ['create_runner'],
    access: actor,
    handle: ({ context, args, subject: user }) => {
      const place = placeFor(context, args);
      // The platform breaks on a group for a runner of the instance.
      if (args.runner_type === 'instance_type' && args.group_id != null) refuse(internalError());
      if (!mayCreate(context, place)) refuse(forbidden('Insufficient permissions'));
      // An empty description is none.
      const columns = settledColumns({ ...args, description: args.description === '' ? null : args.description });
      refuseInvalid(context, columns, place);
      const runner = insertRunner(context, args.runner_type, place, columns, user.id);
      return created(registrationEntity(runner));
    },
  }),
];

interface Wanted {
  readonly runner_type: RunnerRow['runner_type'];
  readonly group_id: number | null | undefined;
  readonly project_id: number | null | undefined;
}

function placeFor(context: RequestContext, wanted: Wanted): Source | undefined {
  const { state } = context.platform;
  if (wanted.runner_type === 'instance_type') return undefined;
  const type = wanted.runner_type === 'group_type' ? 'group' : 'project';
  const id = type === 'group' ? wanted.group_id : wanted.project_id;
  if (id === undefined) return refuse(failure(400, `${type}_id is missing`));
  if (type === 'group') {
    const row = state.groups.get(id ?? 0);
    return row === undefined ? refuse(badRequest('Missing/invalid group')) : { type, row };
  }
  const row = state.projects.get(id ?? 0);
  // A guess: told as of a group.
  return row === undefined ? refuse(badRequest('Missing/invalid project')) : { type, row };
}

/** Owners of a group, Maintainers of a project, unless the instance keeps them from it; administrators always. */
function mayCreate(context: RequestContext, place: Source | undefined): boolean {
  if (context.admin) return true;
  if (place === undefined) return false;
  const registrars = context.platform.state.settings['valid_runner_registrars'];
  const barred = Array.isArray(registrars) && !registrars.includes(place.type);
  return !barred && adminsRunners(context, place);
}

function refuseInvalid(context: RequestContext, columns: RunnerColumns, place: Source | undefined): void {
  const errors = { ...runnerErrors(columns) };
  const limit = place === undefined ? undefined : limitError(context, { type: place.type, id: place.row.id });
  const key = place?.type === 'group' ? 'runner_namespaces.base' : 'runner_projects.base';
  if (limit !== undefined) errors[key] = [limit];
  if (Object.keys(errors).length > 0) refuse(badRequest(sentences(errors)));
}
