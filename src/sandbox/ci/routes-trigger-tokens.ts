import { randomBytes } from 'node:crypto';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { buildsAtLevel } from './access.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { basicUser } from '../users/entity.ts';
import { findProject } from '../access/find.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { badRequest, created, forbidden, noContent, ok, refuse, rowNotFound } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';

const kind = 'pipeline_trigger';
const triggerId = { trigger_id: { type: 'integer', required: true } } as const;
const longestLife = 365 * 24 * 3600 * 1000;

interface WithTrigger {
  readonly id: string;
  readonly trigger_id: number;
}

function triggersOf(context: RequestContext, project: ProjectRow): readonly RecordRow[] {
  return context.platform.state.recordsOf(`${kind} project:${project.id}`);
}

function triggerOf(context: RequestContext, project: ProjectRow, id: number): RecordRow {
  return triggersOf(context, project).find((one) => one.id === id) ?? refuse(rowNotFound());
}

/** Access rule: a trigger, for Maintainers (GET /projects/:id/triggers/:trigger_id, 18.9). */
function maintainedTrigger(context: RequestContext, args: WithTrigger): RecordRow {
  return triggerOf(context, buildsAtLevel(40)(context, args), args.trigger_id);
}

/** A trigger; its token in full for its owner alone, else the first four letters (GET /projects/:id/triggers, 18.9). */
function triggerEntity(context: RequestContext, trigger: RecordRow): JsonObject {
  const owner = context.platform.state.users.get(Number(trigger.data['user_id']));
  const own = owner !== undefined && owner.id === context.user?.id;
  return {
    id: trigger.id,
    token: own ? trigger.key : trigger.key.slice(0, 4),
    description: trigger.data['description'] ?? null,
    created_at: trigger.created_at,
    updated_at: trigger.updated_at,
    expires_at: trigger.data['expires_at'] ?? null,
    last_used: trigger.data['last_used'] ?? null,
    owner: owner === undefined ? null : basicUser(context, owner),
  };
}

function requireNear(context: RequestContext, expires: string | null | undefined): void {
  if (expires == null) return;
  const last = new Date(context.platform.clock.now().getTime() + longestLife);
  if (Date.parse(expires) <= last.getTime()) return;
  refuse(badRequest(`Expires at must be before ${last.toISOString().slice(0, 10)}`));
}

export const pipelineTriggerTokenRoutes = [
  // GET /projects/:id/triggers: Maintainers (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/triggers',
    params: paged,
    access: buildsAtLevel(40),
    handle: ({ context, args, subject }) =>
      paginate(context, args, triggersOf(context, subject), (trigger) => triggerEntity(context, trigger)),
  }),
  // GET /projects/:id/triggers/:trigger_id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/triggers/:trigger_id',
    params: triggerId,
    access: maintainedTrigger,
    handle: ({ context, subject }) => ok(triggerEntity(context, subject)),
  }),
  // POST /projects/:id/triggers: the trigger acts for whoever made it (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/triggers',
    params: { description: { type: 'string', required: true }, expires_at: { type: 'datetime' } },
    access: buildsAtLevel(40),
    handle: ({ context, args, subject }) => {
      requireNear(context, args.expires_at);
      const now = timestamp(context.platform.clock);
      const trigger = context.platform.state.records.insert({
        kind,
        owner: `project:${subject.id}`,
        key: `glptt-${randomBytes(20).toString('hex')}`,
        data: { user_id: actor(context).id, description: args.description, expires_at: args.expires_at ?? null },
        created_at: now,
        updated_at: now,
      });
      return created(triggerEntity(context, trigger));
    },
  }),
  // PUT /projects/:id/triggers/:trigger_id: Maintainers, and each only what is their own (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/triggers/:trigger_id',
    params: { ...triggerId, description: { type: 'string' } },
    access: (context, args) => {
      const trigger = triggerOf(context, findProject(context, args.id), args.trigger_id);
      const refusal = forbidden('The current user is not authorized to update the pipeline trigger token');
      if (trigger.data['user_id'] !== context.user?.id) refuse(refusal);
      return maintainedTrigger(context, args);
    },
    handle: ({ context, args, subject }) => {
      const description = textOf(args.description ?? subject.data['description']);
      const updated_at = timestamp(context.platform.clock);
      context.platform.state.records.update(subject, { data: { ...subject.data, description }, updated_at });
      return ok(triggerEntity(context, subject));
    },
  }),
  // DELETE /projects/:id/triggers/:trigger_id: honours If-Unmodified-Since (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/triggers/:trigger_id',
    params: triggerId,
    access: maintainedTrigger,
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.updated_at);
      context.platform.state.records.remove(subject);
      return noContent();
    },
  }),
];
