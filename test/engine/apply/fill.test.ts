import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { Finding, Ref } from '../../../src/placeholders.ts';
import { fill, secretsIn, type Sources } from '../../../src/engine/fill-call.ts';

const hush = new Secret({ type: 'env', name: 'HUSH' });

const sources: Sources = {
  reveal: ({ source }) => `revealed ${source.type}`,
  made: (address, field) => (address === 'group[a]' && field === 'id' ? 7 : undefined),
  own: (field) => ({ id: 3, name: 'a/b', odd: true })[field],
  find: ({ read: { path }, field }) => Promise.resolve(`${path} ${field}`),
};

describe('a call is filled', () => {
  it('in its body, at any depth, and in its order', async () => {
    const body = {
      plain: [1, 'two', null, false, { three: 3 }],
      token: hush,
      list: [{ value: hush }],
      parent_id: new Ref('group[a]', 'id'),
      inner: { user_id: new Finding({ path: '/users' }, 'id') },
    };
    expect(await fill({ method: 'POST', path: '/x', query: { a: 1 }, body }, sources)).toEqual({
      method: 'POST',
      path: '/x',
      query: { a: 1 },
      body: {
        plain: [1, 'two', null, false, { three: 3 }],
        token: 'revealed env',
        list: [{ value: 'revealed env' }],
        parent_id: 7,
        inner: { user_id: '/users id' },
      },
    });
    expect(await fill({ method: 'DELETE', path: '/x' }, sources)).toEqual({ method: 'DELETE', path: '/x' });
  });

  it('in its path, from its own earlier answers', async () => {
    const path = '/groups/{id}/hooks/{name}/{id}';
    expect((await fill({ method: 'PUT', path }, sources)).path).toBe('/groups/3/hooks/a%2Fb/3');
    await expect(fill({ method: 'PUT', path: '/x/{none}' }, sources)).rejects.toThrow('no answer has shown none');
    await expect(fill({ method: 'PUT', path: '/x/{odd}' }, sources)).rejects.toThrow('no answer has shown odd');
  });

  it('in its path from its own body, from which that goes out', async () => {
    const body = { user_id: new Finding({ path: '/users' }, 'id'), id: 9, name: 'a' };
    expect(await fill({ method: 'POST', path: '/users/{user_id}/{id}/tokens', body }, sources)).toMatchObject({
      path: '/users/%2Fusers%20id/9/tokens',
      body: { name: 'a' },
    });
    const { body: sent } = await fill({ method: 'PUT', path: '/x/{user_id}', body: { user_id: 4 } }, sources);
    expect(sent).toEqual({});
  });

  it('or not at all, where what it refers to has not been made', async () => {
    const body = { parent_id: new Ref('group[b]', 'id') };
    await expect(fill({ method: 'POST', path: '/x', body }, sources)).rejects.toThrow('group[b] has no id yet');
  });
});

it('the secrets of a call are found wherever they stand', () => {
  expect(secretsIn({ a: hush, b: [{ c: hush }, 'text', null], d: 4 })).toEqual([hush, hush]);
  expect([undefined, null, 'text', 4, {}, []].flatMap(secretsIn)).toEqual([]);
});
