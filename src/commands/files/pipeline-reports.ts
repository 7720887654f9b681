import { existsSync } from 'node:fs';
import { kindsByName } from '../../engine/kinds.ts';
import { kinds } from '../../kinds/index.ts';
import { isPage } from '../../report/html/is-page.ts';
import { codeQuality, isCodeQuality } from '../../report/pipeline/code-quality.ts';
import { isJunit, junit } from '../../report/pipeline/junit.ts';
import { version } from '../../version.ts';
import type { EndedRun, ReportedCommand, RunRecord } from '../../report/pipeline/run-record.ts';
import { isSarif, sarif } from '../../report/pipeline/sarif.ts';
import { isTerraformReport, terraformReport } from '../../report/pipeline/terraform-report.ts';
import { configPath } from '../session/configuration.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { explainError } from '../terminal/explain-error.ts';
import { openTerminal, type TerminalOptions } from '../terminal/terminal.ts';
import { unwritable, type Output } from './writable.ts';
import { writeOutput } from './write-output.ts';

export type { ReportedCommand };

/** The files that a run is to write for a pipeline. */
export interface ReportOptions extends TerminalOptions {
  readonly junit?: string;
  readonly codeQuality?: string;
  readonly terraformReport?: string;
  readonly sarif?: string;
  readonly html?: string;
}

interface Report extends Output {
  readonly text: (run: EndedRun) => string | Promise<string>;
}

/** The reports that were asked for, with what may stand where each is written: one of its kind. */
export function reportsOf(options: ReportOptions): readonly Report[] {
  const { junit: tests, codeQuality: findings, terraformReport: counts, sarif: results, html: page } = options;
  return [
    tests === undefined ? [] : { file: tests, what: 'the tests of JUnit', replaces: isJunit, text: junit },
    findings === undefined
      ? []
      : { file: findings, what: 'the findings of code quality', replaces: isCodeQuality, text: codeQuality },
    counts === undefined
      ? []
      : { file: counts, what: 'the counts of a Terraform report', replaces: isTerraformReport, text: terraformReport },
    results === undefined ? [] : { file: results, what: 'the results of SARIF', replaces: isSarif, text: sarif },
    page === undefined ? [] : { file: page, what: 'the page', replaces: isPage, text: pageOfRun },
  ]
    .flat()
    .map((report) => ({ ...report, whole: true }));
}

/** The page is loaded by those alone who ask for it. */
async function pageOfRun(run: EndedRun): Promise<string> {
  const { htmlPage } = await import('../../report/html/page.ts');
  return htmlPage(run, kindsByName(kinds));
}

/**
 * Runs a command and writes its reports, however it ends: also where there is no plan, or a guard refuses it. Those of an earlier run
 * are emptied first, so that none is taken for this one's where it comes to no end.
 */
export async function withReports<Options extends ReportOptions>(
  command: ReportedCommand,
  path: string | undefined,
  options: Options,
  run: (options: Options) => ExitStatus | Promise<ExitStatus>,
): Promise<ExitStatus> {
  const reports = reportsOf(options);
  const trouble = unwritable(reports);
  if (trouble.length > 0) {
    openTerminal(options).diagnose(trouble);
    return EXIT.failed;
  }
  const record: RunRecord = { command, diagnostics: [] };
  let status: ExitStatus = EXIT.failed;
  try {
    for (const { file, what } of reports) if (existsSync(file)) writeOutput(file, what, '');
    status = await run({ ...options, record });
    const ended = {
      ...record,
      version,
      endedAt: new Date().toISOString(),
      path: configPath(path),
      isDone: status === EXIT.done || status === EXIT.differs,
    };
    for (const { file, what, text } of reports)
      if (!record.barred?.includes(file)) writeOutput(file, what, await text(ended));
    return status;
  } catch (error) {
    openTerminal(options).diagnose([explainError(error)]);
    return status === EXIT.done ? EXIT.failed : status;
  }
}
