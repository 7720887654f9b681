import { descendantsOf } from '../access.ts';
import type { Call } from '../call.ts';
import { openRepository } from '../git/repository.ts';
import type { JsonObject } from '../json.ts';
import type { ProjectRow } from '../rows.ts';
import type { HookOwner } from './hook-owner.ts';

const unavailable = 'Testing not available for this hook';

/** What a project must have before an event of a kind can be shown by example (POST …/hooks/:hook_id/test/:trigger, 18.9). */
const needs: Readonly<Record<string, string>> = {
  push_events: 'Ensure the project has at least one commit.',
  tag_push_events: 'Ensure the project has at least one commit.',
  issues_events: 'Ensure the project has issues.',
  confidential_issues_events: 'Ensure the project has issues.',
  note_events: 'Ensure the project has notes.',
  confidential_note_events: unavailable,
  merge_requests_events: 'Ensure the project has merge requests.',
  job_events: 'Ensure the project has CI jobs.',
  pipeline_events: 'Ensure the project has CI pipelines.',
  wiki_page_events: 'Ensure the wiki is enabled and has pages.',
  deployment_events: unavailable,
  feature_flag_events: unavailable,
  releases_events: 'Ensure the project has releases.',
  milestone_events: 'Ensure the project has milestones.',
  emoji_events: 'Ensure the project has notes.',
  resource_access_token_events: '',
};

/** The triggers that can be named. */
export const testable: readonly string[] = Object.keys(needs);

/** An example of an event, or why there can be none: pushes need a commit, and of the rest the sandbox holds nothing. */
export function samplePayload(call: Call, owner: HookOwner, trigger: string): JsonObject | string {
  const project = exampleProject(call, owner);
  if (project === undefined) return 'Ensure the group has a project with commits.';
  const pushes = trigger === 'push_events' || trigger === 'tag_push_events';
  const possible = pushes ? hasCommits(call, project) : trigger === 'resource_access_token_events';
  if (!possible) return needs[trigger] ?? unavailable;
  return {
    object_kind: trigger.replace(/_events$/, ''),
    project: { id: project.id, name: project.name, path_with_namespace: project.full_path },
    user_id: call.user?.id ?? null,
  };
}

/** A group stands for its first project with commits. */
function exampleProject(call: Call, owner: HookOwner): ProjectRow | undefined {
  if (owner.type === 'system') return undefined;
  if (owner.type === 'project') return owner.row;
  const { state } = call.world;
  const groups = [owner.row, ...descendantsOf(state, owner.row)];
  return groups.flatMap((group) => state.projectsByGroup(group.id)).find((project) => hasCommits(call, project));
}

function hasCommits(call: Call, project: ProjectRow): boolean {
  return !openRepository(call.world.state, project.id).empty();
}
