import { type Command, Option } from 'commander';
import type { ReportedCommand, ReportOptions } from '../files/pipeline-reports.ts';
import type { ExitStatus } from '../terminal/exit-status.ts';

/** The files that a pipeline takes as artifact reports, or shows by another tool. */
export function reporting(command: Command, ...more: readonly Option[]): Command {
  const options = [
    new Option('--junit <file>', 'write what passed and what did not as JUnit XML'),
    new Option(
      '--code-quality <file>',
      'write what is told, and each change that is not made yet, at its line, as GitLab takes code quality',
    ),
    new Option('--sarif <file>', 'write what is told, and what an apply has not done, as SARIF 2.1.0'),
    ...more,
  ];
  return options.reduce((all, option) => all.addOption(option), command);
}

/** Of the commands that tell how much would be done. */
export const TERRAFORM_REPORT = new Option('--terraform-report <file>', 'write the counts that a merge request shows');

/** Of the commands that have a page to show. */
export const HTML = new Option('--html <file>', 'write it as a page to search, filter, fold and print, in one file');

/** The command with its reports. */
export async function reported<Options extends ReportOptions>(
  command: ReportedCommand,
  path: string | undefined,
  options: Options,
  run: (options: Options) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const { withReports } = await import('../files/pipeline-reports.ts');
  return withReports(command, path, options, run);
}
