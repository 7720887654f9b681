import { Option, type Command } from 'commander';
import { mergeRequest } from '../posting/merge-request.ts';
import { project } from '../posting/project.ts';
import { artifactPath, jobName } from '../reviewed/job-name.ts';
import { remoteConfiguration } from '../remote/repository-path.ts';
import { positive } from './numbers.ts';
import { HTML, reporting, TERRAFORM_REPORT } from './report-flags.ts';

/** What every command takes. */
export function common(command: Command): Command {
  return command
    .option('--no-color', 'no colours')
    .addOption(
      new Option('--log-format <format>', 'of progress and diagnostics').choices(['text', 'json']).default('text'),
    );
}

/** What talks to an instance. */
export function connecting(command: Command): Command {
  return reaching(common(command))
    .option('--concurrency <n>', 'at most so many requests at a time', positive, 32)
    .option('--har <file>', 'write all traffic as HAR 1.2, secrets removed');
}

/** What names an instance. */
export function reaching(command: Command): Command {
  return command
    .option('--url <url>', 'the instance (or KEELSON_URL, GITLAB_URL, CI_SERVER_URL)')
    .option('--token-file <file>', 'a file that holds the token (or KEELSON_TOKEN, GITLAB_TOKEN)');
}

/** The configuration where it is not in files here. */
export function config(): Option {
  return new Option(
    '--config <configuration>',
    'read it from a repository at one commit, group/project@ref:path, in place of files here',
  ).argParser(remoteConfiguration);
}

/** One run prints one text. */
export function markdown(): Option {
  return new Option('--markdown', 'print it for a note of a merge request').conflicts('json');
}

/** What becomes a note, whatever is printed. */
export function note(): Option {
  return new Option(
    '--note <merge-request>',
    'write it as the one note of this merge request, group/project!12, or bring that note up to date',
  ).argParser(mergeRequest);
}

/** What is published, whatever is printed. */
export function publish(): Option {
  return new Option(
    '--publish <project>',
    'write it as the one snippet of this project, group/project, or bring that up to date',
  ).argParser(project);
}

/** What is asked for by a merge request, in place of what is edited here. */
export function byMergeRequest(): Option {
  return new Option(
    '--merge-request <project>',
    'leave the files here, and keep one merge request of this project, group/project, with the edits',
  ).argParser(project);
}

/** The plan that is applied where no file has it. */
export function fromJob(): Option {
  return new Option(
    '--from-job <job>',
    'apply the plan that this job has kept, group/project:ref:job, where its pipeline is for the commit at which ref stands',
  ).argParser(jobName);
}

/** Where a job keeps its plan. */
export function artifact(): Option {
  return new Option('--artifact <path>', 'where that job has kept it (plan.json)').argParser(artifactPath);
}

/** What prints plans that are there already. */
export function printing(command: Command): Command {
  return reporting(common(command), TERRAFORM_REPORT, HTML)
    .option('--json', 'print JSON')
    .addOption(markdown())
    .option('--verbose', 'show every call')
    .option('--detailed-exitcode', 'exit with 2 where there is something to do');
}

/** What may be about a part alone. */
export function targeted(command: Command): Command {
  return command.option(
    '--target <glob>',
    "only what has this address, or one like it: 'group[a]**' is a group with all that is in it (repeatable)",
    collect,
    [],
  );
}

/** What makes a plan. */
export function planning(command: Command): Command {
  return targeted(connecting(command))
    .option(
      '--resend <glob>',
      'send secrets and other values again that GitLab does not return (repeatable)',
      collect,
      [],
    )
    .option('--verify-reads', 'hold what GraphQL shows of many groups at once against what REST shows of each')
    .option('--max-requests <n>', 'do not look at the instance where that takes more requests', positive)
    .option('--journal <file>', 'where apply writes down what it does, for the next run', '.keelson/journal.jsonl')
    .option('--json', 'print JSON')
    .option('--verbose', 'show every call');
}

function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}
