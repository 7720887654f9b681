import type { Explanation } from './explanation.ts';

/** The departures of merge requests and what is said of them that are right as they are (18.9). */
export const mergeRequestsDepartures: readonly Explanation[] = [
  {
    where: /^(POST|PUT) \/projects\/\{id\}\/merge_requests\/\{noteable_id\}\/notes(\/\{note_id\})?$/,
    what: /^leaves out required "body"/,
    source:
      'The pipelines of examples/ci send it as a form, by curl, which the platform takes; the checker reads JSON.',
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
    where: /^PUT \/projects\/:n\/merge_requests\/:n\/rebase$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; merge_requests_spec.rb.',
  },
  {
    where: /^POST \/projects\/\{id\}\/merge_requests\/\{noteable_id\}\/notes$/,
    what: /^answers 202/,
    source: 'Quick actions alone leave no note: 202 (notes_spec.rb).',
  },
  {
    where: /^GET \/groups\/:n\/merge_requests$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/merge_requests.rb.',
  },
  {
    where:
      /^GET \/projects\/:n\/merge_requests\/:n\/(changes|closes_issues|commits|diffs|merge_ref|participants|reviewers)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/merge_requests.rb.',
  },
  {
    where: /^POST \/projects\/:n\/merge_requests\/:n\/cancel_merge_when_pipeline_succeeds$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/merge_requests.rb.',
  },
  {
    where:
      /^(GET \/projects\/:n\/merge_requests\/:n\/time_stats|POST \/projects\/:n\/merge_requests\/:n\/((add|reset)_spent_time|(reset_)?time_estimate))$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/time_tracking_endpoints.rb.',
  },
  {
    where: /^POST \/projects\/:n\/merge_requests\/:n\/(un)?subscribe$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/subscriptions.rb.',
  },
  {
    where: /^(GET|POST) \/projects\/:n\/merge_requests\/:n\/discussions(\/[^/]+\/notes)?$/,
    what: /^no such endpoint/,
    source: 'Described for snippets and commits alone; lib/api/discussions.rb makes them for all.',
  },
  {
    where: /^(GET|PUT) \/projects\/:n\/merge_requests\/:n\/discussions\/[^/]+$/,
    what: /^no such endpoint/,
    source: 'Described for snippets and commits alone; lib/api/discussions.rb makes them for all.',
  },
  {
    where: /^(GET|PUT|DELETE) \/projects\/:n\/merge_requests\/:n\/discussions\/[^/]+\/notes\/:n$/,
    what: /^no such endpoint/,
    source: 'Described for snippets and commits alone; lib/api/discussions.rb makes them for all.',
  },
  {
    where: /^PUT \/projects\/\{id\}\/merge_requests\/\{merge_request_iid\}$/,
    what: /^"assignee_id" wants integer, has ""/,
    source: 'A blank number is nobody (merge_requests_spec.rb, PUT).',
  },
];
