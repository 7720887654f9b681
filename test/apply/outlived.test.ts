import { expect, test } from 'vitest';
import { stage, writes } from './stage.ts';

const ENDED = '2020-02-02';

/** A group with bob in it until a day, or for ever, and a document by which that has ended; with more of it. */
async function letIn(until: string | null, more: string) {
  const bob = `bob: { access_level: guest, expires_at: ${ENDED} }`;
  const document = `groups:\n  team: { ${more} members: { root: owner, ${bob} } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': document });
  const team = await gitlab.group('team');
  const member = { username: 'bob', access_level: 50, expires_at: until };
  expect((await gitlab.post(`/groups/${team}/members`, member)).status).toBe(201);
  const members = async () => (await gitlab.get(`/groups/${team}/members`)).list.map(({ username }) => username);
  return { gitlab, keelson, members };
}

test.each([null, '2099-01-01'])('who is there until %s, though declared to have ended, is drift', async (until) => {
  const { gitlab, keelson, members } = await letIn(until, '');
  const drift = await keelson.run('drift');
  expect(drift.status).toBe(2);
  expect(drift.out).toContain('group[team]/member[bob]: not declared');
  const before = writes(gitlab).length;
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect(writes(gitlab).slice(before)).toEqual([]);
  expect(await members()).toContain('bob');
});

test('and is taken out where members are pruned', async () => {
  const { keelson, members } = await letIn(null, 'prune: [members],');
  expect((await keelson.run('apply', '--auto-approve', '--allow-mass-removal')).status).toBe(0);
  expect(await members()).toEqual(['root']);
  expect((await keelson.run('drift')).status).toBe(0);
});
