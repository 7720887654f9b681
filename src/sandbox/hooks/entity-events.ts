import { exists } from '../store/edition.ts';
import type { Availability, Edition } from '../store/edition.ts';
import type { HookRow } from './rows.ts';

type Kind = HookRow['source_type'];

/** A kind of event that a hook can be told of. */
interface HookEvent extends Availability {
  readonly name: string;
  /** The families that know it; the first form is settable, `shown` is only told. */
  readonly on: readonly Kind[];
  readonly shown?: readonly Kind[];
}

const everywhere: readonly Kind[] = ['group', 'project', 'system'];
const below: readonly Kind[] = ['group', 'project'];

/** Every event flag, in the order of the described response (GET /groups/:id/hooks, 18.9). */
const events: readonly HookEvent[] = [
  { name: 'push_events', on: everywhere },
  { name: 'tag_push_events', on: everywhere },
  { name: 'merge_requests_events', on: everywhere },
  { name: 'repository_update_events', on: ['system'], shown: below },
  { name: 'issues_events', on: below },
  { name: 'confidential_issues_events', on: below },
  { name: 'note_events', on: below },
  { name: 'confidential_note_events', on: below },
  { name: 'pipeline_events', on: below },
  { name: 'wiki_page_events', on: below },
  { name: 'job_events', on: below },
  { name: 'deployment_events', on: below },
  { name: 'feature_flag_events', on: below },
  { name: 'releases_events', on: below },
  // Added in the course of 18; 17.11 has none of the three.
  { name: 'milestone_events', on: below, since: '18.0' },
  { name: 'vulnerability_events', on: below, since: '18.0' },
  { name: 'project_events', on: ['group'], since: '18.0' },
  { name: 'subgroup_events', on: ['group'] },
  { name: 'emoji_events', on: below },
  { name: 'resource_access_token_events', on: below },
  { name: 'member_events', on: ['group'] },
];

/** The flags that a family's hooks can be given, of any version. */
export function settableEvents(kind: Kind): readonly (Availability & { readonly name: string })[] {
  return events.filter((event) => event.on.includes(kind));
}

/** The names of the flags that a hook shows in this version. */
export function shownEvents(kind: Kind, edition: Edition): readonly string[] {
  const known = events.filter((event) => event.on.includes(kind) || event.shown?.includes(kind) === true);
  return known.filter((event) => exists(edition, event)).map((event) => event.name);
}

/** What a flag is before anyone says so: pushes are on, but for system hooks repository updates instead (18.9). */
export function defaultFlag(kind: Kind, name: string): boolean | null {
  if (name === 'confidential_note_events') return null;
  return name === (kind === 'system' ? 'repository_update_events' : 'push_events');
}
