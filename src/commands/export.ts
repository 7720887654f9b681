import type { Diagnostic } from '../base/diagnostic.ts';
import { filesInMemory } from '../config/files.ts';
import { loadConfig } from '../config/load.ts';
import { writeConfig, writeConfigFiles } from '../config/write.ts';
import { kinds } from '../kinds/index.ts';
import { liveConfiguration, type Wanted } from './exporting/live-configuration.ts';
import { inFolder, occupiedFolder, writeFiles } from './files/export-folder.ts';
import type { ConnectionOptions } from './session/options.ts';
import { withConnection } from './session/session.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { openTerminal } from './terminal/terminal.ts';

export interface ExportOptions extends ConnectionOptions, Wanted {
  /** The folder that the files are written to, in place of one text on standard output. */
  readonly out?: string;
}

/** Prints the live instance as a configuration that plans to nothing, or writes it to a folder. */
export async function exportCommand(options: ExportOptions): Promise<ExitStatus> {
  const { out } = options;
  const occupied = out === undefined ? [] : occupiedFolder(out);
  if (occupied.length > 0) {
    openTerminal(options).diagnose(occupied);
    return EXIT.failed;
  }
  return withConnection(options, async (connection, terminal) => {
    const live = await liveConfiguration(connection, terminal, options);
    if (live === undefined) return EXIT.failed;
    const { sections, comment } = live;
    const files =
      out === undefined
        ? new Map([[PRINTED, writeConfig(sections, kinds, comment)]])
        : inFolder(out, writeConfigFiles(sections, kinds, comment));
    if (out === undefined) for (const text of files.values()) terminal.result(text);
    else writeFiles(out, files, terminal);
    live.tell();
    // What is printed is to be a configuration: where it is none after all, nobody finds that out later.
    const errors = loadConfig(out ?? PRINTED, kinds, filesInMemory(files), {}).diagnostics.filter(isError);
    terminal.diagnose(errors);
    return errors.length > 0 ? EXIT.failed : EXIT.done;
  });
}

/** What the printed configuration is called in what is said of it. */
const PRINTED = 'export.yaml';

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
