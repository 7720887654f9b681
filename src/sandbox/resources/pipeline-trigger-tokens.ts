import { randomBytes } from 'node:crypto';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { buildsAtLevel } from '../ci-access.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { basicUser } from '../entities/user.ts';
import { findProject } from '../find.ts';
import { textOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { badRequest, created, forbidden, noContent, ok, refuse, rowNotFound } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow, RecordRow } from '../rows.ts';

const kind = 'pipeline_trigger';
const triggerId = { trigger_id: { type: 'integer', required: true } } as const;
const longestLife = 365 * 24 * 3600 * 1000;

interface WithTrigger {
  readonly id: string;
  readonly trigger_id: number;
}

function triggersOf(call: Call, project: ProjectRow): readonly RecordRow[] {
  return call.world.state.recordsOf(`${kind} project:${project.id}`);
}

function triggerOf(call: Call, project: ProjectRow, id: number): RecordRow {
  return triggersOf(call, project).find((one) => one.id === id) ?? refuse(rowNotFound());
}

/** Access rule: a trigger, for Maintainers (GET /projects/:id/triggers/:trigger_id, 18.9). */
function maintainedTrigger(call: Call, args: WithTrigger): RecordRow {
  return triggerOf(call, buildsAtLevel(40)(call, args), args.trigger_id);
}

/** A trigger; its token in full for its owner alone, else the first four letters (GET /projects/:id/triggers, 18.9). */
function triggerEntity(call: Call, trigger: RecordRow): JsonObject {
  const owner = call.world.state.users.get(Number(trigger.data['user_id']));
  const own = owner !== undefined && owner.id === call.user?.id;
  return {
    id: trigger.id,
    token: own ? trigger.key : trigger.key.slice(0, 4),
    description: trigger.data['description'] ?? null,
    created_at: trigger.created_at,
    updated_at: trigger.updated_at,
    expires_at: trigger.data['expires_at'] ?? null,
    last_used: trigger.data['last_used'] ?? null,
    owner: owner === undefined ? null : basicUser(call, owner),
  };
}

function requireNear(call: Call, expires: string | null | undefined): void {
  if (expires == null) return;
  const last = new Date(call.world.clock.now().getTime() + longestLife);
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
    handle: ({ call, args, subject }) =>
      paginate(call, args, triggersOf(call, subject), (trigger) => triggerEntity(call, trigger)),
  }),
  // GET /projects/:id/triggers/:trigger_id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/triggers/:trigger_id',
    params: triggerId,
    access: maintainedTrigger,
    handle: ({ call, subject }) => ok(triggerEntity(call, subject)),
  }),
  // POST /projects/:id/triggers: the trigger acts for whoever made it (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/triggers',
    params: { description: { type: 'string', required: true }, expires_at: { type: 'datetime' } },
    access: buildsAtLevel(40),
    handle: ({ call, args, subject }) => {
      requireNear(call, args.expires_at);
      const now = timestamp(call.world.clock);
      const trigger = call.world.state.records.insert({
        kind,
        owner: `project:${subject.id}`,
        key: `glptt-${randomBytes(20).toString('hex')}`,
        data: { user_id: actor(call).id, description: args.description, expires_at: args.expires_at ?? null },
        created_at: now,
        updated_at: now,
      });
      return created(triggerEntity(call, trigger));
    },
  }),
  // PUT /projects/:id/triggers/:trigger_id: Maintainers, and each only what is their own (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/triggers/:trigger_id',
    params: { ...triggerId, description: { type: 'string' } },
    access: (call, args) => {
      const trigger = triggerOf(call, findProject(call, args.id), args.trigger_id);
      const refusal = forbidden('The current user is not authorized to update the pipeline trigger token');
      if (trigger.data['user_id'] !== call.user?.id) refuse(refusal);
      return maintainedTrigger(call, args);
    },
    handle: ({ call, args, subject }) => {
      const description = textOf(args.description ?? subject.data['description']);
      const updated_at = timestamp(call.world.clock);
      call.world.state.records.update(subject, { data: { ...subject.data, description }, updated_at });
      return ok(triggerEntity(call, subject));
    },
  }),
  // DELETE /projects/:id/triggers/:trigger_id: honours If-Unmodified-Since (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/triggers/:trigger_id',
    params: triggerId,
    access: maintainedTrigger,
    handle: ({ call, subject }) => {
      requireUnmodified(call, subject.updated_at);
      call.world.state.records.remove(subject);
      return noContent();
    },
  }),
];
