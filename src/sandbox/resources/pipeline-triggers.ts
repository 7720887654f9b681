import type { Call } from '../call.ts';
import { canRunBuilds } from '../ci-access.ts';
import { pipelineEntity } from '../entities/pipeline.ts';
import type { PipelineVariable } from '../ci-rows.ts';
import { textOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { created, forbidden, message, notFound, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow } from '../rows.ts';
import { createPipeline, maySetVariables, refOf, refusePipeline } from './pipeline-creation.ts';

const params = {
  ref: { type: 'string', required: true, filled: true },
  token: { type: 'string', required: true },
  variables: { type: 'hash' },
  inputs: { type: 'hash' },
} as const;

interface Sent {
  readonly id: string;
  readonly ref: string;
  readonly token: string;
  readonly variables?: JsonObject | null | undefined;
  readonly inputs?: JsonObject | null | undefined;
}

/** A trigger's token acts for whoever made it; it stands in the state as a record `pipeline_trigger` of the project. */
interface Triggered {
  readonly call: Call;
  readonly project: ProjectRow;
}

/** An unknown token, or one of another project, is 404 (POST /projects/:id/trigger/pipeline, 18.9). */
function triggered(call: Call, args: Sent): Triggered {
  const { state } = call.world;
  // Pipelines that tell of themselves would start one another without end.
  if (call.headers['x-gitlab-event'] === 'Pipeline Hook') refuse(forbidden());
  refuseOddVariables(args.variables ?? {});
  const project = /^\d+$/.test(args.id)
    ? state.projects.get(Number(args.id))
    : state.projectByPath(args.id.toLowerCase());
  const trigger = project && state.recordByKey(`pipeline_trigger project:${project.id} ${args.token}`);
  const user = state.users.get(Number(trigger?.data['user_id']));
  if (project === undefined || user === undefined) return refuse(notFound());
  return { call: { ...call, user, admin: false }, project };
}

function refuseOddVariables(variables: JsonObject): void {
  const odd = Object.values(variables).some((value) => typeof value !== 'string');
  if (odd) refuse(message(400, 'variables needs to be a map of key-valued strings'));
}

/** All that was sent but the token, for the jobs to read (POST /projects/:id/trigger/pipeline, 18.9). */
function payloadOf(sent: Sent): PipelineVariable {
  const { ref, id, variables = {} } = sent;
  return { key: 'TRIGGER_PAYLOAD', value: JSON.stringify({ ref, id, variables }), variable_type: 'file' };
}

function start({ call, project }: Triggered, sent: Sent): Reply {
  if (!canRunBuilds(call, project)) refusePipeline('Insufficient permissions to create a new pipeline');
  const pairs = Object.entries(sent.variables ?? {});
  const named = pairs.map(([key, value]) => ({ key, value: textOf(value), variable_type: 'env_var' }) as const);
  const variables = maySetVariables(call, project) ? [...named, payloadOf(sent)] : named;
  const wanted = {
    ...refOf(call, project, sent.ref),
    source: 'trigger',
    variables,
    inputs: sent.inputs ?? {},
  } as const;
  const pipeline = createPipeline(call, project, { ...wanted, mergeRequestId: null, broken: 'refused' });
  return created(pipelineEntity(call, pipeline));
}

export const pipelineTriggerRoutes = [
  // POST /projects/:id/trigger/pipeline: by a trigger's token alone (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/trigger/pipeline',
    anonymous: true,
    params,
    access: triggered,
    handle: ({ args, subject }) => start(subject, args),
  }),
  // POST /projects/:id/ref/:ref/trigger/pipeline (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/ref/:ref/trigger/pipeline',
    anonymous: true,
    params,
    access: triggered,
    handle: ({ args, subject }) => start(subject, args),
  }),
];
