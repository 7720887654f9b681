/** Why the sandbox does not answer as the recorded instance did; there is no other reason. */
export type Reason =
  | 'needs git storage'
  | 'another configuration of that instance'
  | 'a fault of the platform'
  | 'an endpoint of the rest of the platform'
  | 'out of scope';

/** Departures that are right as they are: of an endpoint, in what, and why. */
export interface Explanation {
  /** The recording, or several; all of them where it is absent. */
  readonly recordings?: readonly string[];
  /** Method and path, as `PUT /groups/:id`. */
  readonly endpoint: string | RegExp;
  readonly what: string | RegExp;
  readonly reason: Reason;
  readonly because: string;
}

/** What the kinds of the rest of the platform are to bring, with its endpoints. */
const TO_COME: readonly (readonly [string, string | RegExp])[] = [
  ['moves of projects', 'GET /projects/:id/transfer_locations'],
];

/** What no kind has to do with. */
const OUT_OF_SCOPE: readonly (readonly [string, string | RegExp])[] = [
  ['planning', /^\w+ \/(groups|projects)\/:id\/(labels|milestones|epics|issues|badges|wikis)$/],
  ['deployments', /^GET \/(groups|projects)\/:id\/(protected_environments|environments|freeze_periods)$/],
  ['merge requests', /^GET \/projects\/:id\/(approval_rules|approvals|external_status_checks)$/],
  ['pipelines', /^GET (\/projects\/:id\/(job_token_scope|pipeline_schedules)|\/job)$/],
  ['packages', /^GET \/projects\/:id\/(packages|registry\/repositories|releases|pages|pages_access)$/],
  ['feature flags', /^GET (\/projects\/:id\/feature_flags|\/feature_flags\/unleash\/:id|\/features)$/],
  ['mirrors and scans', /^GET \/projects\/:id\/(remote_mirrors|security_settings)$/],
  ['activity', /^GET (\/(users|projects)\/:id)?\/events$/],
  ['people', /^GET (\/users\/:id\/(contributed_projects|support_pin)|\/avatar|\/user_counts|\/keys\/:id)$/],
  ['certificates and claimed people', /^GET \/groups\/:id\/(ssh_certificates|enterprise_users)$/],
  ['how the instance looks', /^GET \/(application\/(appearance|statistics)|broadcast_messages|topics)$/],
  ['how the instance runs', /^GET \/(sidekiq\/queue_metrics|usage_data\/service_ping|geo_nodes|admin\/clusters)$/],
  ['applications and texts', /^GET \/(applications|templates\/licenses|licenses)$/],
  ['what GitLab.com sells', /^GET \/namespaces\/(:id\/gitlab_subscription|storage\/limit_exclusions)$/],
];

