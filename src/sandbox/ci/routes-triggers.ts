import type { RequestContext } from '../http/request-context.ts';
import { canRunBuilds } from './access.ts';
import { pipelineEntity } from './entity.ts';
import type { PipelineVariable } from './rows.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { created, forbidden, message, notFound, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
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
  readonly context: RequestContext;
  readonly project: ProjectRow;
}

/** An unknown token, or one of another project, is 404 (POST /projects/:id/trigger/pipeline, 18.9). */
function triggered(context: RequestContext, args: Sent): Triggered {
  const { state } = context.platform;
  // Pipelines that tell of themselves would start one another without end.
  if (context.headers['x-gitlab-event'] === 'Pipeline Hook') refuse(forbidden());
  refuseOddVariables(args.variables ?? {});
  const project = /^\d+$/.test(args.id)
    ? state.projects.get(Number(args.id))
    : state.projectByPath(args.id.toLowerCase());
  const trigger = project && state.recordByKey(`pipeline_trigger project:${project.id} ${args.token}`);
  const user = state.users.get(Number(trigger?.data['user_id']));
  if (project === undefined || user === undefined) return refuse(notFound());
  return { context: { ...context, user, admin: false }, project };
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

function start({ context, project }: Triggered, sent: Sent): Reply {
  if (!canRunBuilds(context, project)) refusePipeline('Insufficient permissions to create a new pipeline');
  const pairs = Object.entries(sent.variables ?? {});
  const named = pairs.map(([key, value]) => ({ key, value: textOf(value), variable_type: 'env_var' }) as const);
  const variables = maySetVariables(context, project) ? [...named, payloadOf(sent)] : named;
  const wanted = {
    ...refOf(context, project, sent.ref),
    source: 'trigger',
    variables,
    inputs: sent.inputs ?? {},
  } as const;
  const pipeline = createPipeline(context, project, { ...wanted, mergeRequestId: null, broken: 'refused' });
  return created(pipelineEntity(context, pipeline));
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
