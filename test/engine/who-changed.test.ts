import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import { whoChanged } from '../../src/engine/who-changed.ts';
import type { Change, FieldChange, JsonObject, Plan, Read } from '../../src/model.ts';
import { fakeClient } from '../api/fake-client.ts';
import { changeOf } from '../apply/change.ts';
import { kinds } from './instance.ts';

const at = '2026-01-31T12:00:00Z';

function event(author: string, details: JsonObject, more: JsonObject = {}): JsonObject {
  return { created_at: at, details: { author_name: author, ...details }, ...more };
}

/** Whom the events of each path name for some changes, and what was read. */
async function asked(events: { readonly [path: string]: readonly JsonObject[] }, ...changes: readonly Change[]) {
  const reads: Read[] = [];
  const client = fakeClient({
    list(read) {
      reads.push(read);
      const rows = events[read.path];
      if (rows === undefined)
        return Promise.reject(new ApiError('forbidden', 'no', { method: 'GET', path: read.path }, { status: 403 }));
      return Promise.resolve({ rows, pages: 1, all: () => Promise.resolve(rows) });
    },
  });
  const plan: Plan = {
    target: { url: '', version: '' },
    changes,
    unchanged: 0,
    unmanaged: [],
    unverifiable: [],
    diagnostics: [],
  };
  const touches = await whoChanged(plan, client, kinds);
  return {
    authors: Object.fromEntries([...touches].map(([address, { author }]) => [address, author])),
    touches,
    reads,
  };
}

const visibility: FieldChange = { path: 'visibility', from: 'public', to: 'private' };
const put = (path: string) => ({ calls: [{ method: 'PUT' as const, path }] });

describe('who touched something', () => {
  it('is asked once for each scope, under the group or the project itself', async () => {
    const { reads, touches } = await asked(
      { '/groups/a/audit_events': [event('eve', { change: 'visibility' })] },
      changeOf('group[a]', [visibility]),
      changeOf('group[a]/member[bob]', []),
      changeOf('project[a/p]/hook[ci]', []),
      changeOf('instance/settings', []),
    );
    expect(reads).toEqual([
      { path: '/groups/a/audit_events', query: {} },
      { path: '/projects/a%2Fp/audit_events', query: {} },
      { path: '/audit_events', query: { entity_type: 'Gitlab::Audit::InstanceScope' } },
    ]);
    expect([...touches]).toEqual([['group[a]', { author: 'eve', at }]]);
  });

  it('is, for a group and for settings, who changed the field', async () => {
    const events = [
      event('other', { change: 'name' }),
      event('eve', { change: 'visibility' }),
      event('old', { change: 'visibility' }),
    ];
    const path = { '/groups/a/audit_events': events, '/audit_events': [event('sam', { change: 'signup_enabled' })] };
    const settings = changeOf('instance/settings', [{ path: 'signup_enabled', from: true, to: false }]);
    expect((await asked(path, changeOf('group[a]', [visibility]), settings)).authors).toEqual({
      'group[a]': 'eve',
      'instance/settings': 'sam',
    });
    expect((await asked(path, changeOf('group[a]', []))).authors).toEqual({});
  });

  it('is, for a group that is to be made or removed, who did something that is no change of a field', async () => {
    const events = {
      '/groups/a/audit_events': [event('other', { change: 'name' }), event('eve', { remove: 'group' })],
    };
    expect((await asked(events, changeOf('group[a]', [], { action: 'create' }))).authors).toEqual({
      'group[a]': 'eve',
    });
    expect((await asked(events, changeOf('group[a]', [], { action: 'delete' }))).authors).toEqual({
      'group[a]': 'eve',
    });
    expect((await asked(events, changeOf('group[a]', []))).authors).toEqual({});
  });

  it.each<[string, JsonObject, boolean]>([
    ['by the number that its calls name', { target_id: 8 }, true],
    ['by that number as text', { target_id: '8' }, true],
    ['not by another number', { target_id: 9 }, false],
    ['not by a part of the number', { target_id: 88 }, false],
    ['not by what is no number', { target_id: null }, false],
    ['by its key, letter case aside', { target_details: 'Bob' }, true],
    ['not by another key', { target_details: 'bobby' }, false],
    ['not by a key that is no text', { target_details: 7 }, false],
    ['not by the field, which every member has', { change: 'access_level' }, false],
  ])('is, for an entry, who did something to it: %s', async (_how, details, isIt) => {
    const change = changeOf(
      'group[a]/member[bob]',
      [{ path: 'access_level', from: 'guest', to: 'owner' }],
      put('/groups/a/members/8'),
    );
    const { authors } = await asked({ '/groups/a/audit_events': [event('eve', details)] }, change);
    expect(authors).toEqual(isIt ? { 'group[a]/member[bob]': 'eve' } : {});
  });

  it('is nobody where the number stands elsewhere in the path', async () => {
    const change = changeOf('group[a]/member[bob]', [], put('/groups/8/members'));
    expect((await asked({ '/groups/a/audit_events': [event('eve', { target_id: 8 })] }, change)).authors).toEqual({});
  });

  it('is nobody where an event does not say who or when, or is none', async () => {
    const nobodys = [
      { created_at: at, details: { change: 'visibility' } },
      event('eve', { change: 'visibility' }, { created_at: null }),
      { created_at: at, details: 'odd' },
      { created_at: at },
    ];
    for (const one of nobodys) {
      expect((await asked({ '/groups/a/audit_events': [one] }, changeOf('group[a]', [visibility]))).authors).toEqual(
        {},
      );
    }
  });
});

it('is nobody where this user may not know, and an error where the server has failed', async () => {
  expect((await asked({}, changeOf('group[a]', [visibility]))).authors).toEqual({});
  const failing = (status?: number) =>
    whoChanged(
      {
        target: { url: '', version: '' },
        changes: [changeOf('group[a]', [])],
        unchanged: 0,
        unmanaged: [],
        unverifiable: [],
        diagnostics: [],
      },
      fakeClient({
        list: () =>
          Promise.reject(
            new ApiError('server-error', 'oops', { method: 'GET', path: '/x' }, status === undefined ? {} : { status }),
          ),
      }),
      kinds,
    );
  expect((await failing(499)).size).toBe(0);
  await expect(failing(500)).rejects.toThrow('oops');
  await expect(failing()).rejects.toThrow('oops');
});
