import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import { idOf, type SandboxClient } from '../sandbox/client.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import { stage, writes } from './stage.ts';

/** What takes other things along when it is removed, what comes there after the plan was made, and by what name that is told. */
const cases: readonly {
  readonly section: string;
  readonly what: string;
  readonly yaml: string;
  readonly comes: (gitlab: SandboxClient) => Promise<unknown>;
  readonly told: string;
}[] = [
  {
    ...{
      section: 'users',
      what: 'a project of its own',
      yaml: '{ instance: { users: { alice: { state: absent } } } }',
    },
    comes: async (gitlab) => {
      const [alice] = (await gitlab.get('/users?username=alice')).list;
      await gitlab.post(`/projects/user/${textOf(alice?.['id'])}`, { name: 'mine', path: 'mine' });
    },
    told: 'alice/mine',
  },
  {
    ...{
      section: 'service_accounts',
      what: 'a project of its own',
      yaml: '{ instance: { service_accounts: { robot: { state: absent } } } }',
    },
    comes: async (gitlab) => {
      const [robot] = (await gitlab.get('/users?username=robot')).list;
      // It is external as it is made, and so has none of its own.
      await gitlab.put(`/users/${textOf(robot?.['id'])}`, { external: false, projects_limit: 1 });
      await gitlab.post(`/projects/user/${textOf(robot?.['id'])}`, { name: 'its', path: 'its' });
    },
    told: 'robot/its',
  },
  {
    ...{ section: 'groups', what: 'a subgroup', yaml: '{ groups: { old: { state: absent } } }' },
    comes: (gitlab) => gitlab.group('old/young'),
    told: 'old/young',
  },
  {
    ...{ section: 'groups', what: 'a project', yaml: '{ groups: { old: { state: absent } } }' },
    comes: async (gitlab) => {
      const old = idOf(await gitlab.get('/groups/old'));
      await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: old });
    },
    told: 'old/app',
  },
  {
    ...{ section: 'projects', what: 'a member', yaml: '{ projects: { old/known/its: { state: absent } } }' },
    comes: async (gitlab) => {
      const [alice] = (await gitlab.get('/users?username=alice')).list;
      await gitlab.post('/projects/1/members', { user_id: alice?.['id'] ?? null, access_level: 30 });
    },
    told: 'alice',
  },
];

it.each(cases)(
  'a saved plan removes nothing of $section with $what that it has not told',
  async ({ yaml, comes, told }) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
    await gitlab.post('/service_accounts', { username: 'robot' });
    await gitlab.group('old');
    const known = await gitlab.group('old/known');
    await gitlab.post('/projects', { name: 'its', path: 'its', namespace_id: known });
    expect((await keelson.run('plan', '--out', 'plan.json', '--allow-scope-deletion')).status).toBe(0);
    await comes(gitlab);
    gitlab.sandbox.log.length = 0;
    const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
    expect([status, (out + err).replace(/\s+/g, ' ')]).toEqual([
      3,
      expect.stringContaining(`more would go along with it by now than the plan has told: ${told}`),
    ]);
    expect(writes(gitlab)).toEqual([]);
    // A new plan tells it, and does it.
    expect((await keelson.run('apply', '--auto-approve', '--allow-scope-deletion')).status).toBe(0);
  },
);

it('is tried of every kind that takes other things along', () => {
  const taking = kinds.filter(({ people, host }) => people !== undefined || host?.contents !== undefined);
  expect(new Set(cases.map(({ section }) => section))).toEqual(new Set(taking.map(({ section }) => section)));
});
