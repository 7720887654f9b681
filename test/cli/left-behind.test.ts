import { expect, test } from 'vitest';
import { writes } from '../apply/stage.ts';
import { team } from './team.ts';

/** `mobile`, with a project in its subgroup `sdk`, and `product`, to which both go, each to a place of its own. */
async function scattered(inside: string) {
  const yaml = `groups:\n  product/mobile: { previously: mobile }\n  product/sdk: { previously: product/mobile/sdk }\n${inside}`;
  const { gitlab, keelson } = await team(yaml);
  const mobile = await gitlab.group('mobile');
  const sdk = await gitlab.group('sdk', { parent_id: mobile });
  await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: sdk });
  await gitlab.group('kid', { parent_id: sdk });
  await gitlab.group('product');
  gitlab.sandbox.log.length = 0;
  return { gitlab, keelson, yaml };
}

test.each([
  ['a project', 'projects:\n  product/mobile/sdk/app: { members: { bob: developer } }\n', 'product/sdk/app'],
  ['a group', '  product/mobile/sdk/kid: { members: { bob: developer } }\n', 'product/sdk/kid'],
  ['a group to be made', '  product/mobile/sdk/fresh: { members: { bob: developer } }\n', 'product/sdk/fresh'],
])('%s in a group that the plan takes elsewhere is refused with its path in the end', async (_what, inside, path) => {
  const { gitlab, keelson, yaml } = await scattered(inside);
  const refused = await keelson.run('apply', '--auto-approve');
  expect(refused.status).toBe(1);
  expect(refused.err).toContain('error[left-behind]');
  expect(refused.err).toContain(`Declare it as \`${path}\``);
  expect(writes(gitlab)).toEqual([]);
  keelson.write('keelson.yaml', yaml.replace(/product\/mobile\/sdk\/(app|kid|fresh)/, path));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const what = path.endsWith('app') ? 'projects' : 'groups';
  expect((await gitlab.get(`/${what}/${encodeURIComponent(path)}`)).status).toBe(200);
});

test.each(['old/kid', 'aa/kid'])(
  'what is to go below a path that moves away goes in the same apply, by either path: %s',
  async (path) => {
    const { gitlab, keelson } = await team(`groups:\n  aa: { previously: old }\n  ${path}: { state: absent }\n`);
    const old = await gitlab.group('old');
    const kid = await gitlab.group('kid', { parent_id: old });
    const ran = await keelson.run('apply', '--auto-approve', '--allow-scope-deletion');
    expect(ran.status, ran.err).toBe(0);
    expect((await gitlab.get('/groups/aa')).object).toMatchObject({ id: old });
    const { status, object } = await gitlab.get(`/groups/${kid}`);
    expect(status === 404 || object['marked_for_deletion_on'] !== null).toBe(true);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);
