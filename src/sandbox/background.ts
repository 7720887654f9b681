import { eraseGroup, eraseProject, eraseUser } from './erase.ts';
import { numberSetting } from './settings.ts';
import type { JobRow } from './rows.ts';
import { expire, sweepDaily } from './sweep.ts';
import type { World } from './world.ts';

const dayLength = 86_400_000;

/** Puts work off until the background has time for it. */
export function schedule(world: World, kind: JobRow['kind'], targetId: number, delay = world.backgroundDelay): void {
  const runAt = new Date(world.clock.now().getTime() + delay).toISOString();
  world.state.jobs.insert({ kind, target_id: targetId, run_at: runAt });
}

/** Puts off the physical delete of what was marked, by the instance's retention period in days. */
export function scheduleAfterRetention(world: World, kind: JobRow['kind'], targetId: number): void {
  schedule(world, kind, targetId, numberSetting(world.state.settings, 'deletion_adjourned_period', 30) * dayLength);
}

/** Takes back what was put off, as a restore does. */
export function unschedule(world: World, kind: JobRow['kind'], targetId: number): void {
  const jobs = world.state.jobs.all().filter((job) => job.kind === kind && job.target_id === targetId);
  for (const job of jobs) world.state.jobs.remove(job);
}

/** Does the work whose time has come; called before each request. */
export function runDue(world: World): void {
  sweepDaily(world);
  const now = world.clock.now().toISOString();
  for (const job of world.state.jobs.all().filter((waiting) => waiting.run_at <= now)) {
    world.state.jobs.remove(job);
    run(world, job);
  }
}

function run(world: World, job: JobRow): void {
  const { state } = world;
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
      if (member !== undefined) expire(world, member, 'removed as a billable member');
      return;
    }
    case 'delete_user': {
      const user = state.users.get(job.target_id);
      if (user !== undefined) eraseUser(state, user);
      return;
    }
  }
}
