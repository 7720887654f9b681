import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';

const before = `groups:
  low: { name: Low, visibility: private, shared_runners_setting: disabled_and_unoverridable }
  high: { name: High, visibility: internal }
  high/kid: { name: Kid, visibility: internal }
`;

test.each([
  [
    'is said at the move, and comes so',
    'groups:\n  low: { name: Low }\n  low/high: { name: High, previously: high }\n  low/high/kid: { name: Kid }\n',
    'group[low/high]: in group[low] it and all that is below it get visibility private and shared_runners_setting disabled_and_unoverridable',
    'private',
  ],
  [
    'is not said of a group that is raised before',
    'groups:\n  low: { name: Low, visibility: internal, shared_runners_setting: enabled }\n  low/high: { name: High, previously: high }\n  low/high/kid: { name: Kid }\n',
    undefined,
    'internal',
  ],
])('what a group takes over where it is moved to %s', async (_, after, words, visibility) => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': before });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', after);
  const { status, out, err } = await keelson.run('plan');
  const said = (out + err).replace(/\s+/g, ' ');
  expect(status, out + err).toBe(0);
  if (words === undefined) expect(said).not.toContain('to move it back');
  else expect(said).toContain(words);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get('/groups/low%2Fhigh%2Fkid')).object['visibility']).toBe(visibility);
});
