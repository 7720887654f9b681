import { onlyAsLive } from '../config/checks/only-as-live.ts';
import { kinds } from '../kinds/index.ts';
import { counted } from '../report/counted.ts';
import { configPath, readConfiguration } from './session/configuration.ts';
import type { ConnectionOptions } from './session/options.ts';
import { sourceOf } from './session/source.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { reportsOf, type ReportOptions } from './files/pipeline-reports.ts';
import { openTerminal } from './terminal/terminal.ts';

/** Of the options that reach an instance those by which a configuration in a repository is read. */
export type ValidateOptions = ReportOptions & Partial<Pick<ConnectionOptions, 'url' | 'tokenFile' | 'config'>>;

/** So many files of a repository are read together. */
const FILES_AT_A_TIME = 32;

/** Checks a configuration without asking any instance. */
export async function validate(path: string | undefined, options: ValidateOptions): Promise<ExitStatus> {
  const terminal = openTerminal(options);
  const source = await sourceOf(path, { concurrency: FILES_AT_A_TIME, ...options });
  if ('status' in source) return source.status;
  const read = readConfiguration(source.path, terminal, { ...options, ...source, asked: reportsOf(options) });
  if (read === undefined) return EXIT.failed;
  terminal.diagnose(onlyAsLive(read.desired, kinds));
  const entries = read.desired.sections.reduce((sum, section) => sum + section.entries.length, 0);
  const where =
    read.files.length === 1
      ? configPath(source.path)
      : `${configPath(source.path)} (${counted(read.files.length, 'file')})`;
  terminal.result(`${where} is valid: ${counted(entries, 'entry', 'entries')}.\n`);
  return EXIT.done;
}
