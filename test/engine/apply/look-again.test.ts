import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { createLookAgain } from '../../../src/engine/apply/look-again.ts';
import { seenHash } from '../../../src/engine/plan/seen.ts';
import type { Kind } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import type { Change, FieldChange, Json, JsonObject } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { changeOf } from '../../apply/change.ts';
import { instance, kinds } from '../instance.ts';

type Shown = { readonly [path: string]: JsonObject | readonly JsonObject[] };

const hooksPath = '/groups/a/hooks';
const hook = { id: 3, name: 'ci', url: 'https://ci.example.com', push_events: true };
const address = 'group[a]/hook[ci]';
const events: FieldChange = { path: 'push_events', from: false, to: true };
const seenNothing = { reads: [{ path: hooksPath }], key: 'ci', hash: seenHash(undefined, undefined, hooks) };

/** A look at an instance that shows this, and what was asked of it. */
function lookingAt(shown: Shown, freshFor = 0) {
  const asked: Read[] = [];
  const client = fakeClient({
    read(read) {
      asked.push(read);
      return Promise.resolve(shown[read.path]);
    },
  });
  return { look: createLookAgain(client, instance, kinds, freshFor), asked };
}

function change(more: Partial<Change> = {}, fields: readonly FieldChange[] = [events], to = address): Change {
  return changeOf(to, fields, { seen: seenNothing, ...more });
}

describe('what is looked at again', () => {
  it('is what has the key of the change, or had it when it was planned, letter by letter for a hook', async () => {
    const others = [
      { ...hook, id: 4, name: 'CI' },
      { ...hook, id: 5, name: 'was' },
      { ...hook, id: 6, name: 'other' },
    ];
    const { look, asked } = lookingAt({ [hooksPath]: [hook, ...others] });
    const idsOf = async (made: Change) => (await look(made)).entries.map(({ id }) => id);
    expect(await idsOf(change())).toEqual([3]);
    expect(await idsOf(change({ seen: { ...seenNothing, key: 'was' } }))).toEqual([3, 5]);
    expect(await idsOf(change({ seen: { ...seenNothing, key: 'Was' } }))).toEqual([3]);
    expect(asked[0]).toEqual({ path: hooksPath, mayBeMissing: true });
  });

  it('is nothing where nothing is there', async () => {
    const { look } = lookingAt({});
    expect(await look(change())).toEqual({ entries: [], asSeen: true, asWanted: 'differs' });
  });

  it('is in the rows of an answer, where its kind finds them there, and of this scope alone', async () => {
    const nested: Kind = {
      ...hooks,
      reads: { ...hooks.reads, rows: ({ inside }) => (Array.isArray(inside) ? (inside as readonly JsonObject[]) : []) },
      decode: (live, look) => (live['id'] === 5 ? undefined : hooks.decode(live, look)),
    };
    const client = fakeClient({
      read: () => Promise.resolve({ inside: [hook, { ...hook, id: 4 }, { ...hook, id: 5 }] }),
    });
    const look = createLookAgain(client, instance, new Map([['hooks', nested]]), 0);
    expect((await look(change())).entries.map(({ id }) => id)).toEqual([3, 4]);
  });

  it('is what its own detail shows, where a list does not tell whose it is', async () => {
    const runner = { id: 3, description: 'build' };
    const groups = (path: string) => [{ id: 1, name: path, web_url: `https://gitlab.example.com/groups/${path}` }];
    const { look, asked } = lookingAt({
      '/groups/a/runners': [runner, { ...runner, id: 4 }, { ...runner, id: 5 }, { ...runner, id: 6, description: 'x' }],
      '/runners/3': { ...runner, groups: groups('a') },
      '/runners/4': { ...runner, id: 4, groups: groups('above') },
    });
    const reads = [{ path: '/groups/a/runners' }];
    const made = change({ seen: { ...seenNothing, key: 'build', reads } }, [], 'group[a]/runner[build]');
    expect((await look(made)).entries.map(({ id }) => id)).toEqual([3]);
    // What has another name is not read by itself.
    expect(asked.map(({ path }) => path)).toEqual(['/groups/a/runners', '/runners/3', '/runners/4', '/runners/5']);
  });

  it('is all that several reads show', async () => {
    const { look } = lookingAt({ [hooksPath]: [hook], '/more': [{ ...hook, id: 4 }] });
    const reads = [{ path: hooksPath }, { path: '/more' }, { path: '/none' }];
    expect((await look(change({ seen: { ...seenNothing, reads } }))).entries).toHaveLength(2);
  });

  it('is read once for all that are looked at within a while, and then anew', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { look, asked } = lookingAt({ [hooksPath]: hook }, 100);
    await look(change());
    vi.advanceTimersByTime(99);
    await look(change());
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await look(change());
    expect(asked).toHaveLength(2);
    vi.advanceTimersByTime(99);
    await look(change());
    expect(asked).toHaveLength(2);
    vi.useRealTimers();
  });

  it('is read anew each time where nothing may be kept', async () => {
    const { look, asked } = lookingAt({ [hooksPath]: hook });
    await look(change());
    await look(change());
    expect(asked).toHaveLength(2);
  });
});

