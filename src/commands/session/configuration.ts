import { existsSync } from 'node:fs';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { disk, type FileSystem } from '../../config/files.ts';
import { loadConfig, type Loaded } from '../../config/load.ts';
import { readAsConfiguration } from '../../config/read-as-configuration.ts';
import { kinds } from '../../kinds/index.ts';
import type { Desired } from '../../model.ts';
import { barReports, isOneOf, takenBy, takenFiles } from '../files/taken-files.ts';
import type { Output } from '../files/writable.ts';
import { hideSecretsOf } from './hide-secrets.ts';
import type { Terminal, TerminalOptions } from '../terminal/terminal.ts';

/** Where the configuration is: the path given, else `keelson.yaml`, else `config`. */
export function configPath(given: string | undefined): string {
  if (given !== undefined) return given;
  return existsSync('keelson.yaml') ? 'keelson.yaml' : 'config';
}

/** What a run is given beside its configuration. */
export interface Beside {
  readonly record?: TerminalOptions['record'];
  /** The file that it is given its token in. */
  readonly tokenFile?: string | undefined;
  /** What its command line asks to be written. */
  readonly asked: readonly Output[];
  /** What it is read from, where that is not the disk as it is at each moment. */
  readonly system?: FileSystem;
}

/** Loads the configuration and says what is to be said about it; undefined where it has errors, or where something would be written over what it names. */
export function readConfiguration(
  path: string | undefined,
  terminal: Terminal,
  { record, tokenFile, asked, system = disk }: Beside,
): (Pick<Loaded, 'files' | 'origins'> & { readonly desired: Desired }) | undefined {
  if (path === undefined && !existsSync(configPath(path))) {
    terminal.diagnose([nothingHere]);
    return undefined;
  }
  const loaded = loadConfig(configPath(path), kinds, system, process.env, tokenFile);
  const { desired, diagnostics, files, origins } = loaded;
  hideSecretsOf(desired?.sections.flatMap(({ entries }) => entries.flatMap(({ spec }) => Object.values(spec))) ?? []);
  const taken = takenFiles(asked, readOrNamed(loaded, configPath(path), tokenFile));
  barReports(record, taken);
  terminal.diagnose([...diagnostics, ...taken.map(takenBy('is named in the configuration, or read as a part of it'))]);
  return desired && taken.length === 0 ? { desired, files, origins } : undefined;
}

/** What a run reads, and what its configuration has for secrets and for the ledger. */
function readOrNamed(
  { files, named }: Loaded,
  path: string,
  tokenFile: string | undefined,
): (identity: string) => boolean {
  const isNamed = isOneOf([...files, ...named, ...(tokenFile === undefined ? [] : [tokenFile])]);
  const isRead = readAsConfiguration(path, disk);
  return (identity) => isNamed(identity) || isRead(identity);
}

const nothingHere: Diagnostic = {
  severity: 'error',
  code: 'no-configuration',
  message: 'there is neither a file keelson.yaml nor a folder config here',
  remedy: 'name the file or the folder of the configuration, or go to where it is',
};
