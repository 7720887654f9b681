import type { Explanation } from './explanation.ts';

/** The departures of repositories and Terraform states that are right as they are (18.9). */
export const repositoriesDepartures: readonly Explanation[] = [
  {
    where: /^POST \/projects\/\{id\}\/repository\/commits$/,
    what: /^(sends "(actions|allow_empty|author_email|author_name|branch|commit_message|force|start_branch|start_project|start_sha|stats)", which|leaves out required "file"|answers 201)/,
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
    where: /^(POST|PUT) \/projects\/\{id\}\/(repository\/(changelog|files\/\{file_path\})|terraform\/state\/\{name\})$/,
    what: /^(leaves out required "file"|sends "(version|author_email|author_name|branch|commit_message|content|encoding|execute_filemode|start_branch|ID|instance|lineage|serial|last_commit_id)", which)/,
    source:
      'The body is described as one file, or not at all (files_spec.rb, terraform/state_spec.rb, repositories_spec.rb).',
  },
  {
    where: /^(GET|POST) \/projects\/:n\/protected_branches$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/protected_branches.rb.',
  },
  {
    where: /^(GET|PATCH|DELETE) \/projects\/:n\/protected_branches\/[^/]+$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/protected_branches.rb.',
  },
  {
    where: /^GET \/projects\/:n\/repository\/tags$/,
    what: /^no such endpoint/,
    source: 'Left out of the description; lib/api/tags.rb.',
  },
  {
    where: /^GET \/projects\/[^/]+\/repository\/(archive\.(tar\.bz2|zip)|tags\/[^/]+)$/,
    what: /^no such endpoint/,
    source: 'Left out of the description, or its format with it; lib/api/tags.rb, lib/api/repositories.rb.',
  },
  {
    where: /^POST \/projects\/\{id\}\/repository\/commits\/\{sha\}\/comments$/,
    what: /^answers 202/,
    source: 'Quick actions alone leave no note: 202 (lib/api/helpers/notes_helpers.rb, process_note_creation_result).',
  },
  {
    where: /^DELETE \/projects\/\{id\}\/terraform\/state\/\{name\}\/lock$/,
    what: /^sends "(Created|Info|Operation|Path|Version|Who)"/,
    source:
      'Terraform sends the whole lock to undo it; the ID alone is declared, the rest is dropped (lib/api/terraform/state.rb).',
  },
];
