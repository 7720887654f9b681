import { expect, it } from 'vitest';
import { stage } from './stage.ts';

const document = `groups:
  data: { runners: { gpu: { tags: [gpu], token_to: { file: gpu.token } } } }
  data/ml: { runners: {} }
`;

/** An instance on which a group has a declared runner, and its subgroup's section of runners declares none. */
async function runnersAbove() {
  const set = await stage({ 'keelson.yaml': document });
  const applied = await set.keelson.run('apply', '--auto-approve');
  expect(applied.status, applied.out + applied.err).toBe(0);
  const idOf = async (path: string) =>
    Number((await set.gitlab.get(`/groups/${encodeURIComponent(path)}`)).object['id']);
  return { ...set, data: await idOf('data'), ml: await idOf('data/ml') };
}

it('runners of the group above are no drift of a group, and no entries that nobody declared', async () => {
  const { gitlab, keelson } = await runnersAbove();
  expect((await gitlab.get('/groups/data%2Fml/runners?type=group_type')).list).toHaveLength(1);
  const { status, out, err } = await keelson.run('drift');
  expect(status, out + err).toBe(0);
  expect((await keelson.run('plan')).out).not.toContain('Unmanaged');
});

it('what a subgroup has of its own is told besides them, without a description by its id', async () => {
  const { gitlab, keelson, data, ml } = await runnersAbove();
  const make = async (more: { readonly [name: string]: string | number }) =>
    Number((await gitlab.post('/user/runners', { runner_type: 'group_type', ...more })).object['id']);
  await make({ group_id: data, description: 'above' });
  await make({ group_id: ml, description: 'own' });
  const nameless = await make({ group_id: ml });
  const { status, out } = await keelson.run('drift');
  expect(status).toBe(2);
  expect(out).toContain('group[data]/runner[above]: not declared, and left alone');
  expect(out).toContain('group[data/ml]/runner[own]: not declared, and left alone');
  expect(out).toContain(`group[data/ml]/runner[#${nameless}]: not declared, and left alone`);
  expect(out).not.toMatch(/data\/ml\]\/runner\[(above|gpu)\]/);
  expect(out).toContain('0 changed, 3 not in the repository');
});

it('a runner without a description is named by its id, left out of an export, and removed where its section is pruned', async () => {
  const { gitlab, keelson, ml } = await runnersAbove();
  const { object } = await gitlab.post('/user/runners', { runner_type: 'group_type', group_id: ml });
  const own = `runner[#${Number(object['id'])}]`;
  const name = `group[data/ml]/${own}`;
  expect((await keelson.run('export', '--target', 'group[data/ml]**')).err).toContain(`name to declare: ${name}.`);
  expect((await keelson.run('plan', '--target', name)).status).toBe(0);
  keelson.write('keelson.yaml', document.replace('runners: {} }', 'runners: {}, prune: [runners] }'));
  const { out, err } = await keelson.run('apply', '--auto-approve', '--allow-mass-removal');
  expect(out + err).toContain(`- ${own}: not declared, and runners is pruned`);
  expect((await gitlab.get('/groups/data%2Fml/runners?type=group_type')).list).toHaveLength(1);
});
