import type { Explanation } from './explanation.ts';
import { answersInFull } from './full-project.ts';

/** The departures of projects, imports and snippets that are right as they are (18.9). */
export const projectsDepartures: readonly Explanation[] = [
  {
    where: /^GET \/projects\/:n\/invited_groups$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; recorded/kinds.jsonl answers it.',
  },
  {
    where: /^GET \/projects\/:n\/share_locations$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; recorded/permissions.jsonl answers it.',
  },
  {
    where: /^POST \/import\//,
    what: /^(answers with "(human_import_status_name|import_source|import_status|import_warning|provider_link|relation_type)", which|sends "target_namespace")/,
    source:
      'Answered with the project of the import, of which the description shows the short form (import_github_spec.rb).',
  },
  {
    where: /^POST (\/projects\/\{id\})?\/snippets$/,
    what: /^leaves out required "file_name"/,
    source: 'Demanded beside `content` alone; with `files` it is left out (snippets_spec.rb).',
  },
  {
    where: /^GET \/(projects|users\/\{user_id\}\/projects)$/,
    what: answersInFull,
    source:
      'Who is signed in is shown the project in full; the description names what strangers see (projects_spec.rb).',
  },
  {
    where: /^GET \/projects\/:n\/(services|import|jobs\/.*)$/,
    what: /^no such endpoint/,
    source:
      'Left out, or described by a path with one segment where there may be several (integrations_spec.rb, job_artifacts_spec.rb).',
  },
  {
    where: /^GET \/projects\/\{id\}(\/|$)/,
    what: /^answers 301/,
    source:
      'A project that has moved is answered with where it went, whatever of it is asked for (projects_spec.rb, redirect; files_spec.rb).',
  },
  {
    where: /^(POST \/projects\/:n\/fork(\/:n)?|DELETE \/projects\/:n\/fork)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/projects.rb.',
  },
  {
    where: /^POST \/projects\/(:n\/(housekeeping|star|unstar)|user\/:n)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/projects.rb.',
  },
  {
    where: /^GET \/projects\/:n\/(forks|groups|invited_groups|languages|starrers|storage|users)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/projects.rb.',
  },
  {
    where: /^POST \/projects\/(import|import-relation|remote-import|remote-import-s3)$/,
    what: /^no such verb on \/projects\/\{id\}/,
    source: 'Left out of the description; lib/api/project_import.rb (project_import_spec.rb).',
  },
  {
    where: /^GET \/projects\/(:n\/relation-imports|owner%2Ftest-import\/import)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/project_import.rb (project_import_spec.rb).',
  },
  {
    where: /^GET \/users\/\{user_id\}\/starred_projects$/,
    what: answersInFull,
    source:
      'Who is signed in is shown the project in full; the description names what strangers see (lib/api/projects.rb, present_projects).',
  },
  {
    where: /^GET \/projects$/,
    what: /^"id_(after|before)" wants integer, has ""/,
    source: 'A blank number is none (projects_spec.rb, “regression: empty string is ignored”).',
  },
  {
    where: /^GET \/projects$/,
    what: /^sends "license"/,
    source: 'Declared for a single project; a test sends it to see it dropped (lib/api/projects.rb, GET :id).',
  },
  {
    where: /^PUT \/projects\/\{id\}$/,
    what: /^"(tag_list|topics)" wants array/,
    source: 'A text is a comma list (projects_helpers.rb, CommaSeparatedToArray).',
  },
  {
    where: /^GET \/snippets\/\{id\}\/repository_storage_moves$/,
    what: /^sends "snippet_id"/,
    source:
      'Gitbeaker sends the number of the path once more; not declared, so dropped (lib/api/snippet_repository_storage_moves.rb).',
  },
  {
    where: /^(GET|POST) \/bulk_imports$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/bulk_imports.rb.',
  },
  {
    where: /^(GET \/bulk_imports\/(entities|:n(\/entities(\/:n(\/failures)?)?)?)|POST \/bulk_imports\/:n\/cancel)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/bulk_imports.rb.',
  },
  {
    where: /^(GET|POST|PUT|DELETE) \/projects\/[^/]+\/push_rule$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; recorded/kinds.jsonl answers it (push rules of a project).',
  },
  {
    where: /^(GET|POST|PATCH|DELETE) \/projects\/[^/]+\/protected_(branches|tags)(\/[^/]+)?$/,
    what: /^no such endpoint/,
    source:
      'Left out of the description; recorded/kinds.jsonl answers them (protected branches and tags of a project).',
  },
];
