import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';

const role = (rest: string): string => `instance: { member_roles: { rr: ${rest} } }\n`;

test('where a role goes, it is said that shares which have it forget it; where it stays, nothing is', async () => {
  const { keelson } = await stage({ 'keelson.yaml': role('{ base: guest, permissions: [read_code] }') });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const said = async (text: string): Promise<string> => {
    keelson.write('keelson.yaml', text);
    const { out, err } = await keelson.run('plan');
    return (out + err).replace(/\s+/g, ' ');
  };
  const words = 'instance/member_role[rr]: shares of groups and projects that have it forget it';
  expect(await said(role('{ state: absent }'))).toContain(words);
  expect(await said(role('{ base: reporter, permissions: [read_code] }'))).toContain(words);
  expect(await said('instance: { member_roles: {}, prune: [member_roles] }\n')).toContain(
    'shares of groups and projects',
  );
  expect(await said(role('{ base: guest, permissions: [read_code, admin_runners] }'))).not.toContain('forget');
});
