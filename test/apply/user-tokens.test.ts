import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { idOf, type SandboxClient } from '../sandbox/client.ts';
import { inDays } from '../support/in-days.ts';
import { stage, writes } from './stage.ts';

const ENDS = inDays(100);
const token = (name: string, more = `expires_at: ${ENDS}`, scopes = 'api'): string =>
  `{ name: ${name}, scopes: [${scopes}], ${more}, token_to: { file: ${name}.token } }`;

/** The names of the tokens of a user that are good, of both sorts. */
async function good(gitlab: SandboxClient, username: string): Promise<readonly string[]> {
  const [user] = (await gitlab.get(`/users?username=${username}`)).list;
  const { list } = await gitlab.get(`/personal_access_tokens?user_id=${textOf(user?.['id'] ?? null)}&state=active`);
  return list.map(({ name }) => textOf(name ?? null)).toSorted();
}

const everybody = `instance:
  users: { dora: { name: Dora, email: dora@example.com } }
  service_accounts: { robot: {} }
  personal_access_tokens:
    Robot: [${token('deploy')}, ${token('mirror', undefined, 'read_repository')}]
    dora: ${token('ci')}
    alice: ${token('nightly')}
  impersonation_tokens:
    alice: ${token('nightly').replace('nightly.token', 'as-alice.token')}
groups:
  eng:
    service_accounts: { builder: {} }
    personal_access_tokens: { builder: ${token('build')} }
`;

describe('tokens of users', () => {
  it('are made after their users, and then there is nothing to do', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': everybody });
    const first = await keelson.run('apply', '--auto-approve');
    expect(first.status, first.out + first.err).toBe(0);
    expect(await good(gitlab, 'robot')).toEqual(['deploy', 'mirror']);
    expect(await good(gitlab, 'dora')).toEqual(['ci']);
    expect(await good(gitlab, 'alice')).toEqual(['nightly', 'nightly']);
    expect(await good(gitlab, 'builder')).toEqual(['build']);
    const kept = readFileSync(join(keelson.folder, 'build.token'), 'utf8').trim();
    expect((await fetch(`${gitlab.sandbox.url}/api/v4/user`, { headers: { 'private-token': kept } })).status).toBe(200);
    const next = await keelson.run('plan', '--detailed-exitcode');
    expect(next.status, next.out + next.err).toBe(0);
  });
});

/** The instance with a user of its own, who has these tokens. */
async function withTokens(yaml: string, username: string, ...names: readonly string[]) {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const user = await gitlab.user(username);
  const ids: number[] = [];
  for (const name of names) {
    const made = await gitlab.post(`/users/${user}/personal_access_tokens`, {
      name,
      scopes: ['api'],
      expires_at: ENDS,
    });
    ids.push(idOf(made));
  }
  gitlab.sandbox.log.length = 0;
  return { gitlab, keelson, user, ids };
}

const tokensOf = (user: string, ...tokens: readonly string[]): string =>
  `personal_access_tokens: { ${user}: [${tokens.join(', ')}] }`;

describe('what is not declared', () => {
  it('is told of those who are named, is never taken for another sort, and no section of it is pruned', async () => {
    const yaml = `instance:\n  ${tokensOf('olga', token('ci'))}\n  impersonation_tokens: { olga: ${token('ci').replace('ci.token', 'as-olga.token')} }\n`;
    const { gitlab, keelson, user } = await withTokens(yaml, 'olga', 'ci', 'own');
    const support = { name: 'support', scopes: ['api'], expires_at: ENDS };
    await gitlab.post(`/users/${user}/impersonation_tokens`, support);
    const { status, out, err } = await keelson.run('plan');
    expect(status, err).toBe(0);
    expect(out).toContain('+ impersonation_token[olga/ci]: declared, and not there');
    expect(out).not.toContain('+ personal_access_token[olga/ci]');
    expect(out).toMatch(/instance\/personal_access_tokens +1\n +instance\/impersonation_tokens +1\n/);
    keelson.write('keelson.yaml', `instance: { prune: [personal_access_tokens], ${tokensOf('olga', token('ci'))} }\n`);
    const pruned = await keelson.run('validate');
    expect([pruned.status, pruned.err]).toEqual([1, expect.stringContaining('personal_access_tokens')]);
  });
});

