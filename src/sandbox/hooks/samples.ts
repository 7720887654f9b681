import { descendantsOf } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { openRepository } from '../git/repository.ts';
import type { JsonObject } from '../store/json.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { State } from '../store/state.ts';
import type { HookOwner } from './owner.ts';

/** Where an example of an event is taken from, and what is said where there is none. */
interface Example {
  readonly none: string;
  readonly found: (state: State, project: ProjectRow) => boolean;
}

const never = (): boolean => false;
const always = (): boolean => true;

/** Pushes have an example even without a commit, and an expiring token is made up. */
const madeUp: Example = { none: '', found: always };

const unavailable: Example = { none: 'Testing not available for this hook', found: never };
const issues: Example = { none: 'Ensure the project has issues.', found: never };
const notes: Example = {
  none: 'Ensure the project has notes.',
  found: ({ tables }, project) => tables.notes.all().some((note) => note.project_id === project.id),
};

/** What a project must have before an event of a kind can be shown by example (POST …/hooks/:hook_id/test/:trigger, 18.9). */
const examples: Readonly<Record<string, Example>> = {
  push_events: madeUp,
  tag_push_events: madeUp,
  issues_events: issues,
  confidential_issues_events: issues,
  note_events: notes,
  confidential_note_events: unavailable,
  merge_requests_events: {
    none: 'Ensure the project has merge requests.',
    found: (state, project) => state.mergeRequestsOf(project.id).length > 0,
  },
  job_events: {
    none: 'Ensure the project has CI jobs.',
    found: (state, project) => state.pipelinesOf(project.id).some((one) => state.ciJobsOf(one.id).length > 0),
  },
  pipeline_events: {
    none: 'Ensure the project has CI pipelines.',
    found: (state, project) => state.pipelinesOf(project.id).length > 0,
  },
  wiki_page_events: { none: 'Ensure the wiki is enabled and has pages.', found: never },
  deployment_events: unavailable,
  feature_flag_events: unavailable,
  releases_events: { none: 'Ensure the project has releases.', found: never },
  milestone_events: { none: 'Ensure the project has milestones.', found: never },
  emoji_events: notes,
  resource_access_token_events: madeUp,
  vulnerability_events: { none: 'Ensure the project has vulnerabilities.', found: never },
};

/** The triggers that can be named. */
export const testable: readonly string[] = Object.keys(examples);

/** An example of an event, or why there can be none: of issues, wikis, releases and the like the sandbox holds nothing. */
export function samplePayload(context: RequestContext, owner: HookOwner, trigger: string): JsonObject | string {
  const project = exampleProject(context, owner);
  if (project === undefined) return 'Ensure the group has a project with commits.';
  const example = examples[trigger] ?? unavailable;
  if (!example.found(context.platform.state, project)) return example.none;
  return {
    object_kind: trigger.replace(/_events$/, ''),
    project: { id: project.id, name: project.name, path_with_namespace: project.full_path },
    user_id: context.user?.id ?? null,
  };
}

/** A group stands for its first project with commits. */
function exampleProject(context: RequestContext, owner: HookOwner): ProjectRow | undefined {
  if (owner.type === 'system') return undefined;
  if (owner.type === 'project') return owner.row;
  const { state } = context.platform;
  const groups = [owner.row, ...descendantsOf(state, owner.row)];
  return groups.flatMap((group) => state.projectsByGroup(group.id)).find((project) => hasCommits(context, project));
}

function hasCommits(context: RequestContext, project: ProjectRow): boolean {
  return !openRepository(context.platform.state, project.id).empty();
}
