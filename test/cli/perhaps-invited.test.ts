import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from '../apply/stage.ts';

test('where a role goes, invitations at its level are told, which may have it and do not show it', async () => {
  const { gitlab, keelson } = await stage({});
  const [team, other] = [await gitlab.group('team'), await gitlab.group('other')];
  const shop = idOf(await gitlab.post('/projects', { name: 'shop', namespace_id: other }));
  const reviewer = idOf(
    await gitlab.post('/member_roles', { name: 'reviewer', base_access_level: 20, read_code: true }),
  );
  const invite = (at: string, email: string, level: number, more = {}) =>
    gitlab.post(`${at}/invitations`, { email, access_level: level, ...more });
  await invite(`/groups/${team}`, 'a@x.example', 20, { member_role_id: reviewer });
  await invite(`/groups/${other}`, 'b@x.example', 30);
  await invite(`/projects/${shop}`, 'c@x.example', 20);
  const said = async (role: string): Promise<string> => {
    keelson.write('keelson.yaml', `instance: { member_roles: { reviewer: ${role} } }\n`);
    const { out, err } = await keelson.run('plan');
    return (out + err).replace(/\s+/g, ' ');
  };
  const words =
    'instance/member_role[reviewer]: GitLab refuses to remove it while an invitation that waits has it, and does not tell which have; at its level there are: 1 in group[team], 1 in project[other/shop]';
  expect(await said('{ state: absent }')).toContain(words);
  expect(await said('{ base: guest, permissions: [read_code] }')).toContain(words);
  expect(await said('{ base: reporter, permissions: [read_code, admin_runners] }')).not.toContain('invitation');
});
