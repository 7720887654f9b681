import { eraseGroup, eraseProject, eraseUser } from './erase.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import { advanceMoves, scheduleMoves } from '../snippets/moves.ts';
import type { JobRow } from '../store/rows.ts';
import { expire, sweepDaily } from './sweep.ts';
import type { Platform } from '../store/platform.ts';

const dayLength = 86_400_000;

/** Puts work off until the background has time for it. */
export function schedule(
  platform: Platform,
  kind: JobRow['kind'],
  targetId: number,
  delay = platform.backgroundDelay,
): void {
  const runAt = new Date(platform.clock.now().getTime() + delay).toISOString();
  platform.state.jobs.insert({ kind, target_id: targetId, run_at: runAt });
}

/** Puts off the physical delete of what was marked, by the instance's retention period in days. */
export function scheduleAfterRetention(platform: Platform, kind: JobRow['kind'], targetId: number): void {
  schedule(
    platform,
    kind,
    targetId,
    numberSetting(platform.state.settings, 'deletion_adjourned_period', 30) * dayLength,
  );
}

/** Takes back what was put off, as a restore does. */
export function unschedule(platform: Platform, kind: JobRow['kind'], targetId: number): void {
  const jobs = platform.state.jobs.all().filter((job) => job.kind === kind && job.target_id === targetId);
  for (const job of jobs) platform.state.jobs.remove(job);
}

/** Does the work whose time has come; called before each request. */
export function runDue(platform: Platform): void {
  sweepDaily(platform);
  const now = platform.clock.now().toISOString();
  for (const job of platform.state.jobs.all().filter((waiting) => waiting.run_at <= now)) {
    platform.state.jobs.remove(job);
    run(platform, job);
  }
  advanceMoves(platform);
}

function run(platform: Platform, job: JobRow): void {
  const { state } = platform;
  switch (job.kind) {
    case 'delete_group': {
      const group = state.groups.get(job.target_id);
      if (group !== undefined) eraseGroup(state, group);
      return;
    }
    case 'delete_project': {
      const project = state.projects.get(job.target_id);
      if (project !== undefined) eraseProject(state, project);
      return;
    }
    case 'delete_member': {
      const member = state.members.get(job.target_id);
      if (member !== undefined) expire(platform, member, 'removed as a billable member');
      return;
    }
    case 'delete_user': {
      const user = state.users.get(job.target_id);
      if (user !== undefined) eraseUser(state, user);
      return;
    }
    case 'move_snippets':
      if (job.storages !== undefined) scheduleMoves(platform, job.storages.from, job.storages.to);
      return;
  }
}
