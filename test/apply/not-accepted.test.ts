import { expect, test } from 'vitest';
import { stage } from './stage.ts';

interface Told {
  readonly outcomes: readonly {
    readonly address: string;
    readonly failure?: { readonly code: string; readonly serverMessage?: string };
  }[];
}

function failures(out: string): { readonly [address: string]: string } {
  const { outcomes } = JSON.parse(out) as Told;
  return Object.fromEntries(
    outcomes.flatMap(({ address, failure }) =>
      failure ? [[address, `${failure.code}: ${failure.serverMessage ?? ''}`]] : [],
    ),
  );
}

test('a field that the tier drops with a success contradicts nothing, and the next plan says that nobody can tell', async () => {
  const document = `groups:
  team: { description: Ours, file_template_project_id: 7 }
  other: { description: Theirs }
instance:
  settings: { max_login_attempts: 7, mirror_max_capacity: 15, email_additional_text: Ours }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': document }, { tier: 'free' });
  const { status, out } = await keelson.run('apply', '--auto-approve', '--json');
  expect(status).toBe(0);
  expect(failures(out)).toEqual({});
  expect((await gitlab.get('/application/settings')).object['max_login_attempts']).toBe(7);
  // The answers lack the keys that the tier does not have: only what is shown can contradict.
  const next = await keelson.run('plan', '--json', '--detailed-exitcode');
  expect(next.status).toBe(0);
  const { summary } = JSON.parse(next.out) as { readonly summary: { readonly unverifiable: number } };
  expect(summary.unverifiable).toBe(3);
});

test('a member who waits for somebody to approve the promotion is no member yet', async () => {
  const document = 'groups: { team: { members: { alice: owner, bob: developer } } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': document });
  await gitlab.group('team');
  await gitlab.post('/groups/team/members', { username: 'alice', access_level: 50 });
  await gitlab.put('/application/settings', { enable_member_promotion_management: true });
  keelson.write('token', gitlab.as('alice').token);
  const { status, out, err } = await keelson.run('apply', '--auto-approve', '--json', '--token-file', 'token');
  expect(status, `${out}${err}`).toBe(1);
  expect(failures(out)['group[team]/member[bob]']).toMatch(/^not-accepted: /);
  expect((await gitlab.get('/groups/team/members')).list.map(({ username }) => username)).not.toContain('bob');
});

const premium = `groups:
  team: {}
projects:
  team/api: { merge_pipelines_enabled: true, issues_template: Ours }
  team/web: { merge_pipelines_enabled: true, description: Theirs }
`;

test('what the tier of a project lacks is told by each plan and by drift, and by an apply that sends it all the same', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': premium }, { tier: 'free' });
  const id = await gitlab.group('team');
  for (const path of ['api', 'web']) await gitlab.post('/projects', { path, namespace_id: id });
  await keelson.run('apply', '--auto-approve');
  for (const command of ['plan', 'drift'] as const) {
    const { out, err } = await keelson.run(command);
    const text = `${out}${err}`.replace(/\s+/g, ' ');
    expect(text).toContain(
      'project[team/api], project[team/web]: merge_pipelines_enabled needs GitLab Premium, and this instance has Free: GitLab leaves it as it is',
    );
    expect(text).toContain('project[team/api]: issues_template needs GitLab Premium');
  }
  keelson.write('keelson.yaml', premium.replace('Theirs', 'Other'));
  const sent = await keelson.run('apply', '--auto-approve', '--resend', 'project**');
  const text = sent.out.replace(/\s+/g, ' ');
  expect(text).toContain(
    '~ project[team/api]: GitLab took the call, and its answer does not show issues_template, merge_pipelines_enabled, which need a licence: not accepted',
  );
  expect(text).toContain(
    '~ project[team/web]: GitLab took the call, and its answer does not show merge_pipelines_enabled',
  );
  expect(text).toContain('Applied: 0 created, 1 updated, 0 replaced, 0 deleted; 1 was not accepted');
});

test('who is named in a protected branch needs Premium, and the plan says so before GitLab refuses it', async () => {
  const { gitlab, keelson } = await stage(
    {
      'keelson.yaml':
        'projects: { team/api: { protected_branches: { main: { push_access_level: [{ user: alice }] } } } }\n',
    },
    { tier: 'free' },
  );
  await gitlab.post('/projects', { path: 'api', namespace_id: await gitlab.group('team') });
  const { status, err } = await keelson.run('plan');
  expect([status, err.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining(
      'error[lacks-tier]: project[team/api]/protected_branch[main]: a user in push_access_level needs GitLab Premium, and this instance has Free',
    ),
  ]);
});
