import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';
import { idOf } from '../sandbox/client.ts';

test('a role that permits more is told with all who have it, be they looked at or not; one that says it in other words is not', async () => {
  const yaml = (permissions: string, description: string): string => `instance:
  member_roles:
    auditor: { base: guest, description: ${description}, permissions: [${permissions}] }
groups:
  team: { members: { alice: { role: auditor } } }
`;
  const { gitlab, keelson } = await stage({});
  const [team, other] = [await gitlab.group('team'), await gitlab.group('other')];
  const role = { name: 'auditor', base_access_level: 10, description: 'a', read_code: true };
  const member_role_id = idOf(await gitlab.post('/member_roles', role));
  const user_id = await gitlab.user('eve');
  const plan = async (text: string): Promise<string> => {
    keelson.write('keelson.yaml', text);
    const { out, err } = await keelson.run('plan');
    return `${out}${err}`.replaceAll(/\s+/g, ' ');
  };
  const more = yaml('read_code, read_vulnerability', 'a');
  expect(await plan(more.replace('team: { members: { alice: { role: auditor } } }', 'team: {}'))).not.toContain(
    'reaches',
  );
  await gitlab.post(`/groups/${team}/members`, { username: 'alice', access_level: 10, member_role_id });
  await gitlab.post(`/groups/${other}/members`, { user_id, access_level: 10, member_role_id });
  expect(await plan(more)).toContain(
    'instance/member_role[auditor] changes for all who have it: GitLab counts 2 members (group[team]/member[alice], and 1 not looked at), and lists no shares of groups and projects',
  );
  expect(await plan(yaml('read_code', 'b'))).not.toContain('reaches-holders');
});
