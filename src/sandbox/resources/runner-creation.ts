import { audit } from '../audit.ts';
import type { Source } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import { badRequest, created, failure, forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { RunnerRow } from '../rows.ts';
import { adminsRunners } from '../runner-access.ts';
import {
  limitError,
  runnerAttributes,
  runnerErrors,
  runnerToken,
  sentences,
  settledColumns,
  tokenExpiry,
} from './runner-rules.ts';
import type { RunnerColumns } from './runner-rules.ts';
import { runnerEntityOf } from './runners.ts';

const types = ['instance_type', 'group_type', 'project_type'] as const;

/** The three fields that a runner's creation is answered with; the token is shown this once. */
export function registrationEntity(runner: RunnerRow): JsonObject {
  return { id: runner.id, token: runner.token, token_expires_at: runner.token_expires_at };
}

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
    handle: ({ call, args, subject: user }) => {
      const place = placeFor(call, args);
      if (!mayCreate(call, place)) refuse(forbidden('Insufficient permissions'));
      const columns = settledColumns(args);
      refuseInvalid(call, columns, place);
      const runner = insertRunner(call, args.runner_type, place, columns, user.id);
      return created(registrationEntity(runner));
    },
  }),
];

interface Wanted {
  readonly runner_type: RunnerRow['runner_type'];
  readonly group_id: number | null | undefined;
  readonly project_id: number | null | undefined;
}

function placeFor(call: Call, wanted: Wanted): Source | undefined {
  const { state } = call.world;
  if (wanted.runner_type === 'instance_type') return undefined;
  const type = wanted.runner_type === 'group_type' ? 'group' : 'project';
  const id = type === 'group' ? wanted.group_id : wanted.project_id;
  if (id === undefined) return refuse(failure(400, `${type}_id is missing`));
  if (type === 'group') {
    const row = state.groups.get(id ?? 0);
    return row === undefined ? refuse(badRequest('Missing/invalid scope')) : { type, row };
  }
  const row = state.projects.get(id ?? 0);
  return row === undefined ? refuse(badRequest('Missing/invalid scope')) : { type, row };
}

/** Owners of a group, Maintainers of a project, unless the instance keeps them from it; administrators always. */
function mayCreate(call: Call, place: Source | undefined): boolean {
  if (call.admin) return true;
  if (place === undefined) return false;
  const registrars = call.world.state.settings['valid_runner_registrars'];
  const barred = Array.isArray(registrars) && !registrars.includes(place.type);
  return !barred && adminsRunners(call, place);
}

function refuseInvalid(call: Call, columns: RunnerColumns, place: Source | undefined): void {
  const errors = { ...runnerErrors(columns) };
  const limit = place === undefined ? undefined : limitError(call, { type: place.type, id: place.row.id });
  const key = place?.type === 'group' ? 'runner_namespaces.base' : 'runner_projects.base';
  if (limit !== undefined) errors[key] = [limit];
  if (Object.keys(errors).length > 0) refuse(badRequest(sentences(errors)));
}

/** Puts a new runner in its place, with a token of its own. */
export function insertRunner(
  call: Call,
  type: RunnerRow['runner_type'],
  place: Source | undefined,
  columns: RunnerColumns,
  creator: number | null,
): RunnerRow {
  const now = timestamp(call.world.clock);
  const runner = call.world.state.runners.insert({
    ...columns,
    runner_type: type,
    group_id: place?.type === 'group' ? place.row.id : null,
    project_ids: place?.type === 'project' ? [place.row.id] : [],
    token: runnerToken(),
    token_expires_at: tokenExpiry(call, type),
    contacted_at: null,
    created_by_id: creator,
    created_at: now,
    updated_at: now,
  });
  const target = { id: runner.id, type: 'Ci::Runner', details: runner.description ?? '' };
  const details = { custom_message: 'Created CI/CD runner' };
  audit(call, { event: 'ci_runner_created', entity: runnerEntityOf(call, runner), target, details });
  return runner;
}
