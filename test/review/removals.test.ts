import { expect, test } from 'vitest';
import { kindsByName } from '../../src/engine/kinds.ts';
import { removableKinds, removalsOf } from '../../src/engine/review/removals.ts';
import { kinds } from '../../src/kinds/index.ts';
import { printRemovals } from '../../src/commands/reviewing/print-removals.ts';
import type { Person } from '../../src/engine/review/review.ts';
import { company, person, review } from './stage.ts';

/** What is printed for some people of the company, and what is said against it. */
async function printed(
  found: readonly string[],
  prepare: (there: Awaited<ReturnType<typeof company>>) => Promise<void>,
) {
  const there = await company();
  await prepare(there);
  const { gitlab } = there;
  const { review: all } = await review(gitlab, gitlab.token);
  const people: readonly Person[] = found.map((username) => person(all, username));
  const instance = {
    url: '',
    version: '18.9.0',
    enterprise: true,
    askedAt: '',
    me: { id: 1, username: 'root', admin: true },
  };
  const texts: string[] = [];
  const said: string[] = [];
  const isWhole = printRemovals(all, people, instance, {
    result: (text) => void texts.push(text),
    diagnose: (diagnostics) => void said.push(...diagnostics.map(({ message }) => message)),
  });
  const { kept } = removalsOf(people, all, removableKinds(kindsByName(kinds)), instance);
  return {
    text: texts.join(''),
    said,
    isWhole,
    kept: kept.map(({ username, address, why }) => `${username} ${address} ${why}`),
  };
}

test('what removes the access of people is a configuration, and leaves what it must not take, with the reason', async () => {
  const { text, said, isWhole, kept } = await printed(
    ['dev', 'lent', 'above', 'root', 'olga'],
    async ({ gitlab, group, ids }) => {
      // An owner of far comes by ops/night, and olga alone would own acme.
      await gitlab.post(`/groups/${group['far'] ?? 0}/share`, { group_id: group['ops/night'] ?? 0, group_access: 50 });
      await gitlab.delete(`/groups/${group['acme'] ?? 0}/members/1`);
      await gitlab.post(`/groups/${group['far'] ?? 0}/members`, { user_id: ids['olga'] ?? 0, access_level: 20 });
    },
  );
  expect(said).toEqual([]);
  expect(isWhole).toBe(true);
  expect(text.slice(text.indexOf('version:'))).toBe(`version: 1
groups:
  acme:
    members:
      dev:
        state: absent
  acme/web:
    members:
      dev:
        state: absent
  far:
    members:
      olga:
        state: absent
  ops:
    members:
      above:
        state: absent
`);
  // Nothing goes of lent and root.
  expect(text).toContain('# Removes access of 3 of 5 users on ');
  expect(text).toContain("# - root, group[far]: the token's own user\n");
  expect(kept.filter((one) => !one.startsWith('root'))).toEqual([
    'lent group[acme/web] lent',
    'lent project[acme/web/api] lent',
    'lent group[far] lent',
    'lent group[ops/night] owner-by-share',
    'olga group[acme] last-owner',
    'olga project[acme/web/api] lent',
  ]);
  expect(kept.filter((one) => one.endsWith(' own'))).toHaveLength(kept.filter((one) => one.startsWith('root')).length);
});

test('a bot goes with its token, of which there is one of that name alone', async () => {
  const there = await company();
  const { gitlab, group } = there;
  for (const [at, name] of [
    ['acme', 'ci'],
    ['acme', 'twice'],
    ['acme', 'twice'],
    ['ops', 'ci'],
  ] as const)
    await gitlab.post(`/groups/${group[at] ?? 0}/access_tokens`, {
      ...{ name, scopes: ['read_api'], access_level: 20, expires_at: there.soon },
    });
  const { review: all } = await review(gitlab, gitlab.token);
  const bots = all.people.filter(({ nature }) => nature === 'bot');
  expect(bots).toHaveLength(4);
  const me = { id: 1, username: 'root', admin: true };
  const known = { url: '', version: '18.9.0', enterprise: true, askedAt: '', me };
  const { removals, kept } = removalsOf(bots, all, removableKinds(kindsByName(kinds)), known);
  expect(removals).toEqual([
    {
      scope: { type: 'group', path: 'acme' },
      section: 'access_tokens',
      keys: ['ci'],
      users: expect.any(Set) as Set<number>,
    },
    {
      scope: { type: 'group', path: 'ops' },
      section: 'access_tokens',
      keys: ['ci'],
      users: expect.any(Set) as Set<number>,
    },
  ]);
  expect(kept.filter(({ why }) => why === 'token')).toHaveLength(2);
  const texts: string[] = [];
  const isValid = printRemovals(all, bots, known, {
    result: (text) => void texts.push(text),
    diagnose: () => undefined,
  });
  expect([isValid, texts.join('')]).toEqual([
    true,
    expect.stringContaining('access_tokens:\n      ci:\n        state: absent'),
  ]);
});

