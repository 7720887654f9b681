import { answersWith } from './answers-with.ts';
import type { Explanation } from './explanation.ts';

/** The departures of pipelines, jobs and runners that are right as they are (18.9). */
export const pipelinesDepartures: readonly Explanation[] = [
  {
    where: /^POST \/projects\/\{id\}\/(jobs\/\{job_id\}\/artifacts\/keep|pipelines\/\{pipeline_id\}\/cancel)$/,
    what: /^answers 200/,
    source: 'These verbs answer 200 (job_artifacts_spec.rb, pipelines_spec.rb).',
  },
  {
    where: /^POST \/projects\/\{id\}\/jobs\/\{job_id\}\//,
    what: answersWith(
      ...['archived', 'artifacts', 'artifacts_expire_at', 'downstream_pipeline'],
      ...['runner', 'runner_manager', 'tag_list'],
    ),
    source: 'Answered with the job, of which the description shows the short form (jobs_spec.rb).',
  },
  {
    where: /^GET \/projects\/\{id\}\/pipelines$/,
    what: /^answers with "name"/,
    source: 'The list shows the names of pipelines (pipelines_spec.rb, filter by name).',
  },
  {
    where: /^POST \/projects\/:n\/(ref\/|trigger\/|repository\/tags)/,
    what: /^no such endpoint/,
    source: 'Left out of the description; ci/triggers_spec.rb, tags_spec.rb.',
  },
  {
    where: /^POST \/(runners\/verify|user\/runners)$/,
    what: /^(sends "info"|leaves out required "(group|project)_id")/,
    source:
      'Demanded of their runner type alone; a runner tells of itself when it verifies (user_runners_spec.rb, runners_verify_post_spec.rb).',
  },
  {
    where: /^PUT \/runners\/\{id\}$/,
    what: /^"(locked|run_untagged)" wants boolean/,
    source: 'The words of a switch are taken as one (ci/runners_spec.rb, PUT).',
  },
  {
    where: /^((GET|POST) \/projects\/:n\/triggers|(GET|PUT|DELETE) \/projects\/:n\/triggers\/(:n|-5))$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/ci/triggers.rb.',
  },
  {
    where: /^POST \/runners$/,
    what: /^"tag_list" wants array/,
    source: 'A text is a comma list (lib/api/ci/runner.rb, CommaSeparatedToArray).',
  },
  {
    where: /^POST \/projects\/:n\/statuses\/[^/]+$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/commit_statuses.rb.',
  },
];
