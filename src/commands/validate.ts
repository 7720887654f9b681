import { onlyAsLive } from '../config/checks/only-as-live.ts';
import { kinds } from '../kinds/index.ts';
import { counted } from '../report/counted.ts';
import { configPath, readConfiguration } from './session/configuration.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { reportsOf, type ReportOptions } from './files/pipeline-reports.ts';
import { openTerminal } from './terminal/terminal.ts';

/** Checks a configuration without asking any instance. */
export function validate(path: string | undefined, options: ReportOptions): ExitStatus {
  const terminal = openTerminal(options);
  const read = readConfiguration(path, terminal, { ...options, asked: reportsOf(options) });
  if (read === undefined) return EXIT.failed;
  terminal.diagnose(onlyAsLive(read.desired, kinds));
  const entries = read.desired.sections.reduce((sum, section) => sum + section.entries.length, 0);
  const where =
    read.files.length === 1 ? configPath(path) : `${configPath(path)} (${counted(read.files.length, 'file')})`;
  terminal.result(`${where} is valid: ${counted(entries, 'entry', 'entries')}.\n`);
  return EXIT.done;
}
