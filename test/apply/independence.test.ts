import { expect, test } from 'vitest';
import { byStatus, stage, writes } from './stage.ts';

const document = `instance:
  member_roles:
    auditor: { base: reporter, permissions: [read_vulnerability] }
    broken: { base: developer, permissions: [read_what_nobody_knows] }
groups:
  one:
    members: { alice: owner, nobody.there: developer, bob: { role: broken }, carol: { role: auditor } }
  bob:
    hooks: { ci: { url: https://ci.example.com/in } }
  bob/inner:
    members: { alice: developer }
  three:
    members: { alice: owner }
`;

test('one failure stops what depends on it, and nothing else', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': document });
  gitlab.sandbox.log.length = 0;
  const { status, out } = await keelson.run('apply', '--auto-approve', '--json');
  expect(status).toBe(1);
  expect(byStatus(out)).toEqual({
    failed: ['group[bob]', 'group[one]/member[nobody.there]', 'instance/member_role[broken]'],
    'not-attempted': [
      'group[bob/inner]',
      'group[bob/inner]/member[alice]',
      'group[bob]/hook[ci]',
      'group[one]/member[bob]',
    ],
    done: [
      'group[one]',
      'group[one]/member[alice]',
      'group[one]/member[carol]',
      'group[three]',
      'group[three]/member[alice]',
      'instance/member_role[auditor]',
    ],
  });
  expect(writes(gitlab).filter((request) => request.includes('/groups/bob'))).toEqual([]);
});
