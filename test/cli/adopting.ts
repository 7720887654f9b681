import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { textOf, type JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, type Client, type SandboxClient } from '../sandbox/client.ts';
import { team, teamYaml } from './team.ts';
import type { Workspace } from './keelson.ts';

/** The team as other hands have left it, and the project of its configuration, which has the file on its default branch. */
export interface Adopting {
  readonly gitlab: SandboxClient;
  readonly keelson: Workspace;
  /** The number of a member of the team. */
  readonly bob: number;
  /** Its path, and that of the API. */
  readonly project: string;
  readonly root: string;
  /** A client of a user, a new one where there is none of that name, with this access to the project, 30 as Developer. */
  readonly member: (username: string, level?: number, scopes?: readonly string[]) => Promise<Client>;
  /** Its merge requests, the oldest first. */
  readonly requests: () => Promise<readonly JsonObject[]>;
  /** The names of its branches. */
  readonly branches: () => Promise<readonly string[]>;
  /** What a file holds on a branch. */
  readonly text: (branch: string, file?: string) => Promise<string>;
  /** A commit of somebody on a branch, from main where there is none of that name. */
  readonly commit: (branch: string, text: string, file?: string) => Promise<void>;
}

/** Applies the configuration, pushes it to a project, and lets alice change the group by hand. */
export async function adopting(
  yaml: string = teamYaml,
  options: SandboxOptions = {},
  at = 'keelson.yaml',
): Promise<Adopting> {
  const { gitlab, keelson, bob } = await team(yaml, options);
  const applied = await keelson.run('apply', '--auto-approve');
  if (applied.status !== 0) throw new Error(applied.err);
  const project = idOf(await gitlab.post('/projects', { name: 'configuration', initialize_with_readme: true }));
  const root = `/projects/${project}`;
  const commit = async (branch: string, content: string, file_path = 'keelson.yaml'): Promise<void> => {
    const known = (await gitlab.get(`${root}/repository/files/${encodeURIComponent(file_path)}?ref=main`)).status;
    const isNew = (await gitlab.get(`${root}/repository/branches/${encodeURIComponent(branch)}`)).status === 404;
    const action = { action: known === 200 ? 'update' : 'create', file_path, content };
    const sent = { branch, commit_message: 'By hand', actions: [action], ...(isNew && { start_branch: 'main' }) };
    const { status } = await gitlab.post(`${root}/repository/commits`, sent);
    if (status !== 201) throw new Error(`the commit was answered with ${status}`);
  };
  await commit('main', yaml, at);
  await gitlab.as('alice').put('/groups/team', { name: 'Crew' });
  gitlab.sandbox.log.length = 0;
  return {
    ...{ gitlab, keelson, bob, root, commit },
    project: 'root/configuration',
    member: async (username, level = 30, scopes = ['api']) => {
      const [known] = (await gitlab.get(`/users?username=${username}`)).list;
      const user_id = known === undefined ? await gitlab.user(username) : Number(known['id']);
      await gitlab.post(`${root}/members`, { user_id, access_level: level });
      return gitlab.as(username, scopes);
    },
    requests: async () => (await gitlab.get(`${root}/merge_requests?order_by=created_at&sort=asc`)).list,
    branches: async () => (await gitlab.get(`${root}/repository/branches`)).list.map(({ name }) => textOf(name)),
    text: async (branch, file = 'keelson.yaml') => {
      const at = `${root}/repository/files/${encodeURIComponent(file)}?ref=${encodeURIComponent(branch)}`;
      return Buffer.from(textOf((await gitlab.get(at)).object['content']), 'base64').toString('utf8');
    },
  };
}