describe('all is as it was seen', () => {
  const entry = { key: 'ci', spec: { push_events: true, name: 'ci' }, live: hook };
  const seen = { ...seenNothing, fields: ['push_events'], hash: seenHash(entry, ['push_events'], hooks) };

  it('while the fields that count are the same, and there is one of it', async () => {
    const asSeen = async (...rows: readonly JsonObject[]) => {
      return (await lookingAt({ [hooksPath]: rows }).look(change({ seen }))).asSeen;
    };
    expect(await asSeen({ ...hook, tag_push_events: true })).toBe(true);
    expect(await asSeen({ ...hook, push_events: false })).toBe(false);
    expect(await asSeen(hook, { ...hook, id: 4 })).toBe(false);
    expect(await asSeen()).toBe(false);
  });
});

describe('all is as the change would have it', () => {
  const wanted = async (rows: readonly JsonObject[], more: Partial<Change> = {}, fields = [events]) => {
    return (await lookingAt({ [hooksPath]: rows }).look(change(more, fields))).asWanted;
  };

  it('where the one entry shows its fields', async () => {
    expect(await wanted([hook])).toBe('agrees');
    expect(await wanted([{ ...hook, push_events: false }])).toBe('differs');
    expect(await wanted([hook, { ...hook, id: 4 }])).toBe('differs');
    expect(await wanted([])).toBe('differs');
    expect(await wanted([hook], {}, [events, { path: 'token', from: undefined, to: '(secret)' }])).toBe('unseen');
  });

  it('where nothing is left of what it deletes, or what is left waits for its deletion', async () => {
    expect(await wanted([], { action: 'delete' })).toBe('agrees');
    expect(await wanted([hook], { action: 'delete' })).toBe('differs');
    const group = { id: 1, name: 'a', path: 'a', full_path: 'a', visibility: 'private', parent_id: null };
    const leaving = { ...group, marked_for_deletion_on: '2026-02-01' };
    const of = (live: JsonObject, action: Change['action']) =>
      lookingAt({ '/groups/a': live }).look(
        change({ action, seen: { ...seenNothing, key: 'a', reads: [{ path: '/groups/a' }] } }, [], 'group[a]'),
      );
    expect((await of(leaving, 'delete')).asWanted).toBe('agrees');
    expect((await of(group, 'delete')).asWanted).toBe('differs');
    expect((await of(leaving, 'update')).asWanted).toBe('differs');
    expect((await of(group, 'update')).asWanted).toBe('agrees');
  });
});

