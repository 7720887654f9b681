import { textOf } from '../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';

/** A group with a subgroup, a project in each, and one user for each role on the group. */
export async function world(options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  for (const [name, level] of Object.entries({ owner: 50, maintainer: 40, developer: 30 })) {
    const user = await gl.user(name);
    await gl.post(`/groups/${top}/members`, { user_id: user, access_level: level });
  }
  await gl.user('stranger');
  const api = idOf(await gl.post('/projects', { name: 'api', namespace_id: top }));
  const web = idOf(await gl.post('/projects', { name: 'web', namespace_id: sub }));
  return { gl, top, sub, api, web };
}

/** Creates a runner as the administrator, and returns its id and token. */
export async function runner(gl: SandboxClient, body: JsonObject): Promise<{ id: number; token: string }> {
  const made = await gl.post('/user/runners', body);
  return { id: idOf(made), token: textOf(made.object['token']) };
}

/** The descriptions of a list of runners, in its order. */
export const descriptions = (list: readonly JsonObject[]) => list.map((one) => one['description']);
