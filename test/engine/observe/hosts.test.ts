import { describe, expect, it } from 'vitest';
import { findHosts } from '../../../src/engine/observe/hosts.ts';
import { createReadCache } from '../../../src/engine/observe/read-cache.ts';
import type { Declared } from '../../../src/model.ts';
import { instance, kinds } from '../instance.ts';
import { declared, section } from './declared.ts';
import { group, refusal, showing, type Shown } from './shown.ts';

/** Looks for groups; says what was found for each by its declared address, what stands in the world, and what was asked. */
async function found(shown: Shown, ...entries: readonly Declared[]) {
  const { client, paths } = showing(shown);
  const hosts = await findHosts([section('groups', undefined, ...entries)], kinds, createReadCache(client), instance);
  return {
    at: Object.fromEntries(
      entries
        .map(({ key }) => [`group[${key}]`, hosts.of({ type: 'group', path: key })] as const)
        .filter(([, entry]) => entry),
    ),
    keys: (hosts.sections.get('instance/groups') ?? []).map(({ key }) => key),
    diagnostics: hosts.diagnostics,
    paths: paths(),
  };
}

describe('a declared group', () => {
  it('is the one at its path, letter case aside', async () => {
    const { at, keys, paths } = await found({ '/groups/Team': group(1, 'team') }, declared('Team'));
    expect(at['group[Team]']).toMatchObject({ key: 'team', id: 1 });
    expect(at['group[Team]']).not.toHaveProperty('elsewhere');
    expect(keys).toEqual(['team']);
    expect(paths).toEqual(['/groups/Team']);
  });

  it('is nowhere where another one answers to its path', async () => {
    const { at } = await found({ '/groups/team': group(1, 'renamed'), '/groups': [] }, declared('team'));
    expect(at).toEqual({});
  });

  it('is read in full where a field is declared that lists leave out', async () => {
    const row = group(1, 'g0');
    const all = [row, ...[1, 2, 3].map((index) => group(index + 1, `g${index}`))];
    const whole = { ...row, membership_lock: 'seen' };
    const shown: Shown = { '/groups': all, '/groups/g0': whole };
    const others = [1, 2, 3].map((index) => declared(`g${index}`, { spec: { description: 'x' } }));
    const detailed = await found(
      shown,
      declared('g0', { spec: { membership_lock: 'x', description: 'x' } }),
      ...others,
    );
    expect(detailed.paths).toEqual(['/groups', '/groups/g0']);
    expect(detailed.at['group[g0]']?.live).toEqual(whole);
    const plain = await found(shown, declared('g0', { spec: { description: 'x' } }), ...others);
    expect(plain.paths).toEqual(['/groups']);
    expect(plain.at['group[g0]']?.live).toEqual(row);
    const gone = await found(
      { '/groups': all, '/groups/g0': [] },
      declared('g0', { spec: { membership_lock: 'x' } }),
      ...others,
    );
    expect(gone.at['group[g0]']?.live).toEqual(row);
  });

  it('is found where it was before, to be renamed', async () => {
    const { at, keys, paths } = await found(
      { '/groups/old': group(1, 'old'), '/groups': [] },
      declared('new', { previously: 'old' }),
    );
    expect(at['group[new]']).toMatchObject({ key: 'old', renamedFrom: 'new', elsewhere: true });
    expect(keys).toEqual(['old']);
    // Then for what an interrupted run may have left on its way.
    expect(paths).toEqual(['/groups/new', '/groups/old', '/groups']);
  });

  it('goes along with the one above it, under its own name', async () => {
    const { at } = await found(
      { '/groups/old': group(1, 'old'), '/groups/old%2Fc': group(2, 'old/c', { parent_id: 1 }), '/groups': [] },
      declared('new', { previously: 'old' }),
      declared('new/c'),
    );
    expect(at['group[new/c]']).toMatchObject({ key: 'new/c', id: 2, elsewhere: true, spec: { full_path: 'new/c' } });
    expect(at['group[new/c]']).not.toHaveProperty('renamedFrom');
  });

  it('is not looked for elsewhere where it is to be gone', async () => {
    const { at, paths } = await found(
      { '/groups/old': group(1, 'old') },
      declared('new', { previously: 'old', state: 'absent' }),
    );
    expect(at).toEqual({});
    expect(paths).toEqual(['/groups/new']);
  });

  it('is brought back from among what waits for its deletion where that is asked for, and where nothing is to be guessed', async () => {
    const marked = { marked_for_deletion_on: '2026-02-01' };
    const left = group(7, 'a-deletion_scheduled-7', { name: 'a-deletion_scheduled-7', ...marked });
    const twin = group(5, 'A-deletion_scheduled-5', { name: 'A-deletion_scheduled-5', ...marked });
    const others = [group(8, 'a', {}), group(9, 'b-deletion_scheduled-9', marked)];
    const asked = declared('A', { restore: true });
    const { at } = await found({ '/groups': [...others, left] }, asked);
    expect(at['group[A]']).toMatchObject({
      id: 7,
      key: 'a',
      elsewhere: true,
      pendingDeletion: 'marked for deletion on 2026-02-01',
    });
    const none = await found({ '/groups': others }, asked);
    expect([none.at, none.diagnostics]).toMatchObject([{}, [{ code: 'nothing-to-restore', severity: 'warning' }]]);
    const two = await found({ '/groups': [left, twin] }, asked);
    expect([two.at, two.diagnostics]).toMatchObject([{}, [{ code: 'ambiguous', severity: 'error' }]]);
    expect(two.diagnostics[0]?.message).toContain('id 7');
    const chosen = await found({ '/groups': [left, twin] }, declared('A', { restore: 5 }));
    expect(chosen.at['group[A]']).toMatchObject({ id: 5 });
    const nowhere = await found({ '/groups': [left, twin] }, declared('A', { restore: 9 }));
    expect([nowhere.at, nowhere.diagnostics]).toMatchObject([{}, [{ code: 'nothing-to-restore', severity: 'error' }]]);
    expect(nowhere.diagnostics[0]?.message).toContain('with the id 9, but with 7, 5');
    const both = await found({ '/groups': others }, declared('A', { restore: true, previously: 'z' }));
    expect(both.diagnostics.map(({ message }) => message)).toEqual([
      'group[A] is made anew: nothing that had this path or z is seen to wait for its deletion',
    ]);
    const unasked = await found({ '/groups': [...others, left] }, declared('A'));
    expect([unasked.at, unasked.diagnostics]).toMatchObject([{}, [{ code: 'leftover', severity: 'warning' }]]);
  });
});

