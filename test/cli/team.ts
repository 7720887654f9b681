import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import { workspace, type Workspace } from './keelson.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';

/** A configuration of one group with two people in it. */
export const teamYaml = `groups:
  team:
    name: Team
    visibility: internal
    members:
      alice: owner
      bob: developer
`;

/** An instance with alice and bob, and a folder whose `keelson.yaml` is about them. */
export async function team(
  yaml: string = teamYaml,
  options: SandboxOptions = {},
): Promise<{ readonly gitlab: SandboxClient; readonly keelson: Workspace; readonly bob: number }> {
  const gitlab = await sandbox(options);
  await gitlab.user('alice');
  const bob = await gitlab.user('bob');
  return {
    gitlab,
    bob,
    keelson: workspace({ 'keelson.yaml': yaml }, { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token }),
  };
}
