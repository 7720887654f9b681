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
