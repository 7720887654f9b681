import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const PLAIN = (text: string) => text.replace(/\s+/g, ' ');

/** A group at the top with a push rule and Slack, in which projects are made. */
async function withGroup(text: string, options: SandboxOptions = {}) {
  const all = await stage({ 'keelson.yaml': text }, options);
  await all.gitlab.group('eng');
  await all.gitlab.post('/groups/eng/push_rule', { deny_delete_tag: true });
  await all.gitlab.put('/groups/eng/integrations/slack', { webhook: 'https://hooks.slack.com/services/a/b/c' });
  all.gitlab.sandbox.log.length = 0;
  return all;
}

async function planned(keelson: Awaited<ReturnType<typeof stage>>['keelson'], ...more: string[]) {
  const { status, out, err } = await keelson.run('plan', '--json', ...more);
  expect([status, err]).toEqual([0, expect.any(String)]);
  const { changes } = JSON.parse(out) as {
    changes: { address: string; action: string; reason: string; needs: string[]; calls: object[] }[];
  };
  return changes;
}

const cases = [
  [
    'the push rules of its group',
    '{ create: {}, push_rules: { state: absent } }',
    'project[eng/web]/push_rule',
    'declared absent; a new project comes with that of its group, or of the instance, where there is one',
    'DELETE /projects/eng%2Fweb/push_rule',
  ],
  [
    'the integration of its group',
    '{ create: {}, integrations: { slack: { state: absent } } }',
    'project[eng/web]/integration[slack]',
    'declared absent; a new project comes with that of its group, or of the instance, where there is one',
    'DELETE /projects/eng%2Fweb/integrations/slack',
  ],
  [
    'the protection of a branch that it begins with',
    '{ create: { readme: true }, default_branch: trunk, prune: [protected_branches], protected_branches: {} }',
    'project[eng/web]/protected_branch[trunk]',
    'not declared, and protected_branches is pruned; GitLab itself protects the branch that a new project begins with, unless its group or the instance has it otherwise',
    'DELETE /projects/eng%2Fweb/protected_branches/trunk',
  ],
  [
    'the protection of a branch that nobody has named',
    '{ create: { readme: true }, prune: [protected_branches], protected_branches: {} }',
    'project[eng/web]/protected_branch[the default branch]',
    'not declared, and protected_branches is pruned; GitLab itself protects the branch that a new project begins with, unless its group or the instance has it otherwise',
    'DELETE /projects/eng%2Fweb/protected_branches/main',
  ],
  [
    'the protection of a branch that is declared absent',
    '{ create: { readme: true }, protected_branches: { main: { state: absent } } }',
    'project[eng/web]/protected_branch[main]',
    'declared absent; GitLab itself protects the branch that a new project begins with, unless its group or the instance has it otherwise',
    'DELETE /projects/eng%2Fweb/protected_branches/main',
  ],
] as const;

describe.each(cases)('a project that is made has not %s', (_, entry, address, reason, call) => {
  it('by the plan that makes it, and by a saved one, and the next plan is empty', async () => {
    const text = `projects:\n  eng/web: ${entry}\n`;
    const { gitlab, keelson } = await withGroup(text);
    const change = (await planned(keelson, '--out', 'plan.json')).find((one) => one.address === address);
    expect(change).toMatchObject({ action: 'delete', reason, needs: ['project[eng/web]'] });
    const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
    expect([status, `${out}${err}`]).toEqual([0, expect.stringContaining('1 deleted')]);
    expect(writes(gitlab)).toContain(call);
    const again = await keelson.run('plan', '--detailed-exitcode');
    expect([again.status, again.out]).toEqual([0, expect.any(String)]);
  });
});

