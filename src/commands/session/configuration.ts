import { existsSync } from 'node:fs';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { disk } from '../../config/files.ts';
import { loadConfig } from '../../config/load.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Where the configuration is: the path given, else `keelson.yaml`, else `config`. */
export function configPath(given: string | undefined): string {
  if (given !== undefined) return given;
  return existsSync('keelson.yaml') ? 'keelson.yaml' : 'config';
}

/** Loads the configuration and says what is to be said about it; undefined where it has errors. */
export function readConfiguration(
  path: string | undefined,
  terminal: Terminal,
  tokenFile?: string,
): { readonly desired: Desired; readonly files: readonly string[] } | undefined {
  if (path === undefined && !existsSync(configPath(path))) {
    terminal.diagnose([nothingHere]);
    return undefined;
  }
  const { desired, diagnostics, files } = loadConfig(configPath(path), kinds, disk, process.env, tokenFile);
  terminal.diagnose(diagnostics);
  return desired && { desired, files };
}

const nothingHere: Diagnostic = {
  severity: 'error',
  code: 'no-configuration',
  message: 'there is neither a file keelson.yaml nor a folder config here',
  remedy: 'name the file or the folder of the configuration, or go to where it is',
};
