import { expect, it } from 'vitest';
import { createClient } from '../../../src/api/client.ts';
import { plan } from '../../../src/engine/plan/plan.ts';
import { withNamesLookedUp } from '../../../src/engine/undo/names-looked-up.ts';
import { undoOf } from '../../../src/engine/undo/undo-of.ts';
import type { Json } from '../../../src/model.ts';
import { fakeTransport, type Said } from '../../api/fake-transport.ts';
import { desiredOf } from '../../support/keelson.ts';
import { instance, kinds } from '../instance.ts';
import { group, worldOf } from '../live.ts';

const share = { group_id: 2, group_full_path: 'ops', group_access_level: 20, member_role_id: 7 };
const role = { id: 7, name: 'R', base_access_level: 20, read_code: true };

/** What the undo of a removal keeps of a share with role 7, where the platform answers so to whoever asks for roles; and what was asked. */
async function undone(said: Said) {
  const transport = fakeTransport(() => said);
  const client = createClient(transport);
  const desired = desiredOf('groups: { eng: { prune: [shares], shares: {} }, ops: {} }');
  const live = worldOf({ 'instance/groups': [group(1, 'eng'), group(2, 'ops')], 'group[eng]/shares': [share] });
  const made = plan(desired, live, kinds);
  const world = await withNamesLookedUp(made.changes, live, { kinds, client, instance });
  const { entries, lost } = undoOf(made, { desired, world, kinds, check: () => [] });
  return {
    asked: transport.asked,
    was: entries.map((entry): Json => entry.was),
    lost: lost.map(({ why }) => why),
  };
}

it('a role that nobody declares is called by its name, which is asked once', async () => {
  const { asked, was } = await undone({ body: [role] });
  expect([asked, was]).toEqual([['GET /api/v4/member_roles'], [{ access_level: 'reporter', role: 'R' }]]);
});

it.each([
  ['is not there any more', { body: [] }],
  ['is not shown', { status: 403, body: { message: '403 Forbidden' } }],
])('what %s keeps its number, and of what names it so it is said why it is not made anew', async (_what, answer) => {
  const { was, lost } = await undone(answer);
  expect(was).toEqual([]);
  expect(lost).toEqual(['its role is known by its number alone (#7), and is not shown to this token']);
});
