import { expect, test } from 'vitest';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-scope-deletion'];

test('an undo that is cut between the calls which make somebody anew is finished by the next one', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'instance: { users: { dora: { name: Dora, email: dora@example.com, state: blocked } } }\n',
  });
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
  keelson.write('keelson.yaml', 'instance: { users: { dora: { state: absent } } }\n');
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  gitlab.sandbox.fail('delay=20000:1x@POST /users/*/block');
  gitlab.sandbox.log.length = 0;
  const { child, ran } = keelson.start(...APPLY, 'undo.json');
  const isAtIt = (): boolean =>
    [...gitlab.sandbox.underway].some((one) => one.startsWith('POST') && one.includes('block'));
  while (!isAtIt()) await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill('SIGKILL');
  await ran;
  gitlab.sandbox.fail('');
  const again = await keelson.run(...APPLY, 'undo.json');
  expect(again.status, again.err).toBe(0);
  expect((await gitlab.get('/users?username=dora')).list).toMatchObject([{ state: 'blocked' }]);
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
});

const ROBOT = `groups:
  eng:
    service_accounts: { eng-bot: { name: Bot } }
    members: { eng-bot: developer }
`;

test('the undo of a service account that is a member of the group which made it takes both away', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': ROBOT });
  await gitlab.group('eng');
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  const undone = await keelson.run(...APPLY, 'undo.json');
  expect(undone).toMatchObject({ status: 0 });
  expect(undone.err + undone.out).toContain(
    'warning[held]: group[eng]/member[eng-bot] is a service account of this group, which cannot be removed by itself: it goes with group[eng]/service_account[eng-bot]',
  );
  expect((await gitlab.get('/groups/eng/members')).list).toHaveLength(1);
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
});

test('the membership of a service account that stays is not removed, and is no part of what goes with it', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': ROBOT });
  await gitlab.group('eng');
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
  keelson.write('keelson.yaml', 'groups: { eng: { members: { eng-bot: { state: absent } } } }\n');
  expect((await keelson.run('plan')).err).toContain('error[held]: group[eng]/member[eng-bot] cannot be removed here');
});
