import { expect, test } from 'vitest';
import { writes } from '../apply/stage.ts';
import { team } from './team.ts';

const APPLY = ['apply', '--auto-approve'];

async function stage(yaml: string) {
  const staged = await team(yaml);
  const { gitlab } = staged;
  const plat = await gitlab.group('plat');
  await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: plat, initialize_with_readme: true });
  const ga = await gitlab.group('ga');
  const sc = await gitlab.group('ga/sc', { parent_id: ga });
  const alice = (await gitlab.get('/users?username=alice')).list[0]?.['id'] ?? null;
  await gitlab.post(`/groups/${sc}/members`, { user_id: alice, access_level: 40 });
  gitlab.sandbox.log.length = 0;
  return { ...staged, alice, sc };
}

const branch = (who: string): string => `protected_branches: { rel: { push_access_level: [{ ${who} }] } }`;

test.each([
  [
    'a share of what moves',
    `groups: { xga: { previously: ga } }\nprojects: { plat/app: { shares: { xga/sc: maintainer }, ${branch('user: alice')} } }\n`,
  ],
  [
    'a share of a new group, and a membership in that',
    `groups: { fresh: { members: { alice: owner } } }\nprojects: { plat/app: { shares: { fresh: maintainer }, ${branch('user: alice')} } }\n`,
  ],
  [
    'a share with the group itself',
    `groups: { xga: { previously: ga } }\nprojects: { plat/app: { shares: { xga/sc: maintainer }, ${branch('group: xga/sc')} } }\n`,
  ],
  [
    'a share of the group above the project',
    `groups: { xga: { previously: ga }, plat: { shares: { xga/sc: maintainer } } }\nprojects: { plat/app: { ${branch('user: alice')} } }\n`,
  ],
])('who may push gets in first, by %s', async (_how, yaml) => {
  const { gitlab, keelson } = await stage(yaml);
  const { status, out, err } = await keelson.run(...APPLY);
  expect(status, out + err).toBe(0);
  expect(writes(gitlab).at(-1)).toBe('POST /projects/1/protected_branches');
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test('less than is inherited in a group that nobody declares, below one that is renamed, is foreseen', async () => {
  const { gitlab, keelson } = await stage(
    'groups: { xga: { previously: ga } }\nprojects: { xga/sc/lib: { members: { alice: developer } } }\n',
  );
  const { id } = (await gitlab.get('/groups/ga%2Fsc')).object;
  await gitlab.post('/projects', { name: 'lib', path: 'lib', namespace_id: id ?? null });
  gitlab.sandbox.log.length = 0;
  const { status, err } = await keelson.run(...APPLY);
  expect([status, err]).toEqual([1, expect.stringContaining('error[below-inherited]')]);
  expect(writes(gitlab)).toEqual([]);
});
