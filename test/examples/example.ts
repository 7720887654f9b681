import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { putOffDays } from '../../src/demo/days-to-come.ts';
import { platform } from '../../src/demo/platform.ts';
import { populate } from '../../src/demo/populate.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Desired } from '../../src/model.ts';
import { workspace, type Workspace } from '../cli/keelson.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';

export const examplesFolder = new URL('../../examples', import.meta.url).pathname;

const LEDGER_KEY = 'the key of the ledger of the examples';

/** An example in a workspace of its own, and an instance with the people and projects that it counts on. */
export interface Staged {
  readonly gitlab: SandboxClient;
  readonly keelson: Workspace;
  readonly desired: Desired;
  readonly files: readonly string[];
  /** The values of its secrets, none of which may ever be seen. */
  readonly secrets: readonly string[];
}

/** Lays out an example of the examples folder by its name. */
export async function stage(name: string): Promise<Staged> {
  const gitlab = await sandbox();
  const { desired, files } = loadConfig(join(examplesFolder, name), kinds);
  if (desired === undefined) throw new Error(`examples/${name} has errors`);
  await populate(platform(gitlab.sandbox.url, gitlab.token), desired);
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const variables = Object.fromEntries(found(text, /env: (\w+)/g).map((variable) => [variable, valueOf(variable)]));
  const keelson = workspace(
    {},
    { ...variables, KEELSON_LEDGER_KEY: LEDGER_KEY, KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token },
  );
  cpSync(join(examplesFolder, name), join(keelson.folder, name), { recursive: true });
  putOffDays(join(keelson.folder, name));
  const secretFiles = found(text, /password: \{ file: ([\w/-]+)/g);
  for (const file of secretFiles) keelson.write(file, valueOf(file));
  for (const file of found(text, /token_to: \{ file: (\w+)\//g)) keelson.write(`${file}/.keep`, '');
  return {
    gitlab,
    keelson,
    desired,
    files,
    secrets: [LEDGER_KEY, ...Object.values(variables), ...secretFiles.map(valueOf)],
  };
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
}

/** A value that is also a URL, since some secrets are. */
function valueOf(name: string): string {
  return `https://secret.example/${name.toLowerCase().replaceAll('/', '-')}-5cf1`;
}
