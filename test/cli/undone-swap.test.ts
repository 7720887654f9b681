import { expect, test } from 'vitest';
import { team } from './team.ts';

const yaml = `groups:
  labs: { previously: security, name: Security }
  security: { previously: labs, name: Labs }
`;

test('the undo of a swap asks for the number of a group, and brings each back to where it stood', async () => {
  const { gitlab, keelson } = await team(yaml);
  const labs = await gitlab.group('labs', { name: 'Labs' });
  const security = await gitlab.group('security', { name: 'Security' });
  const stand = async (): Promise<unknown[]> =>
    Promise.all(['labs', 'security'].map(async (path) => (await gitlab.get(`/groups/${path}`)).object['id']));
  const swap = ['apply', '--auto-approve', '--undo', 'undo.json', '--allow-swap', `labs=${security}`];
  expect((await keelson.run(...swap)).status).toBe(0);
  expect(await stand()).toEqual([security, labs]);
  // The events tell that both have come to where they stand, which is what the undo is about.
  const undo = ['apply', 'undo.json', '--auto-approve'];
  const refused = await keelson.run(...undo);
  expect([refused.status, refused.err]).toEqual([3, expect.stringContaining(`--allow-swap security=${security}`)]);
  expect(refused.err).not.toContain('undo-stale');
  // Whoever says again what was said for the swap is told of it, and nothing is moved.
  const again = await keelson.run(...undo, '--allow-swap', `labs=${security}`);
  expect([again.status, again.err]).toEqual([
    1,
    expect.stringContaining(`labs would be the group with the id ${labs}`),
  ]);
  expect(await stand()).toEqual([security, labs]);
  const undone = await keelson.run(...undo, '--allow-swap', `labs=${labs}`);
  expect(undone.status, undone.out + undone.err).toBe(0);
  expect(await stand()).toEqual([labs, security]);
  // Once it is done, it asks for nothing any more.
  const { status, out } = await keelson.run(...undo);
  expect([status, out]).toEqual([0, expect.stringContaining('Nothing to do')]);
});