describe('what a replacement has taken the place of', () => {
  const rolesPath = '/member_roles';
  const leftover = { id: 9, name: 'auditor (replaced by Keelson)', base_access_level: 20 };
  const role = { id: 12, name: 'auditor', base_access_level: 10 };
  const deletion = (more: Partial<Change> = {}): Change =>
    changeOf('instance/member_role[auditor]', [], {
      action: 'delete',
      reason: { code: 'replaced' },
      seen: { reads: [{ path: rolesPath }], key: 'auditor (replaced)', hash: 'of another time' },
      calls: [{ method: 'DELETE', path: '/member_roles/9' }],
      ...more,
    });

  it('is found by its number, whatever it is called by now, and is as it was seen', async () => {
    const { look } = lookingAt({ [rolesPath]: [{ ...leftover, name: 'anything' }] });
    const { entries, asSeen } = await look(deletion());
    expect(entries.map(({ id }) => id)).toEqual([9]);
    expect(asSeen).toBe(true);
  });

  it('is no leftover where the change says so of nothing, is no deletion, or its kind has none', async () => {
    const seen = { reads: [{ path: rolesPath }], key: 'auditor', hash: 'of another time' };
    const only = async (made: Change, shown: Shown = { [rolesPath]: [role] }) =>
      (await lookingAt(shown).look(made)).asSeen;
    expect(await only(deletion({ seen }))).toBe(false);
    expect(await only(deletion({ reason: { code: 'absent' } }))).toBe(false);
    expect(await only(deletion({ seen: { ...seen, key: 'auditor (replaced)' }, action: 'update' }))).toBe(false);
    const removed = {
      action: 'delete',
      seen: { ...seenNothing, key: 'ci (replaced)', hash: 'of another time' },
    } as const;
    expect(await only(change(removed), { [hooksPath]: [hook] })).toBe(false);
    expect(await only(deletion(), {})).toBe(false);
  });

  it('is alone, whatever else is there', async () => {
    const others = [leftover, { id: 10, name: 'other', base_access_level: 20 }];
    const { look } = lookingAt({ [rolesPath]: others });
    expect((await look(deletion())).entries.map(({ id }) => id)).toEqual([9]);
  });

  it('does not stand for what has taken its place', async () => {
    const { look } = lookingAt({ [rolesPath]: [leftover, role] });
    const made = changeOf('instance/member_role[auditor]', [], {
      seen: { reads: [{ path: rolesPath }], key: leftover.name, hash: '' },
      calls: [{ method: 'DELETE', path: '/member_roles/9' }],
    });
    expect((await look(made)).entries.map(({ id }) => id)).toEqual([12]);
    expect((await look(deletion())).entries.map(({ id }) => id)).toEqual([9, 12]);
  });
});

describe('the names of what an entry refers to', () => {
  const membersPath = '/groups/a%2Fb/members';
  const member = { id: 8, username: 'alice', access_level: 20, member_role: { id: 7, name: 'stale name' } };
  const made = changeOf('group[a/b]/member[alice]', [{ path: 'role', from: null, to: 'auditor' }], {
    seen: { reads: [{ path: membersPath }], key: 'alice', hash: '' },
  });
  const roles = [{ id: 7, name: 'auditor', base_access_level: 20 }];

  it.each(['/member_roles', '/groups/a/member_roles'])('are those that %s shows now', async (path) => {
    const { look, asked } = lookingAt({ [membersPath]: [member], [path]: roles });
    expect((await look(made)).asWanted).toBe('agrees');
    expect(new Set(asked.map((read) => read.path))).toEqual(
      new Set(['/groups/a/member_roles', '/member_roles', membersPath]),
    );
  });

  it('are not to be had where they cannot be read, and what cannot be reached is told', async () => {
    const failing = (status?: number) => {
      const client = fakeClient({
        read({ path }): Promise<Json & readonly JsonObject[]> {
          if (path === membersPath) return Promise.resolve([member]);
          return Promise.reject(
            new ApiError('forbidden', 'no', { method: 'GET', path }, status === undefined ? {} : { status }),
          );
        },
      });
      return createLookAgain(client, instance, kinds, 0)(made);
    };
    expect((await failing(403)).asWanted).toBe('differs');
    expect((await failing(499)).entries).toHaveLength(1);
    const odd = fakeClient({
      read: ({ path }) =>
        path === membersPath
          ? Promise.resolve([member])
          : Promise.reject(Object.assign(new TypeError('ours'), { status: 403 })),
    });
    await expect(createLookAgain(odd, instance, kinds, 0)(made)).rejects.toThrow('ours');
    await expect(failing(500)).rejects.toThrow('no');
    await expect(failing()).rejects.toThrow('no');
  });
});