it('where nothing has come it is told that it was so already', async () => {
  const { keelson } = await stage({
    'keelson.yaml': `
groups: { ops: { push_rules: { state: absent }, integrations: { jira: { state: absent } } } }
projects: { ops/web: { create: {}, push_rules: { state: absent }, integrations: { slack: { state: absent } } } }
`,
  });
  const { status, out, err } = await keelson.run(...APPLY);
  expect([status, err]).toEqual([0, expect.any(String)]);
  expect(`${out}${err}`).not.toContain('handed-down');
  expect(PLAIN(out)).toContain('Applied: 2 created, 0 updated, 0 replaced, 0 deleted; 4 were so already');
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it.each([
  ['no such thing on the instance', '{ create: {}, push_rules: { state: absent } }', { version: '18.9.0' }],
  ['a project that begins empty', '{ create: {}, prune: [protected_branches], protected_branches: {} }', {}],
  [
    'a branch that it does not begin with',
    '{ create: { readme: true }, default_branch: trunk, protected_branches: { main: { state: absent } } }',
    {},
  ],
  ['a pattern', "{ create: { readme: true }, protected_branches: { '*': { state: absent } } }", {}],
  [
    'what is ignored',
    '{ create: { readme: true }, default_branch: trunk, prune: [protected_branches], ignore: { protected_branches: [tr*] }, protected_branches: {} }',
    {},
  ],
  [
    'what may be ignored',
    '{ create: { readme: true }, prune: [protected_branches], ignore: { protected_branches: [main] }, protected_branches: {} }',
    {},
  ],
  [
    'what is declared',
    '{ create: { readme: true }, default_branch: trunk, prune: [protected_branches], protected_branches: { trunk: {} } }',
    {},
  ],
  ['what is not pruned', '{ create: { readme: true }, protected_branches: {} }', {}],
])('nothing is shown of %s', async (_, entry, options: SandboxOptions) => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': `projects: { eng/web: ${entry} }\n` }, options);
  await gitlab.group('eng');
  expect((await planned(keelson)).filter(({ action }) => action === 'delete')).toEqual([]);
});

const NONE = `
projects:
  eng/web: { create: { readme: true }, push_rules: { state: absent }, prune: [protected_branches], protected_branches: {} }
`;

it('what is declared of a branch stays, whether its name is that of the new project or not', async () => {
  const { gitlab, keelson } = await withGroup(`
projects:
  eng/web:
    create: { readme: true }
    prune: [protected_branches]
    protected_branches: { main: { push_access_level: no_access }, 'release/*': {} }
`);
  const changes = await planned(keelson);
  for (const name of ['main', 'release/*'])
    expect(changes.find(({ address }) => address === `project[eng/web]/protected_branch[${name}]`)?.needs).toContain(
      'project[eng/web]/protected_branch[the default branch]',
    );
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const { list } = await gitlab.get('/projects/1/protected_branches');
  expect(list.map(({ name }) => name).sort()).toEqual(['main', 'release/*']);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('what is made and still has it is rid of it by the same saved plan, and by the next one', async () => {
  const { keelson } = await withGroup(NONE);
  await planned(keelson, '--out', 'plan.json');
  expect((await keelson.run(...APPLY, '--target', 'project[eng/web]')).status).toBe(0);
  const next = await planned(keelson);
  expect(next.map(({ address, reason }) => [address, reason]).sort()).toEqual([
    ['project[eng/web]/protected_branch[main]', 'not declared, and protected_branches is pruned'],
    ['project[eng/web]/push_rule', 'declared absent'],
  ]);
  const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, `${out}${err}`]).toEqual([0, expect.stringContaining('2 deleted')]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a target takes its project along, and drift tells of nothing that is not there', async () => {
  const { keelson } = await withGroup(NONE);
  const changes = await planned(keelson, '--target', 'project[eng/web]/push_rule');
  expect(changes.map(({ address }) => address)).toEqual(['project[eng/web]', 'project[eng/web]/push_rule']);
  const { status, out } = await keelson.run('drift');
  expect([status, out]).toEqual([2, expect.stringContaining('project[eng/web]')]);
  expect(out).not.toMatch(/push_rule|protected_branch/);
});

it('an undo deletes the project with all that, and brings back nothing of it', async () => {
  const { gitlab, keelson } = await withGroup(NONE);
  const { status, out, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect([status, `${out}${err}`]).toEqual([0, expect.not.stringContaining('not bring back')]);
  const undone = await keelson.run(...APPLY, 'undo.json', '--allow-scope-deletion');
  expect([undone.status, undone.out]).toEqual([0, expect.stringContaining('1 deleted')]);
  expect((await gitlab.get('/projects/1')).object['marked_for_deletion_on']).toEqual(expect.any(String));
});

it('what comes with thirty projects is no mass removal', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `  eng/p${at}: { create: {} }\n`);
  const { keelson } = await withGroup(
    `defaults: { projects: { "eng/*": { push_rules: { state: absent } } } }\nprojects:\n${names.join('')}`,
  );
  expect((await planned(keelson)).filter(({ action }) => action === 'delete')).toHaveLength(30);
});
