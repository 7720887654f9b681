import { textOf } from '../../src/sandbox/store/json.ts';
import type { Answer, Client, SandboxClient } from './client.ts';

/** A private group, and someone at each level of it. */
export interface Cast {
  readonly group: number;
  readonly ids: Readonly<Record<'owner' | 'maintainer' | 'developer' | 'stranger', number>>;
  readonly owner: Client;
  readonly maintainer: Client;
  readonly developer: Client;
  readonly stranger: Client;
}

/** Makes a private group at a path, with an owner, a maintainer and a developer, and a stranger to it. */
export async function cast(gl: SandboxClient, path = 'platform'): Promise<Cast> {
  const group = await gl.group(path, { visibility: 'private' });
  const join = async (username: string, access_level: number): Promise<number> => {
    const user_id = await gl.user(username);
    if (access_level > 0) await gl.post(`/groups/${group}/members`, { user_id, access_level });
    return user_id;
  };
  const ids = {
    owner: await join('owner', 50),
    maintainer: await join('maintainer', 40),
    developer: await join('developer', 30),
    stranger: await join('stranger', 0),
  };
  return {
    group,
    ids,
    owner: gl.as('owner'),
    maintainer: gl.as('maintainer'),
    developer: gl.as('developer'),
    stranger: gl.as('stranger'),
  };
}

/** Headers of a call without a token. */
export const anonymous = { 'PRIVATE-TOKEN': '' };

/** Status and body of an answer, to hold against both at once. */
export function told(answer: Answer): readonly [number, unknown] {
  return [answer.status, answer.body];
}

/** One field of each object of a list. */
export function column(answer: Answer, name: string): readonly unknown[] {
  return answer.list.map((row) => row[name]);
}

/** The headers of a call by the token that an answer has just shown. */
export function bearing(answer: Answer): Record<string, string> {
  return { 'PRIVATE-TOKEN': textOf(answer.object['token']) };
}
