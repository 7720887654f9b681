import { expect, test } from 'vitest';
import type { Answer } from './client.ts';
import { idOf, sandbox } from './client.ts';
import { told } from './cast.ts';

const numbers = [-1, 0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 1234];
const outside = (name: string) => ({ error: `${name} does not have a valid value` });
const unlisted = { message: { access_level: ['is not included in the list'] } };

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** The statuses by level, and what the refusals say. */
async function tried(send: (level: number) => Promise<Answer>): Promise<[number[], unknown[]]> {
  const taken: number[] = [];
  const refusals = new Set<string>();
  for (const level of numbers) {
    const answer = await send(level);
    if (answer.status === 201) taken.push(level);
    else refusals.add(JSON.stringify(told(answer)));
  }
  return [taken, [...refusals].map((text) => JSON.parse(text) as unknown)];
}

test('levels are 5 to 50 in steps: the model tells members so, the parameters tell links, shares and invitations', async () => {
  const gl = await sandbox();
  const group = await gl.group('home');
  const other = await gl.group('other');
  const project = `/projects/${idOf(await gl.post('/projects', { name: 'api', namespace_id: group }))}`;
  const user_id = await gl.user('jane');
  const at = `/groups/${group}`;
  const all = [5, 10, 15, 20, 30, 40, 50];
  const ofMembers = await tried(async (access_level) => {
    const answer = await gl.post(`${at}/members`, { user_id, access_level });
    await gl.delete(`${at}/members/${user_id}`);
    return answer;
  });
  expect(ofMembers).toEqual([all, [[400, unlisted]]]);
  const ofShares = async (path: string) =>
    tried(async (group_access) => {
      const answer = await gl.post(`${path}/share`, { group_id: other, group_access });
      await gl.delete(`${path}/share/${other}`);
      return answer;
    });
  expect(await ofShares(at)).toEqual([all.slice(1), [[400, outside('group_access')]]]);
  expect(await ofShares(project)).toEqual([all.slice(1), [[400, outside('group_access')]]]);
  expect(await tried((access_level) => gl.post(`${at}/invitations`, { email: 'a@b.example', access_level }))).toEqual([
    all,
    [[400, outside('access_level')]],
  ]);
  const ofSaml = (level: number) =>
    gl.post(`${at}/saml_group_links`, { saml_group_name: `name ${level}`, access_level: level });
  expect(await tried(ofSaml)).toEqual([all, [[400, outside('access_level')]]]);
  const ofLdap = (level: number) =>
    gl.post(`${at}/ldap_group_links`, { cn: `name ${level}`, group_access: level, provider: 'ldapmain' });
  expect(await tried(ofLdap)).toEqual([all, [[400, outside('group_access')]]]);
});

test.each([
  ['17.6.0-ee', [10, 20, 30, 40, 50]],
  ['17.7.0-ee', [10, 15, 20, 30, 40, 50]],
  ['19.0.0-ee', [10, 15, 20, 25, 30, 40, 50]],
])('GitLab %s has Planner since 17.7, and Security Manager since 19.0', async (version, levels) => {
  const gl = await sandbox({ version });
  const [group, other] = [await gl.group('home'), await gl.group('other')];
  const user_id = await gl.user('jane');
  const ofMembers = await tried(async (access_level) => {
    const answer = await gl.post(`/groups/${group}/members`, { user_id, access_level });
    await gl.delete(`/groups/${group}/members/${user_id}`);
    return answer;
  });
  expect(ofMembers).toEqual([[5, ...levels], [[400, unlisted]]]);
  const ofShares = await tried(async (group_access) => {
    const answer = await gl.post(`/groups/${group}/share`, { group_id: other, group_access });
    await gl.delete(`/groups/${group}/share/${other}`);
    return answer;
  });
  expect(ofShares).toEqual([levels, [[400, outside('group_access')]]]);
  const token = { name: 'ci', scopes: ['api'], expires_at: IN_A_MONTH };
  const ofTokens = await tried((access_level) => gl.post(`/groups/${group}/access_tokens`, { ...token, access_level }));
  expect(ofTokens).toEqual([levels, [[400, outside('access_level')]]]);
  const ofLinks = await tried((level) =>
    gl.post(`/groups/${group}/saml_group_links`, { saml_group_name: `name ${level}`, access_level: level }),
  );
  expect(ofLinks).toEqual([[5, ...levels], [[400, outside('access_level')]]]);
});
