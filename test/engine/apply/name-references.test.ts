import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { nameReferences } from '../../../src/engine/apply/name-references.ts';
import { createReadCache } from '../../../src/engine/observe/read-cache.ts';
import type { Kind } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { members } from '../../../src/kinds/member.ts';
import type { JsonObject, ScopeType } from '../../../src/model.ts';
import type { Read } from '../../../src/read.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { instance } from '../instance.ts';

/** What is known of roles after looking; of those whose number is 9 the kind says that they belong elsewhere. */
async function known(scopes: readonly ScopeType[], shown: { readonly [path: string]: readonly JsonObject[] | Error }) {
  const asked: Read[] = [];
  const roles: Kind = {
    ...hooks,
    section: 'member_roles',
    scopes,
    reads: { ...hooks.reads, all: (scope, keys) => [{ path: `/${scope.type}/roles/${keys.join()}` }] },
    decode: (live) => (live['id'] === 9 ? undefined : { key: `role ${String(live['id'] === 7)}`, id: 7, spec: {} }),
  };
  const client = fakeClient({
    read(read) {
      asked.push(read);
      const rows = shown[read.path];
      return rows instanceof Error ? Promise.reject(rows) : Promise.resolve(rows);
    },
  });
  const { now: look } = await nameReferences(
    members,
    { type: 'group', path: 'a/b' },
    instance,
    new Map([['member_roles', roles]]),
    createReadCache(client),
  );
  return { asked, name: look.nameOf('member_roles', 7) };
}

const forbidden = (status?: number) =>
  new ApiError('forbidden', 'no', { method: 'GET', path: '/x' }, status === undefined ? {} : { status });

describe('the names of what a kind refers to', () => {
  it('are read wherever it may stand, and may be missing there', async () => {
    const { asked, name } = await known(['instance', 'group'], { '/instance/roles/': [{ id: 7 }, { id: 9 }] });
    expect(asked).toEqual([
      { path: '/group/roles/', mayBeMissing: true },
      { path: '/instance/roles/', mayBeMissing: true },
    ]);
    expect(name).toBe('role true');
  });

  it('are not read where it cannot stand', async () => {
    const { asked } = await known(['instance'], {});
    expect(asked.map(({ path }) => path)).toEqual(['/instance/roles/']);
  });

  it('are none of those that belong elsewhere', async () => {
    expect((await known(['instance'], { '/instance/roles/': [{ id: 9 }] })).name).toBeUndefined();
  });

  it('are not to be had where they are refused; what fails otherwise is told', async () => {
    expect((await known(['instance'], { '/instance/roles/': forbidden(403) })).name).toBeUndefined();
    await expect(known(['instance'], { '/instance/roles/': forbidden(502) })).rejects.toThrow('no');
    await expect(known(['instance'], { '/instance/roles/': forbidden() })).rejects.toThrow('no');
    const ours = Object.assign(new TypeError('ours'), { status: 403 });
    await expect(known(['instance'], { '/instance/roles/': ours })).rejects.toThrow('ours');
  });
});
