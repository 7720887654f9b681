import type { PropertySchema } from '../kind.ts';

/** What the flags of hooks and integrations are about, as GitLab names them. */
const EVENTS = {
  alert_events: 'new alerts',
  commit_events: 'commits and merge requests that mention an issue',
  confidential_issues_events: 'changes of confidential issues',
  confidential_note_events: 'comments on what is confidential, and internal notes',
  confidential_work_item_events: 'changes of confidential work items',
  deployment_events: 'deployments',
  emoji_events: 'emoji reactions',
  feature_flag_events: 'feature flags that are turned on or off',
  incident_events: 'changes of incidents',
  issues_events: 'changes of issues',
  job_events: 'changes of the state of jobs',
  member_events: 'members who come, change or go',
  merge_requests_events: 'changes of merge requests',
  milestone_events: 'changes of milestones',
  note_events: 'comments',
  pipeline_events: 'changes of the state of pipelines',
  project_events: 'projects of the group that come or go',
  push_events: 'pushes to branches',
  releases_events: 'releases',
  repository_update_events: 'changes of repositories, once for each push',
  resource_access_token_events: 'access tokens of the group or project that are about to expire',
  subgroup_events: 'subgroups that come or go',
  tag_push_events: 'pushed tags',
  vulnerability_events: 'vulnerabilities',
  wiki_page_events: 'changes of wiki pages',
  work_item_events: 'changes of work items',
} as const;

export type EventFlag = keyof typeof EVENTS;

/** The schema of a flag that says whether somebody is told of something. */
export function eventSchema(flag: EventFlag): PropertySchema & { readonly type: 'boolean' } {
  return { type: 'boolean', description: `Whether it is told of ${EVENTS[flag]}.` };
}

/** Whether a flag is one of them. */
export function isEventFlag(name: string): name is EventFlag {
  return Object.hasOwn(EVENTS, name);
}
