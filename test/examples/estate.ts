import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { textOf, type JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox, type SandboxClient } from '../sandbox/client.ts';
import type { Project } from './runner.ts';

/** An instance with a repository of YAML on it, a merge request there, and a store of secrets beside it. */
export interface Estate {
  readonly gitlab: SandboxClient;
  readonly project: Project;
  /** What the store of secrets was given, by address. */
  readonly stored: Map<string, JsonObject>;
  /** The bodies of the notes of the merge request. */
  readonly notes: () => Promise<readonly string[]>;
  /** The drift reports that are published in the project. */
  readonly reports: () => Promise<readonly string[]>;
  /** The descriptions of the merge requests of the user `adopter`, who may push. */
  readonly requests: () => Promise<readonly string[]>;
}

/** What the examples of CI are tried with: a ledger, a secret, a runner whose token goes to a file, and several trees of groups. */
export const configuration = `
ledger: { file: .keelson/ledger.json }
groups:
  platform:
    name: Platform
    prune: [members]
    members: { root: owner, reader: owner, ann: developer, ben: developer, cem: developer }
    hooks: { ci: { url: 'https://ci.example.com', token: { env: CI_HOOK_TOKEN }, push_events: true } }
    runners:
      build: { token_to: { file: tokens/build } }
      deep: { token_to: { file: ./tokens/people/payroll-ci } }
      beside: { token_to: { file: platform-5mssjs.secret } }
  data: { name: Data, members: { root: owner, reader: owner } }
  apps: { name: Apps, members: { root: owner, reader: owner } }
`;

/** Sets up all of it. */
export async function estate(): Promise<Estate> {
  const gitlab = await sandbox();
  for (const name of ['reader', 'writer', 'ann', 'ben', 'cem']) await gitlab.user(name);
  const project = idOf(await gitlab.post('/projects', { name: 'configuration', initialize_with_readme: true }));
  const at = `/projects/${project}`;
  await gitlab.post(`${at}/members`, {
    user_id: idOfUser(await gitlab.get('/users?username=writer')),
    access_level: 20,
  });
  await gitlab.post(`${at}/members`, { user_id: await gitlab.user('adopter'), access_level: 30 });
  const pushed = [{ action: 'create', file_path: 'config/keelson.yaml', content: configuration }];
  await gitlab.post(`${at}/repository/commits`, { branch: 'main', commit_message: 'Push it', actions: pushed });
  await gitlab.post(`${at}/repository/branches`, { branch: 'change', ref: 'main' });
  const actions = [{ action: 'create', file_path: 'new.yaml', content: 'groups: {}' }];
  await gitlab.post(`${at}/repository/commits`, { branch: 'change', commit_message: 'Change it', actions });
  const request = { source_branch: 'change', target_branch: 'main', title: 'Change it' };
  const iid = (await gitlab.post(`${at}/merge_requests`, request)).object['iid'] as number;
  const store = await secretStore();
  return {
    gitlab,
    stored: store.stored,
    project: {
      variables: {
        CI_SERVER_URL: gitlab.sandbox.url,
        CI_API_V4_URL: `${gitlab.sandbox.url}/api/v4`,
        CI_PROJECT_ID: String(project),
        CI_PROJECT_PATH: 'root/configuration',
        KEELSON_READ_TOKEN: gitlab.as('reader', ['read_api']).token,
        KEELSON_NOTE_TOKEN: gitlab.as('writer').token,
        VAULT_ADDR: store.url,
      },
      protectedVariables: {
        KEELSON_TOKEN: gitlab.token,
        KEELSON_LEDGER_KEY: 'the key of the ledger of this estate',
        VAULT_TOKEN: 'the-token-of-the-store',
        CI_HOOK_TOKEN: 'the-first-token-of-the-hook',
      },
      mergeRequest: { CI_MERGE_REQUEST_PROJECT_PATH: 'root/configuration', CI_MERGE_REQUEST_IID: String(iid) },
    },
    requests: async () => {
      const { list } = await gitlab.get(`${at}/merge_requests?author_username=adopter`);
      return list.map(({ description }) => textOf(description));
    },
    notes: async () => {
      const { list } = await gitlab.get(`${at}/merge_requests/${iid}/notes?sort=asc`);
      return list.filter(({ system }) => system === false).map(({ body }) => textOf(body));
    },
    reports: async () => {
      const { list } = await gitlab.get(`${at}/snippets`);
      const files = list.map(({ id }) => gitlab.get(`${at}/snippets/${Number(id)}/files/main/drift.md/raw`));
      return (await Promise.all(files)).map(({ body }) => textOf(body));
    },
  };
}

function idOfUser({ list: [user] }: { readonly list: readonly JsonObject[] }): number {
  return Number(user?.['id']);
}

/** As much of a store of secrets as an example calls: it takes what is written with the right token (POST /v1/secret/data/:path, Vault 1.17). */
async function secretStore(): Promise<{ readonly url: string; readonly stored: Map<string, JsonObject> }> {
  const stored = new Map<string, JsonObject>();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const isKnown = request.headers['x-vault-token'] === 'the-token-of-the-store';
      if (isKnown && request.method === 'POST') stored.set(request.url ?? '', JSON.parse(text) as JsonObject);
      response.writeHead(isKnown ? 200 : 403).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stored };
}
