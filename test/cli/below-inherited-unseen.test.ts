import { expect, test } from 'vitest';
import { workspace } from './keelson.ts';
import { team } from './team.ts';

const config = (level: string): string => `groups:
  top/mid/child: { members: { bob: ${level} } }
  top/mid/other: { members: { bob: ${level} } }
`;

test('less access than a group gives whose members nobody declares is told by the plan, after one read of each such group', async () => {
  const { gitlab, keelson, bob } = await team(config('maintainer'));
  const top = await gitlab.group('top');
  for (const path of ['top/mid', 'top/mid/child', 'top/mid/other']) await gitlab.group(path);
  expect((await gitlab.post(`/groups/${top}/members`, { user_id: bob, access_level: 40 })).status).toBe(201);
  const asked = (path: string): number =>
    gitlab.sandbox.log.filter(({ url }) => url.includes(`/groups/${path}/members?`)).length;
  keelson.write('keelson.yaml', config('developer'));
  gitlab.sandbox.log.length = 0;
  const refused = await keelson.run('plan');
  expect(refused.status).toBe(1);
  expect(refused.err.match(/error\[below-inherited\].*/g)).toEqual([
    'error[below-inherited]: group[top/mid/child]/member[bob] would have less access than it inherits from group[top], which GitLab refuses',
    'error[below-inherited]: group[top/mid/other]/member[bob] would have less access than it inherits from group[top], which GitLab refuses',
  ]);
  expect([asked('top'), asked('top%2Fmid')]).toEqual([1, 1]);
  keelson.write('keelson.yaml', config('maintainer'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
  expect(asked('top')).toBe(0);
});

test('what a group gives that the same plan moves is read where that is now', async () => {
  const { gitlab, keelson, bob } = await team(
    'groups: { gg: { previously: oo/gg }, gg/kid: { members: { bob: guest } } }\n',
  );
  await gitlab.group('oo');
  const moved = await gitlab.group('oo/gg');
  await gitlab.group('oo/gg/kid');
  expect((await gitlab.post(`/groups/${moved}/members`, { user_id: bob, access_level: 40 })).status).toBe(201);
  const refused = await keelson.run('plan');
  expect(refused.status).toBe(1);
  expect(refused.err).toContain(
    'error[below-inherited]: group[gg/kid]/member[bob] would have less access than it inherits from group[gg], which GitLab refuses',
  );
});

test('what a token may not read above is told by what everybody has below, as a warning, since a share counts there', async () => {
  const { gitlab, bob } = await team();
  const asAlice = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.as('alice').token };
  const keelson = workspace({}, asAlice);
  const top = await gitlab.group('top');
  const mid = await gitlab.group('top/mid');
  await gitlab.post(`/groups/${mid}/members`, { username: 'alice', access_level: 50 });
  await gitlab.post(`/groups/${top}/members`, { user_id: bob, access_level: 30 });
  const said = async (yaml: string): Promise<string> => {
    keelson.write('keelson.yaml', yaml);
    const { status, out, err } = await keelson.run('plan');
    expect(status, err).toBe(0);
    return (out + err).match(/\w+\[below-inherited\].*/g)?.join('\n') ?? '';
  };
  const words = (address: string): string =>
    `warning[below-inherited]: ${address} may have less access than it inherits, which GitLab refuses: bob has access to group[top/mid] as developer, by a group above that this token may not look into, or by a share`;
  expect(await said('groups: { top/mid: { members: { alice: owner, bob: guest } } }\n')).toBe(
    words('group[top/mid]/member[bob]'),
  );
  expect(await said('groups: { top/mid: {}, top/mid/kid: { members: { bob: guest } } }\n')).toBe(
    words('group[top/mid/kid]/member[bob]'),
  );
  expect(await said('groups: { top/mid: { members: { alice: owner, bob: maintainer } } }\n')).toBe('');
  await gitlab.post(`/groups/${mid}/members`, { user_id: bob, access_level: 40 });
  expect(await said('groups: { top/mid: { members: { alice: owner, bob: developer } } }\n')).toBe('');
});
