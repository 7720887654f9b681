import { textOf, type JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, type Client, type SandboxClient } from '../sandbox/client.ts';

/** A merge request of the project `root/configuration`, and its notes. */
export interface OpenMergeRequest {
  readonly name: string;
  /** The path of its notes. */
  readonly at: string;
  /** Its notes but for those of the platform, the oldest first. */
  readonly notes: () => Promise<readonly JsonObject[]>;
  /** What they say. */
  readonly bodies: () => Promise<readonly string[]>;
  /** A client of a new user with this access to the project, 20 as Reporter. */
  readonly member: (username: string, level?: number, scopes?: readonly string[]) => Promise<Client>;
}

/** Opens a merge request in a new project. */
export async function openMergeRequest(gitlab: SandboxClient): Promise<OpenMergeRequest> {
  const project = idOf(await gitlab.post('/projects', { name: 'configuration', initialize_with_readme: true }));
  const root = `/projects/${project}`;
  await gitlab.post(`${root}/repository/branches`, { branch: 'change', ref: 'main' });
  const actions = [{ action: 'create', file_path: 'new.yaml', content: 'groups: {}' }];
  await gitlab.post(`${root}/repository/commits`, { branch: 'change', commit_message: 'Change it', actions });
  const request = { source_branch: 'change', target_branch: 'main', title: 'Change it' };
  const iid = Number((await gitlab.post(`${root}/merge_requests`, request)).object['iid']);
  const at = `${root}/merge_requests/${iid}/notes`;
  const notes = async (): Promise<readonly JsonObject[]> =>
    (await gitlab.get(`${at}?sort=asc&order_by=created_at`)).list.filter(({ system }) => system === false);
  return {
    name: `root/configuration!${iid}`,
    at,
    notes,
    bodies: async () => (await notes()).map(({ body }) => textOf(body)),
    member: async (username, level = 20, scopes = ['api']) => {
      await gitlab.post(`${root}/members`, { user_id: await gitlab.user(username), access_level: level });
      return gitlab.as(username, scopes);
    },
  };
}
