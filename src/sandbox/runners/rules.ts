import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { isStale } from './entity.ts';
import type { Args } from '../http/params.ts';
import { rowNotFound, refuse } from '../http/reply.ts';
import type { RunnerRow } from './rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';

export const accessLevels = ['not_protected', 'ref_protected'] as const;

/** What POST /user/runners, PUT /runners/:id and the old registration take alike (18.9). */
export const runnerAttributes = {
  description: { type: 'string' },
  maintenance_note: { type: 'string' },
  paused: { type: 'boolean' },
  locked: { type: 'boolean' },
  access_level: { type: 'string', values: accessLevels },
  run_untagged: { type: 'boolean' },
  tag_list: { type: 'strings' },
  maximum_timeout: { type: 'integer' },
} as const;

type Sent = Partial<Args<typeof runnerAttributes>>;

/** The columns that these parameters stand for. */
export type RunnerColumns = Pick<RunnerRow, keyof typeof runnerAttributes>;

const fresh: RunnerColumns = {
  description: null,
  maintenance_note: null,
  paused: false,
  locked: false,
  access_level: 'not_protected',
  run_untagged: true,
  tag_list: [],
  maximum_timeout: null,
};

/** The columns as they become; null clears what can be empty, and is ignored elsewhere. */
export function settledColumns(sent: Sent, before: RunnerColumns = fresh): RunnerColumns {
  return {
    description: sent.description === undefined ? before.description : sent.description,
    maintenance_note: sent.maintenance_note === undefined ? before.maintenance_note : sent.maintenance_note,
    paused: sent.paused ?? before.paused,
    locked: sent.locked ?? before.locked,
    access_level: sent.access_level ?? before.access_level,
    run_untagged: sent.run_untagged ?? before.run_untagged,
    tag_list: sent.tag_list === undefined ? before.tag_list : [...new Set(sent.tag_list)],
    maximum_timeout: sent.maximum_timeout === undefined ? before.maximum_timeout : sent.maximum_timeout,
  };
}

/** What the model finds wrong with a runner (POST /user/runners and PUT /runners/:id, 18.9). */
export function runnerErrors(runner: RunnerColumns): Readonly<Record<string, readonly string[]>> {
  const errors: Record<string, readonly string[]> = {};
  if (runner.tag_list.length > 50) {
    errors['tags_list'] = ['Too many tags specified. Please limit the number of tags to 50'];
  }
  if (runner.tag_list.length === 0 && !runner.run_untagged) {
    errors['tags_list'] = ['can not be empty when runner is not allowed to pick untagged jobs'];
  }
  if (runner.maximum_timeout !== null && runner.maximum_timeout < 600) {
    errors['maximum_timeout'] = ['needs to be at least 10 minutes'];
  }
  for (const name of ['description', 'maintenance_note'] as const) {
    if ((runner[name] ?? '').length > 1024) errors[name] = ['is too long (maximum is 1024 characters)'];
  }
  return errors;
}

/** Errors as whole sentences, as the creation by a user words them. */
export function sentences(errors: Readonly<Record<string, readonly string[]>>): string {
  const all = Object.entries(errors).flatMap(([field, texts]) => texts.map((text) => `${humanized(field)} ${text}`));
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

function humanized(field: string): string {
  const words = field.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The complaint when a place has as many live runners as its plan allows; those given up do not count (18.9). */
export function limitError(
  context: RequestContext,
  place: { readonly type: 'group' | 'project'; readonly id: number },
): string | undefined {
  const { state } = context.platform;
  const limit = numberSetting(state.planLimits['default'] ?? {}, `ci_registered_${place.type}_runners`, 1000);
  const live = state.runners.all().filter((runner) => {
    const here = place.type === 'group' ? runner.group_id === place.id : runner.project_ids.includes(place.id);
    return here && !isStale(context, runner);
  });
  if (limit === 0 || live.length < limit) return undefined;
  return `Maximum number of ci registered ${place.type} runners (${limit}) exceeded`;
}

/** A fresh authentication token, with the prefix of those that a user created. */
export function runnerToken(): string {
  return `glrt-${randomBytes(15).toString('base64url')}`;
}

const intervals: Readonly<Record<RunnerRow['runner_type'], string>> = {
  instance_type: 'runner_token_expiration_interval',
  group_type: 'group_runner_token_expiration_interval',
  project_type: 'project_runner_token_expiration_interval',
};

/** When a token that is handed out now ends; null unless the instance limits its life (18.9). */
export function tokenExpiry(context: RequestContext, type: RunnerRow['runner_type']): string | null {
  const seconds = numberSetting(context.platform.state.settings, intervals[type], 0);
  return seconds === 0 ? null : new Date(context.platform.clock.now().getTime() + seconds * 1000).toISOString();
}

/** Gives a runner a new token; the old one is void at once. */
export function resetToken(context: RequestContext, runner: RunnerRow): void {
  context.platform.state.runners.update(runner, {
    token: runnerToken(),
    token_expires_at: tokenExpiry(context, runner.runner_type),
    updated_at: timestamp(context.platform.clock),
  });
}

/** The runner by id; `404 Not found`, with a small f (GET /runners/:id, 18.9). */
export function findRunner(context: RequestContext, id: number): RunnerRow {
  return context.platform.state.runners.get(id) ?? refuse(rowNotFound());
}

/** Removes a runner with its machines. */
export function removeRunner(context: RequestContext, runner: RunnerRow): void {
  const { state } = context.platform;
  for (const manager of [...state.recordsOf(`runner_manager runner:${runner.id}`)]) state.records.remove(manager);
  state.runners.remove(runner);
}
