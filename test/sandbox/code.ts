import { idOf, sandbox } from './client.ts';
import type { Answer, SandboxClient } from './client.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';

/** A private project with code in it, and a client to it. */
export interface Code {
  readonly gl: SandboxClient;
  readonly id: number;
  /** The address of the project's repository, below /api/v4. */
  readonly repo: string;
  /** Commits actions on a branch, and returns the answer. */
  readonly commit: (actions: readonly JsonObject[], more?: JsonObject) => Promise<Answer>;
}

/** The status and body of an answer. */
export const brief = (answer: Answer): readonly [number, Answer['body']] => [answer.status, answer.body];

/** A sandbox with `acme/app`, a user of each role on it, and a first commit on `main`. */
export async function codeProject(options: Parameters<typeof sandbox>[0] = {}): Promise<Code> {
  const gl = await sandbox(options);
  const group = await gl.group('acme');
  for (const [name, level] of Object.entries({ guest: 10, reporter: 20, dev: 30, maint: 40, owner: 50 })) {
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level: level });
  }
  await gl.user('stranger');
  const id = idOf(await gl.post('/projects', { name: 'App', path: 'app', namespace_id: group }));
  const repo = `/projects/${id}/repository`;
  const commit = (actions: readonly JsonObject[], more: JsonObject = {}) =>
    gl.post(`${repo}/commits`, { branch: 'main', commit_message: 'Change', actions, ...more });
  await commit(
    [
      { action: 'create', file_path: 'README.md', content: '# App\n' },
      { action: 'create', file_path: 'src/a.txt', content: 'one\ntwo\nthree\n' },
      { action: 'create', file_path: 'src/lib/b.txt', content: 'b\n' },
    ],
    { commit_message: 'First' },
  );
  return { gl, id, repo, commit };
}

/** The status of a request without a token. */
export async function anonymously(code: Code, path: string, method = 'GET'): Promise<number> {
  return (await fetch(`${code.gl.sandbox.url}/api/v4${path}`, { method })).status;
}