test('of a part of the instance nobody knows what else its groups are invited to: owners stay', async () => {
  const { gitlab, group, ids } = await company();
  await gitlab.post(`/groups/${group['ops/night'] ?? 0}/members`, { user_id: ids['dev'] ?? 0, access_level: 30 });
  const { review: part } = await review(gitlab, gitlab.token, ['group[ops]**']);
  const me = { id: 1, username: 'root', admin: true };
  const found = [person(part, 'lent'), person(part, 'dev')];
  const known = { url: '', version: '18.9.0', enterprise: true, askedAt: '', me };
  const { removals, kept } = removalsOf(found, part, removableKinds(kindsByName(kinds)), known);
  expect(kept).toEqual([{ address: 'group[ops/night]', username: 'lent', why: 'perhaps-owner-by-share' }]);
  expect(removals.flatMap(({ keys }) => keys)).toEqual(['dev']);
});

test('a token of a user stays where it is of this run, or the review is of a part', async () => {
  const { gitlab, ids, soon } = await company();
  for (const id of [1, ids['dev'] ?? 0])
    await gitlab.post(`/users/${id}/personal_access_tokens`, { name: 'own', scopes: ['api'], expires_at: soon });
  const me = { id: 1, username: 'root', admin: true };
  const known = { url: '', version: '18.9.0', enterprise: true, askedAt: '', me };
  const of = async (targets: readonly string[]) => {
    const { review: all } = await review(gitlab, gitlab.token, targets);
    const found = [person(all, 'root'), person(all, 'dev')];
    const { removals, kept } = removalsOf(found, all, removableKinds(kindsByName(kinds)), known);
    return {
      removed: removals.filter(({ scope }) => scope.type === 'instance').map(({ section, keys }) => [section, keys]),
      kept: kept.filter(({ address }) => address === 'token own').map(({ username, why }) => `${username} ${why}`),
    };
  };
  expect(await of([])).toEqual({
    removed: [
      ['personal_access_tokens', ['dev/own']],
      ['impersonation_tokens', ['dev/own']],
    ],
    kept: ['root own'],
  });
  expect(await of(['group[acme]**'])).toEqual({ removed: [], kept: ['root own', 'dev user-of-all'] });
});

test('who stays an administrator is told, with what takes that', async () => {
  const { text, kept } = await printed(['dev', 'root'], async ({ gitlab, ids }) => {
    expect((await gitlab.put(`/users/${ids['dev'] ?? 0}`, { admin: true })).status).toBe(200);
  });
  expect(kept.filter((one) => one.includes('administrator'))).toEqual([
    'dev administrator administrator',
    'root administrator own',
  ]);
  const told = '# - dev, administrator: `instance: users: dev: { admin: false }` would take it\n';
  expect(text).toContain(told);
  expect(text).toContain('in place of the entries that it has of them');
});

test('of a part of the instance what stands above it stays, and is told', async () => {
  const { gitlab, group, soon } = await company();
  for (const at of ['acme', 'acme/web'])
    await gitlab.post(`/groups/${group[at] ?? 0}/access_tokens`, {
      ...{ name: `ci ${at}`, scopes: ['read_api'], access_level: 20, expires_at: soon },
    });
  const { review: part } = await review(gitlab, gitlab.token, ['group[acme/web]**']);
  const found = part.people.filter(({ username, nature }) => ['dev', 'olga'].includes(username) || nature === 'bot');
  const me = { id: 1, username: 'root', admin: true };
  const known = { url: '', version: '18.9.0', enterprise: true, askedAt: '', me };
  const { removals, kept } = removalsOf(found, part, removableKinds(kindsByName(kinds)), known);
  expect(removals.map(({ scope, keys }) => [scope, keys])).toEqual([
    [{ type: 'group', path: 'acme/web' }, expect.arrayContaining(['dev'])],
    [{ type: 'group', path: 'acme/web' }, ['ci acme/web']],
  ]);
  const outside = kept.filter(({ why }) => why === 'outside').map(({ username, address }) => `${username} ${address}`);
  expect(outside).toEqual(expect.arrayContaining(['dev group[acme]', 'olga group[acme]']));
  expect(outside).toEqual(expect.arrayContaining([expect.stringMatching(/^group_\d+_bot.* token ci acme$/)]));
  const texts: string[] = [];
  printRemovals(part, found, known, { result: (text) => void texts.push(text), diagnose: () => undefined });
  expect(texts.join('')).toContain('# - dev, group[acme]: held there, which is not in the target');
});

test('who is found and stays all the same is an owner who stays, and who ends some day is none', async () => {
  const owners = async (found: readonly string[], ends: string | null): Promise<readonly string[]> => {
    const { kept } = await printed(found, async ({ gitlab, group, ids }) => {
      const acme = `/groups/${group['acme'] ?? 0}/members`;
      await gitlab.post(acme, { user_id: ids['guest'] ?? 0, access_level: 50, expires_at: ends });
      // Alone, root stays where it is found, as the token's own user.
      if (!found.includes('root')) await gitlab.delete(`${acme}/1`);
    });
    return kept.filter((one) => one.endsWith(' last-owner'));
  };
  expect(await owners(['olga', 'guest', 'root'], null)).toEqual([]);
  const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await owners(['olga'], soon)).toEqual(['olga group[acme] last-owner']);
  expect(await owners(['olga'], null)).toEqual([]);
});