describe('people who change', () => {
  it('keep their tokens where they are renamed, be that declared with tokens to come, to go, or to be made anew', async () => {
    const users = 'users: { olive: { previously: olga } }';
    const { gitlab, keelson, ids } = await withTokens(
      `instance:\n  ${users}\n  ${tokensOf('olive', token('ci'), token('wide', undefined, 'read_api'), '{ name: old, state: absent }', token('new'))}\n`,
      'olga',
      ...['ci', 'wide', 'old'],
    );
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve', '--allow-mass-removal');
    expect(status, out + err).toBe(0);
    expect(out).toContain('1 created, 1 updated, 1 replaced, 1 deleted');
    expect(await good(gitlab, 'olive')).toEqual(['ci', 'new', 'wide']);
    expect((await gitlab.get(`/personal_access_tokens/${String(ids[0])}`)).object).toMatchObject({ revoked: false });
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  });

  it('who go take their tokens along, and nobody who goes gets any', async () => {
    const yaml = (more: string): string =>
      `instance: { users: { olga: { state: absent } }, personal_access_tokens: { olga: [${more}] } }\n`;
    const { gitlab, keelson } = await withTokens(yaml('{ name: old, state: absent }'), 'olga', 'old');
    const { status, out, err } = await keelson.run('apply', '--auto-approve');
    expect(status, out + err).toBe(0);
    const sent = writes(gitlab);
    expect(sent.map((one) => one.replace(/\d+/, 'N'))).toEqual(['DELETE /personal_access_tokens/N', 'DELETE /users/N']);
    keelson.write('keelson.yaml', yaml(token('ci')));
    const next = await keelson.run('plan');
    expect([next.status, next.err]).toEqual([1, expect.stringContaining('olga')]);
  });

  it('who are nobody, or not of this group, are told before anything is sent', async () => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': `instance: { ${tokensOf('nobody', token('ci'))} }\n` });
    const nobody = await keelson.run('plan');
    expect([nobody.status, nobody.err]).toEqual([1, expect.stringContaining('there is no user nobody')]);
    await gitlab.group('eng');
    keelson.write('keelson.yaml', `groups: { eng: { ${tokensOf('alice', token('ci'))} } }\n`);
    const other = await keelson.run('plan');
    expect([other.status, other.err]).toEqual([
      1,
      expect.stringMatching(
        /GitLab answers 404.*\n[^]*Name nobody in personal_access_tokens there but service accounts of its own/,
      ),
    ]);
  });
});

describe('the token of the run itself', () => {
  it('is neither made anew nor revoked, though others of its user are', async () => {
    const due = 'rotate: { before: 199d, lifetime: 200d }';
    const yaml = `instance:\n  ${tokensOf('olga', token('mine', due, 'api, admin_mode'), token('other', due))}\n`;
    const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
    const olga = await gitlab.user('olga', { admin: true });
    const list = `/users/${olga}/personal_access_tokens`;
    const mine = await gitlab.post(list, { name: 'mine', scopes: ['api', 'admin_mode'], expires_at: ENDS });
    const other = await gitlab.post(list, { name: 'other', scopes: ['api'], expires_at: ENDS });
    const isRevoked = async (made: typeof mine) =>
      (await gitlab.get(`/personal_access_tokens/${idOf(made)}`)).object['revoked'];
    const hers = keelson.told({ KEELSON_TOKEN: textOf(mine.object['token'] ?? null) });
    const rotated = await hers.run('apply', '--auto-approve');
    expect(rotated.status, rotated.out + rotated.err).toBe(0);
    expect(rotated.out + rotated.err).toMatch(/\[olga\/mine\] is due for rotation .* it is the token of this very run/);
    expect([await isRevoked(mine), await isRevoked(other)]).toEqual([false, true]);
    // The plan of somebody else would do it, and this token does not apply that.
    expect((await keelson.run('plan', '--out', 'plan.json')).out).toContain('-/+ personal_access_token[olga/mine]');
    gitlab.sandbox.log.length = 0;
    const saved = await hers.run('apply', 'plan.json', '--auto-approve');
    expect([saved.status, saved.err]).toEqual([
      3,
      expect.stringContaining('[olga/mine] is the token of this very run'),
    ]);
    expect(writes(gitlab)).toEqual([]);
  });
});

describe('rights', () => {
  it('on the instance are those of administrators, and in a group those of its owners, as the plan says', async () => {
    const { gitlab, keelson } = await stage({
      'keelson.yaml': `groups: { eng: { service_accounts: { builder: {} }, ${tokensOf('builder', token('build'))} } }\n`,
    });
    const eng = await gitlab.group('eng');
    await gitlab.post(`/groups/${eng}/members`, { username: 'bob', access_level: 50 });
    await gitlab.post(`/groups/${eng}/members`, { username: 'carol', access_level: 40 });
    await gitlab.post(`/groups/${eng}/service_accounts`, { username: 'builder' });
    const owner = keelson.told({ KEELSON_TOKEN: gitlab.as('bob').token });
    const made = await owner.run('apply', '--auto-approve');
    expect(made.status, made.out + made.err).toBe(0);
    expect(existsSync(join(keelson.folder, 'build.token'))).toBe(true);
    gitlab.sandbox.log.length = 0;
    for (const [yaml, who] of [
      [`groups: { eng: { ${tokensOf('builder', token('more'))} } }\n`, 'carol'],
      [`instance: { ${tokensOf('bob', token('more'))} }\n`, 'bob'],
      [`instance: { ${tokensOf('alice', token('more'))} }\n`, 'bob'],
      [`instance: { impersonation_tokens: { alice: ${token('more')} } }\n`, 'bob'],
    ] as const) {
      keelson.write('keelson.yaml', yaml);
      const refused = await keelson.told({ KEELSON_TOKEN: gitlab.as(who).token }).run('apply', '--auto-approve');
      expect([refused.status, refused.err]).toEqual([1, expect.stringMatching(/administrator|may read it/)]);
    }
    expect(writes(gitlab)).toEqual([]);
  });
});
