import { describe, expect, it } from 'vitest';
import { accessTokens } from '../../src/kinds/access-token.ts';
import { deployTokens } from '../../src/kinds/deploy-token.ts';
import { impersonationTokens } from '../../src/kinds/impersonation-token.ts';
import { personalAccessTokens } from '../../src/kinds/personal-token.ts';
import type { JsonObject } from '../../src/model.ts';
import { Finding } from '../../src/placeholders.ts';
import { declared, lookAt, siteAt } from './call-context.ts';

const group = { type: 'group', path: 'platform' } as const;
const project = { type: 'project', path: 'platform/api' } as const;
const sink = { file: 'a.token' };

describe('deploy tokens', () => {
  const live = {
    id: 7,
    name: 'pulls',
    username: 'gitlab+deploy-token-7',
    scopes: ['read_registry'],
    expires_at: '2031-01-01T00:00:00.000Z',
  };

  it('are read without those that have ended, and say their day and a name of their own alone', () => {
    expect(deployTokens.reads.all(project, [])).toEqual([
      { path: '/projects/platform%2Fapi/deploy_tokens', query: { active: true }, pages: true },
    ]);
    expect(deployTokens.decode(live, lookAt(group))).toMatchObject({
      key: 'pulls',
      id: 7,
      spec: { username: null, expires_at: '2031-01-01', scopes: ['read_registry'] },
    });
    const named = deployTokens.decode({ ...live, username: 'puller', expires_at: null }, lookAt(group));
    expect(named?.spec).toMatchObject({ username: 'puller', expires_at: null });
  });

  it('are made with what is said alone, and their value goes to its file', () => {
    const entry = declared('pulls', { scopes: ['read_registry'], username: null, expires_at: null, token_to: sink });
    expect(deployTokens.calls.create?.(entry, siteAt(group))).toEqual([
      {
        method: 'POST',
        path: '/groups/platform/deploy_tokens',
        body: { name: 'pulls', scopes: ['read_registry'] },
        saveSecretTo: { field: 'token', files: ['a.token'] },
      },
    ]);
  });
});

describe('access tokens', () => {
  const live = {
    id: 9,
    name: 'bot',
    scopes: ['api'],
    access_level: 30,
    description: '',
    expires_at: '2027-05-05',
    user_id: 40,
  };

  it('are read without those that are revoked or have ended', () => {
    expect(accessTokens.reads.all(group, [])).toEqual([
      { path: '/groups/platform/access_tokens', query: { state: 'active' }, pages: true },
    ]);
    expect(accessTokens.decode(live, lookAt(group))).toMatchObject({
      key: 'bot',
      id: 9,
      spec: { access_level: 'developer', description: null, expires_at: '2027-05-05' },
    });
    const before = Object.fromEntries(Object.entries(live).filter(([name]) => name !== 'description'));
    expect(accessTokens.decode(before, lookAt(group))?.spec['description']).toBeUndefined();
  });

  it('are left alone where this very run comes with one', () => {
    const me = lookAt(group).instance.me.id;
    expect(accessTokens.decode({ ...live, user_id: me }, lookAt(group))).toHaveProperty('readOnlyReason');
    expect(accessTokens.decode(live, lookAt(group))).not.toHaveProperty('readOnlyReason');
  });

  it('are made by the number of their level, and revoked by their own', () => {
    const spec = { scopes: ['api'], access_level: 'reporter', expires_at: '2027-05-05', token_to: sink };
    expect(accessTokens.calls.create?.(declared('bot', spec), siteAt(project))).toEqual([
      {
        method: 'POST',
        path: '/projects/platform%2Fapi/access_tokens',
        body: { name: 'bot', scopes: ['api'], expires_at: '2027-05-05', access_level: 20 },
        saveSecretTo: { field: 'token', files: ['a.token'] },
      },
    ]);
    // One that was made without an end is told as that, and not as one of which nobody is shown when it ends.
    expect(accessTokens.decode({ ...live, expires_at: null }, lookAt(group))?.spec['expires_at']).toBeNull();
    expect(accessTokens.calls.remove?.(live, siteAt(project))).toEqual([
      { method: 'DELETE', path: '/projects/platform%2Fapi/access_tokens/9' },
    ]);
  });
});

describe('tokens of users', () => {
  const live = {
    ...{ id: 9, name: 'ci/cd', scopes: ['api'], description: '', expires_at: '2027-05-05', user_id: 40 },
    username: 'Dora',
  };
  const instance = { type: 'instance' } as const;

  it('are told apart by their user and their name, and those that impersonate are of the other section', () => {
    expect(personalAccessTokens.decode(live, lookAt(instance))).toMatchObject({
      key: 'dora/ci/cd',
      id: 9,
      spec: { username: 'dora', name: 'ci/cd', description: null },
    });
    const other = { ...live, impersonation: true };
    expect(personalAccessTokens.decode(other, lookAt(instance))).toBeUndefined();
    expect(impersonationTokens.decode(other, lookAt(instance))).toMatchObject({ key: 'dora/ci/cd', id: 9 });
  });

  it('are of this very run by their number alone, of which nobody is asked for the tokens of others', () => {
    const { me } = lookAt(instance).instance;
    const named = (row: JsonObject) => personalAccessTokens.reads.named?.(row, lookAt(instance).instance);
    expect(named(live)).toEqual({});
    expect(named({ ...live, user_id: me.id })).toEqual({
      self: { path: '/personal_access_tokens/self' },
    });
    const shown = (id: number) => personalAccessTokens.decode({ ...live, named: { self: { id } } }, lookAt(instance));
    expect(shown(9)).toHaveProperty('readOnlyReason');
    expect(shown(8)).not.toHaveProperty('readOnlyReason');
  });

  it('are made for whom the configuration makes or finds, and revoked where they stand', () => {
    const spec = { username: 'dora', name: 'ci', scopes: ['api'], expires_at: '2027-05-05', token_to: sink };
    const entry = declared('dora/ci', spec);
    const body = { name: 'ci', scopes: ['api'], user_id: 40, expires_at: '2027-05-05' };
    const known = { 'users dora': { id: 40 }, 'service_accounts dora': { id: 41 } };
    expect(personalAccessTokens.calls.create?.(entry, siteAt(instance, known))).toMatchObject([
      { method: 'POST', path: '/users/{user_id}/personal_access_tokens', body },
    ]);
    const [ofGroup] = personalAccessTokens.calls.create?.(entry, siteAt(group)) ?? [];
    expect(ofGroup?.path).toBe('/groups/platform/service_accounts/{user_id}/personal_access_tokens');
    expect(ofGroup?.body?.['user_id']).toEqual(new Finding({ path: '/users', query: { username: 'dora' } }, 'id'));
    const removals = [
      personalAccessTokens.calls.remove?.(live, siteAt(instance)),
      personalAccessTokens.calls.remove?.(live, siteAt(group)),
      impersonationTokens.calls.remove?.(live, siteAt(instance)),
    ];
    expect(removals.flatMap((calls) => calls?.map(({ method, path }) => `${method} ${path}`))).toEqual([
      'DELETE /personal_access_tokens/9',
      'DELETE /groups/platform/service_accounts/40/personal_access_tokens/9',
      'DELETE /users/40/impersonation_tokens/9',
    ]);
  });

  it('are none of a bot, whose token is that of its group or project', () => {
    const faults = (username: string) => impersonationTokens.rules?.check?.({ username }, instance) ?? [];
    expect(faults('group_7_bot_1a2b').map(({ field }) => field)).toEqual(['username']);
    expect(faults('service_account_1a2b')).toEqual([]);
  });
});
