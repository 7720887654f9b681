import { workspace, type Workspace } from '../cli/keelson.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';

/** An instance with a few people, and a folder to run the program in. */
export async function stage(
  files: { readonly [file: string]: string },
  options: SandboxOptions = {},
  env: { readonly [name: string]: string } = {},
): Promise<{ readonly gitlab: SandboxClient; readonly keelson: Workspace }> {
  const gitlab = await sandbox(options);
  for (const username of ['alice', 'bob', 'carol']) await gitlab.user(username);
  const own = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  return { gitlab, keelson: workspace(files, { ...own, ...env }) };
}

/** The requests of a run that change something, as `METHOD path`. */
export function writes({ sandbox: { log } }: SandboxClient): string[] {
  return log
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url }) => `${method} ${url.replace('/api/v4', '')}`);
}

/** What became of the changes of a run with --json: the addresses by how they ended, sorted. */
export function byStatus(out: string): { readonly [status: string]: readonly string[] } {
  const { outcomes } = JSON.parse(out) as {
    readonly outcomes: readonly { readonly address: string; readonly status: string }[];
  };
  const found: { [status: string]: string[] } = {};
  for (const { address, status } of outcomes) (found[status] ??= []).push(address);
  for (const addresses of Object.values(found)) addresses.sort();
  return found;
}
