import { expect, test } from 'vitest';
import { byStatus, stage } from './stage.ts';

interface Told {
  readonly outcomes: readonly {
    readonly address: string;
    readonly failure?: { readonly code: string; readonly words?: string };
  }[];
}

function failures(out: string): { readonly [address: string]: string } {
  const { outcomes } = JSON.parse(out) as Told;
  return Object.fromEntries(
    outcomes.flatMap(({ address, failure }) => (failure ? [[address, `${failure.code}: ${failure.words ?? ''}`]] : [])),
  );
}

test('a field that the tier drops with a success is a failure, and the fields beside it are told apart', async () => {
  const document = `groups:
  team: { description: Ours, file_template_project_id: 7 }
  other: { description: Theirs }
instance:
  settings: { max_login_attempts: 7, elasticsearch_indexing_timeout_minutes: 30, repository_size_limit: 5 }
`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': document }, { tier: 'free' });
  const { status, out } = await keelson.run('apply', '--auto-approve', '--json');
  expect(status).toBe(1);
  expect(failures(out)).toEqual({
    'group[team]': 'not-accepted: it answers with success, but file_template_project_id is not 7',
    'instance/settings':
      'not-accepted: it answers with success, but elasticsearch_indexing_timeout_minutes is not 30, repository_size_limit is not 5',
  });
  expect(byStatus(out)['done']).toEqual(['group[other]']);
  // What the tier has of it was done, and the next run still says what was not.
  expect((await gitlab.get('/application/settings')).object['max_login_attempts']).toBe(7);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(2);
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