/** The departures from the recordings that stay. Each is needed: a test fails on one that nothing departs in any more. */
export const EXPLAINED: readonly Explanation[] = [
  ...TO_COME.map(([what, endpoint]) => absent(endpoint, 'an endpoint of the rest of the platform', what)),
  ...OUT_OF_SCOPE.map(([what, endpoint]) => absent(endpoint, 'out of scope', what)),
  {
    recordings: ['free', 'kinds', 'premium'],
    endpoint: 'GET /personal_access_tokens/self',
    what: /^\.(expires_at is string, here null|name is "test", here "root"|scopes has 3 entries, here 6)$/,
    reason: 'another configuration of that instance',
    because: "the administrator's token was called test, ended, and had three scopes",
  },
  eventsToCome('GET /groups/:id/audit_events', /^(\[\]\.(event_name|details)|header x-total)/),
  eventsToCome('GET /projects/:id/audit_events', /^header x-total/),
  {
    ...{ endpoint: 'POST /projects', what: /^\.message\.(base is missing|namespace is too much)$/ },
    reason: 'a fault of the platform',
    because: "a namespace that is not there is told in the words of a program's error",
  },
  ...['POST /projects', 'GET /groups/:id/projects'].map((endpoint): Explanation => ({
    endpoint,
    what: /^(\[\])?\.(empty_repo|readme_url|repository_object_format|import_status) is /,
    reason: 'needs git storage',
    because: 'a first file and the import of a template do',
  })),
  {
    ...{ recordings: ['free', 'kinds', 'premium'], endpoint: 'GET /users' },
    what: /^(the list has \d+ entries, here \d+|\[\]\.(name|state) is "(\*{4}|blocked)", here .*)$/,
    reason: 'another configuration of that instance',
    because: 'the job that deletes those who are to go did not run: bots of tokens that failed are blocked until then',
  },
  {
    recordings: ['settings'],
    endpoint: 'PUT /application/settings',
    what: /^\.message\.(help_page_documentation_base_url|public_runner_releases_url) is missing$/,
    reason: 'another configuration of that instance',
    because: 'it could resolve no host',
  },
  ...[
    ['.archive_builds_in_human_readable is string, here null', 'what was not stored is shown until another change'],
    [/^\.ci_cd_catalog_projects_allowlist(_raw)? (has 1 entries|is ".example")/, 'a text for the list is cut at its x'],
  ].map(([what = '', because]): Explanation => ({
    ...{ recordings: ['settings'], endpoint: 'PUT /application/settings', what },
    reason: 'a fault of the platform',
    because: String(because),
  })),
  {
    ...{ recordings: ['graphql'], endpoint: 'POST /graphql', what: /^\.errors\[\]\.locations\[\]\.column is / },
    reason: 'another configuration of that instance',
    because: 'its ids were longer',
  },
  {
    ...{ recordings: ['graphql'], endpoint: 'POST /graphql', what: / \(Did you mean `note`\?\)", here / },
    reason: 'out of scope',
    because: 'notes are not spoken of',
  },
  {
    recordings: ['graphql'],
    endpoint: 'POST /graphql',
    what: /^\.(data is missing|errors is too much|errors has 1 entries, here 2)$/,
    reason: 'an endpoint of the rest of the platform',
    because: 'variables by GraphQL, beside webhooks and rules of branches',
  },
  ...[
    /^\.data\.(groups|runners|(groups\.nodes\[\]\.)?memberRoles)\.nodes has \d+ entries, here \d+$/,
    '.data.groups.pageInfo.hasNextPage is true, here false',
    /^\.data\.groups\.nodes\[\]\.fullPath is "(apps|security\/assurance)", here /,
  ].map((what): Explanation => ({
    ...{ recordings: ['graphql'], endpoint: 'POST /graphql', what },
    reason: 'another configuration of that instance',
    because: 'other groups, runners and roles were there before',
  })),
];

/** Events in a place's list of changes through endpoints that are to come. */
function eventsToCome(endpoint: string, what: RegExp): Explanation {
  return {
    ...{ recordings: ['kinds', 'premium', 'permissions'], endpoint, what },
    reason: 'an endpoint of the rest of the platform',
    because: 'variables, deploy tokens, push rules and protected tags leave events, too',
  };
}

/** An endpoint that the sandbox does not have: it is 404 whatever is asked of it, in words of its own. */
function absent(endpoint: string | RegExp, reason: Reason, because: string): Explanation {
  return {
    endpoint,
    what: /^(is not there|\.error is too much|\.error is "Project not found", here .*|\.message is missing)$/,
    reason,
    because,
  };
}

/** Whether an explanation is of this departure. */
export function explains(
  { recordings, endpoint, what }: Explanation,
  recording: string,
  where: string,
  line: string,
): boolean {
  return (recordings?.includes(recording) ?? true) && fits(endpoint, where) && fits(what, line);
}

function fits(pattern: string | RegExp, text: string): boolean {
  return typeof pattern === 'string' ? pattern === text : pattern.test(text);
}