it('is brought back where `previously` names the path that it had, and that alone', async () => {
  const left = group(7, 'a-deletion_scheduled-7', { marked_for_deletion_on: '2026-02-01' });
  const { at, diagnostics } = await found({ '/groups': [left] }, declared('new', { previously: 'a' }));
  expect(at['group[new]']).toMatchObject({
    id: 7,
    renamedFrom: 'new',
    pendingDeletion: 'marked for deletion on 2026-02-01',
  });
  expect(diagnostics).toEqual([]);
  const other = await found({ '/groups': [left] }, declared('new', { previously: 'a/b' }));
  expect([other.at, other.diagnostics]).toMatchObject([{}, [{ code: 'former-missing' }]]);
});

describe('a group that is there, and to be restored', () => {
  const said = async (restore: true | number) => {
    const { diagnostics } = await found({ '/groups/a': group(7, 'a', {}), '/groups': [] }, declared('a', { restore }));
    return diagnostics.map(({ code, severity, message }) => ({ code, severity, message }));
  };

  it('has `restore` out of date', async () => {
    const message = 'group[a] is there (id 7), and waits for no deletion: `restore` is out of date';
    const told = [{ code: 'out-of-date', severity: 'warning', message }];
    expect([await said(true), await said(7)]).toEqual([told, told]);
  });

  it('is refused where another one is to be', async () => {
    expect(await said(9)).toEqual([
      {
        code: 'both-there',
        severity: 'error',
        message: 'group[a] is there as another one (id 7) than the one that is to be restored (id 9)',
      },
    ]);
  });
});

describe('the groups in which others are to be made', () => {
  it('are found where they are not declared themselves', async () => {
    const shown: Shown = { '/groups/top': group(1, 'top'), '/groups': [], '/groups/1/subgroups': [] };
    const { at, keys } = await found(shown, declared('top/new'), declared('top/other'), declared('alone'));
    expect(at).toEqual({});
    expect(keys).toEqual(['top']);
  });

  it('are not looked for where nothing is made in them, or they are declared', async () => {
    const stays = await found({ '/groups/top%2Fa': group(2, 'top/a') }, declared('top/a'));
    expect(stays.paths).toEqual(['/groups/top%2Fa']);
    const gone = await found({ '/groups': [] }, declared('top/a', { state: 'absent' }));
    expect(gone.paths).toEqual(['/groups/top%2Fa']);
    const both = await found({ '/groups': [] }, declared('Top'), declared('top/a'));
    expect(both.paths.filter((path) => path === '/groups/top')).toEqual([]);
  });

  it('are found where something is moved into them', async () => {
    const shown: Shown = {
      '/groups/old': group(2, 'old'),
      '/groups/top': group(1, 'top'),
      '/groups': [],
      '/groups/1/subgroups': [],
    };
    expect((await found(shown, declared('top/new', { previously: 'old' }))).keys).toEqual(['old', 'top']);
  });
});

describe('a group that cannot be read', () => {
  it('is told where it is declared, and no parents are looked for', async () => {
    const shown: Shown = { '/groups/a%2Fb': refusal('forbidden', 403, '/groups/a%2Fb'), '/groups': [] };
    const { diagnostics, paths, at } = await found(shown, declared('a/b'), declared('c/d'));
    expect(diagnostics).toMatchObject([{ code: 'unreadable', place: { file: 'keelson.yaml' } }]);
    expect(diagnostics[0]?.message).toMatch(/^group\[a\/b\] cannot be read/);
    expect(paths).not.toContain('/groups/c');
    expect(at).toEqual({});
  });

  it('for a reason that concerns everything is an error', async () => {
    await expect(found({ '/groups/a': refusal('server-error', 500) }, declared('a'))).rejects.toThrow('status 500');
  });
});
