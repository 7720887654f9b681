/** One way in which the traffic of the tests departs from GitLab's generated description, and why that is right. */
export interface Explanation {
  /** The endpoint, as `VERB /path/{parameter}`. */
  readonly where: RegExp;
  /** What the traffic does there. */
  readonly what: RegExp;
  /** Where it is seen that the platform does so. */
  readonly source: string;
}

/** The departures of the recorded traffic from GitLab's description of its API that are right as they are (18.9). */
export const explainedDepartures: readonly Explanation[] = [
  {
    where: /^(POST|PUT) \/groups(\/\{id\}(\/(un)?archive|\/restore|\/transfer|\/share)?)?$/,
    what: /^answers with "\w+", which the entity does not have/,
    source:
      'A change of a group is answered with the group by itself, projects and all; the description names the short form (groups_spec.rb, PUT /groups/:id).',
  },
  {
    where: /^GET \/users?(\/\{id\})?$/,
    what: /^answers with "\w+", which the entity does not have/,
    source:
      'Administrators are shown more; the description names what everybody sees (users_spec.rb, schema public_api/v4/user/admin).',
  },
  {
    where: /^(POST|PUT) \/users(\/\{id\})?$/,
    what: /^answers with "email_reset_offered_at"/,
    source: 'A field of the administrator’s view that the description lacks (users_spec.rb, GET /users as an admin).',
  },
  {
    where: /^POST \/projects\/\{id\}\/repository\/commits$/,
    what: /^(sends "\w+", which|leaves out required "file"|answers 201)/,
    source:
      'The body is described as one file; its parameters are declared by the validator of the endpoint (commits_spec.rb, 201).',
  },
  {
    where: /^POST \/projects\/\{id\}\/repository\/commits\/\{sha\}\/(cherry_pick|revert|comments)$/,
    what: /^(answers 201|answers with "dry_run"|leaves out required "line)/,
    source:
      'What is made is answered with 201; a dry run has an answer of its own; a comment may stand on no line (commits_spec.rb).',
  },
  {
    where: /^GET \/projects\/\{id\}\/repository\/commits$/,
    what: /^answers with "stats"/,
    source: 'Asked for by with_stats (commits_spec.rb, GET /projects/:id/repository/commits).',
  },
  {
    where: /^POST \/(groups|projects)\/\{id\}\/access_tokens\/(\{token_id\}|self)\/rotate$/,
    what: /^answers 200/,
    source: 'A rotation answers 200 (resource_access_tokens_spec.rb).',
  },
  {
    where: /^POST \/(groups|projects)\/\{id\}\/(invitations|members)$/,
    what: /^("(email|user_id)" wants array|answers with "(status|message|queued_users)")/,
    source:
      'A text is a comma list; several at once are answered with a status (invitations_spec.rb, members_spec.rb).',
  },
  {
    where: /^POST \/import\//,
    what: /^(answers with "\w+", which|sends "target_namespace")/,
    source:
      'Answered with the project of the import, of which the description shows the short form (import_github_spec.rb).',
  },
  {
    where: /^(POST|PUT) \/projects\/\{id\}\/merge_requests/,
    what: /^"(add_|remove_)?labels" wants array/,
    source: 'Labels are a comma list (merge_requests_spec.rb).',
  },
  {
    where: /^GET \/(projects\/\{id\}\/)?merge_requests$/,
    what: /^("not" wants|"state" is "")/,
    source:
      'A hash in a query, of which the checker sees one value; a blank enumeration is as good as absent (merge_requests_spec.rb).',
  },
  {
    where: /^POST \/projects\/\{id\}\/merge_requests\/\{merge_request_iid\}\/pipelines$/,
    what: /^answers 20[02]/,
    source: 'The pipeline with 200, or 202 when it is made in the background (merge_requests_spec.rb).',
  },
  {
    where: /^POST \/projects\/\{id\}\/(jobs\/\{job_id\}\/artifacts\/keep|pipelines\/\{pipeline_id\}\/cancel)$/,
    what: /^answers 200/,
    source: 'These verbs answer 200 (job_artifacts_spec.rb, pipelines_spec.rb).',
  },
  {
    where: /^POST \/projects\/\{id\}\/jobs\/\{job_id\}\//,
    what: /^answers with "\w+", which the entity does not have/,
    source: 'Answered with the job, of which the description shows the short form (jobs_spec.rb).',
  },
  {
    where: /^GET \/projects\/\{id\}\/pipelines$/,
    what: /^answers with "name"/,
    source: 'The list shows the names of pipelines (pipelines_spec.rb, filter by name).',
  },
  {
    where: /^POST (\/projects\/\{id\})?\/snippets$/,
    what: /^leaves out required "file_name"/,
    source: 'Demanded beside `content` alone; with `files` it is left out (snippets_spec.rb).',
  },
  {
    where: /^DELETE \/(groups|projects)\/\{id\}$/,
    what: /^(sends "(full_path|permanently_remove)"|answers 202)/,
    source: 'A deletion for good takes both; the answer is 202 (groups_spec.rb, DELETE /groups/:id).',
  },
  {
    where: /^DELETE \/groups\/\{id\}\/members\/\{user_id\}\/override$/,
    what: /^answers 200/,
    source: 'Answers 200 with the member (ee/members_spec.rb, DELETE override).',
  },
  {
    where: /^PATCH \/users\/\{id\}\/disable_two_factor$/,
    what: /^answers 204/,
    source: 'users_spec.rb, PATCH /users/:id/disable_two_factor.',
  },
  {
    where: /^POST \/users?(\/\{id\})?\/gpg_keys\/\{key_id\}\/revoke$/,
    what: /^answers 202/,
    source: 'users_spec.rb, POST /user/gpg_keys/:key_id/revoke.',
  },
  {
    where: /^PUT \/(groups|projects)\/\{id\}\/(integrations|services)\/[a-z-]+$/,
    what: /^(answers with "properties"|sends "(nonsense|notify_only_default_branch)")/,
    source:
      'A single integration shows its properties (integrations_spec.rb); a test sends what is dropped in silence.',
  },
  {
    where: /^POST \/(groups\/\{id\}\/|projects\/\{id\}\/)?hooks$/,
    what: /^sends "(repository_update_events|subgroup_events|custom_webhook_template)"/,
    source: 'Tests send what a family of hooks does not take, to see it dropped in silence (group_hooks.rb, 18.9).',
  },
  {
    where: /^PUT \/(application\/settings|groups\/\{id\})$/,
    what: /^"\w+" wants (string|boolean), has/,
    source:
      'The description types switches and lists as texts; a text of a switch is one (settings_spec.rb, groups_spec.rb).',
  },
  {
    where: /^PUT \/user\/avatar$/,
    what: /^leaves out required "avatar"/,
    source: 'Sent as a multipart form, which the checker does not read.',
  },
  {
    where: /^(GET|PUT|DELETE) \/(groups|projects|users)\/:n\/custom_attributes/,
    what: /^no such endpoint/,
    source: 'Left out of the description; custom_attributes_endpoints_shared_examples.rb.',
  },
  {
    where: /^GET \/(projects|users\/\{user_id\}\/projects)$/,
    what: /^answers with "\w+", which the entity does not have/,
    source:
      'Who is signed in is shown the project in full; the description names what strangers see (projects_spec.rb).',
  },
  {
    where: /^GET \/audit_events$/,
    what: /^leaves out required "entity_type"/,
    source: 'Demanded beside `entity_id` alone (ee/audit_events_spec.rb, 400 response).',
  },
  {
    where: /^GET \/projects\/\{id\}\/repository\/files\/\{file_path\}\/blame$/,
    what: /^leaves out required "range/,
    source: 'Demanded inside `range`, which is optional (files_spec.rb, blame).',
  },
  {
    where: /^GET \/projects\/\{id\}\/repository\/branches\/\{branch\}$/,
    what: /^answers 204/,
    source: 'The answer to HEAD (branches_spec.rb).',
  },
  {
    where: /^(GET|DELETE) \/projects\/:n\/repository\/(merged_branches|tags\/|archive\.)/,
    what: /^no such endpoint/,
    source:
      'Left out of the description, or its format with it (branches_spec.rb, tags_spec.rb, repositories_spec.rb).',
  },
  {
    where: /^GET \/groups\/:n\/(invited_groups|transfer_locations)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; groups_spec.rb.',
  },
  {
    where: /^GET \/projects\/:n\/(services|import|jobs\/.*)$/,
    what: /^no such endpoint/,
    source:
      'Left out, or described by a path with one segment where there may be several (integrations_spec.rb, job_artifacts_spec.rb).',
  },
  {
    where: /^PUT \/projects\/:n\/merge_requests\/:n\/rebase$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; merge_requests_spec.rb.',
  },
  {
    where: /^POST \/(groups|personal_access_tokens\/\{id\}\/rotate|groups\/\{id\}\/ldap_sync|users\/\{id\}\/reject)$/,
    what: /^(answers 20[02]|sends "visibillity")/,
    source:
      'Rotation and reject answer 200, a sync 202; a test sends a misspelt name, which is dropped (personal_access_tokens_spec.rb, users_spec.rb).',
  },
  {
    where: /^DELETE \/projects\/\{id\}\/error_tracking\/client_keys\/\{key_id\}$/,
    what: /^answers 200/,
    source: 'Answers 200 with the key that is gone (error_tracking/client_keys_spec.rb).',
  },
  {
    where: /^GET \/personal_access_tokens\/self\/associations$/,
    what: /^answers with "(groups|projects)"/,
    source: 'Answers with both lists (personal_access_tokens/self_information_spec.rb).',
  },
  {
    where: /^GET \/projects\/\{id\}$/,
    what: /^answers 301/,
    source: 'A project that has moved is answered with where it went (projects_spec.rb, redirect).',
  },
  {
    where: /^POST \/projects\/:n\/(ref\/|trigger\/|repository\/tags)/,
    what: /^no such endpoint/,
    source: 'Left out of the description; ci/triggers_spec.rb, tags_spec.rb.',
  },
  {
    where: /^POST \/projects\/\{id\}\/merge_requests\/\{noteable_id\}\/notes$/,
    what: /^answers 202/,
    source: 'Quick actions alone leave no note: 202 (notes_spec.rb).',
  },
  {
    where: /^(POST|PUT) \/projects\/\{id\}\/(repository\/(changelog|files\/\{file_path\})|terraform\/state\/\{name\})$/,
    what: /^(leaves out required "file"|sends "\w+", which)/,
    source:
      'The body is described as one file, or not at all (files_spec.rb, terraform/state_spec.rb, repositories_spec.rb).',
  },
  {
    where: /^POST \/(runners\/verify|user\/runners)$/,
    what: /^(sends "info"|leaves out required "(group|project)_id")/,
    source:
      'Demanded of their runner type alone; a runner tells of itself when it verifies (user_runners_spec.rb, runners_verify_post_spec.rb).',
  },
  {
    where: /^PUT \/(application\/plan_limits|application\/settings)$/,
    what: /^(sends "golang_max_file_size"|"\w+" wants array, has)/,
    source:
      'A test sends what is not declared, to see it dropped; a text is a comma list (plan_limits_spec.rb, settings_spec.rb).',
  },
  {
    where: /^PUT \/((groups|projects)\/\{id\}\/)?hooks\/\{hook_id\}\/(custom_headers|url_variables)\/\{key\}$/,
    what: /^answers 204/,
    source: 'hooks_shared_examples.rb, PUT custom_headers and url_variables.',
  },
  {
    where: /^PUT \/runners\/\{id\}$/,
    what: /^"(locked|run_untagged)" wants boolean/,
    source: 'The words of a switch are taken as one (ci/runners_spec.rb, PUT).',
  },
  {
    where: /^GET \/groups\/\{id\}\/billable_members$/,
    what: /^answers with "\w+", which the entity does not have/,
    source: 'The description names the user alone (ee/members_spec.rb, billable member endpoints).',
  },
  {
    where: /^GET \/(groups|users)$/,
    what: /^"custom_attributes" wants object/,
    source: 'A hash in a query, of which the checker sees one value (custom_attributes_endpoints_shared_examples.rb).',
  },
  {
    where: /^(POST|PUT) \/groups\/\{id\}\/members(\/(approve_all|\{user_id\}|\{member_id\}\/approve))?$/,
    what: /^answers 20[24]/,
    source: 'Approvals answer 204; a promotion that waits for an administrator 202 (ee/members_spec.rb).',
  },
  {
    where: /^POST \/groups\/\{id\}\/service_accounts\/\{user_id\}\/personal_access_tokens\/\{token_id\}\/rotate$/,
    what: /^answers 200/,
    source: 'A rotation answers 200 (ee/group_service_accounts_spec.rb).',
  },
  {
    where: /^POST \/(groups|user\/runners)$/,
    what: /^(leaves out required "(name|path)"|"tag_list" wants array)/,
    source: 'Sent as a form, which the checker does not read; a text is a comma list (user_runners_spec.rb).',
  },
  {
    where: /^PUT \/application\/(settings|plan_limits)$/,
    what: /^("\w+" wants integer, has|answers with "\w+", which the entity does not have|sends "(mcp_server_enabled|no_such_setting)")/,
    source:
      'Numbers may come as texts; a sandbox of a newer version knows settings that the description of 18.9 does not (settings_spec.rb).',
  },
  {
    where: /^POST \/member_roles$/,
    what: /^sends "read_what_nobody_knows"/,
    source:
      'A permission that no version has, declared on purpose so that GitLab refuses it (test/apply/independence.test.ts).',
  },
];
