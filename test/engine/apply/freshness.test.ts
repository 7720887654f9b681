import { expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { anyStale, checkFreshness, checkSteps, holds } from '../../../src/engine/apply/freshness.ts';
import type { Recheck } from '../../../src/engine/apply/look-again.ts';
import type { Call, Change } from '../../../src/model.ts';
import type { Outcome } from '../../../src/outcome.ts';
import { changeOf } from '../../apply/change.ts';
import { kinds } from '../instance.ts';
import { standing } from './apply-context.ts';

const root = { me: { id: 1, username: 'root', admin: true } };
const alice = { me: { id: 2, username: 'alice', admin: false } };
const change = changeOf('group[a]/hook[ci]', []);
const gone = { code: 'gone' } as const;
const keeping: Call = { method: 'POST', path: '/x', saveSecretTo: { field: 'token', files: ['f'] } };

function checked(standing_: Pick<Recheck, 'asSeen' | 'asWanted'>, calls: readonly Call[] = []) {
  return checkFreshness(standing([], standing_), kinds, root)({ ...change, calls });
}

it('a change holds while all is as it was seen', async () => {
  expect(await checked({ asSeen: true, asWanted: 'differs' })).toBe('holds');
  expect(await checked({ asSeen: true, asWanted: 'agrees' })).toBe('holds');
  expect(await holds(change)).toBe('holds');
});

it('a change is done where all is as wanted, and nobody else may have got its secret', async () => {
  expect(await checked({ asSeen: false, asWanted: 'agrees' })).toBe('done');
  expect(await checked({ asSeen: false, asWanted: 'agrees' }, [{ method: 'PUT', path: '/x' }])).toBe('done');
  expect(await checked({ asSeen: false, asWanted: 'agrees' }, [{ method: 'PUT', path: '/x' }, keeping])).toEqual(gone);
});

it('what is to go and is seen no more is gone for who sees everything; for others where all of its kind are shown to them', async () => {
  const found = (address: string, instance: typeof root) =>
    checkFreshness(
      standing([], { asSeen: false, asWanted: 'agrees' }),
      kinds,
      instance,
    )({
      ...{ ...changeOf(address, []), action: 'delete' },
    });
  const hidden = ['group[a]', 'project[a/b]', 'group[a]/share[c]', 'project[a/b]/share[c]'];
  for (const address of hidden) expect(await found(address, root)).toBe('done');
  for (const address of hidden) expect(await found(address, alice)).toEqual({ code: 'unseen' });
  expect(await found('group[a]/hook[ci]', alice)).toBe('done');
});

it('a change is stale where something else is there, or what is there cannot be seen', async () => {
  expect(await checked({ asSeen: false, asWanted: 'differs' })).toEqual(gone);
  expect(await checked({ asSeen: false, asWanted: 'unseen' })).toEqual(gone);
});

it('what cannot be read any more does not hold, and what cannot be reached is told', async () => {
  const failing = (status?: number) =>
    checkFreshness(
      () =>
        Promise.reject(
          new ApiError('refused', 'no', { method: 'GET', path: '/x' }, status === undefined ? {} : { status }),
        ),
      kinds,
      root,
    )(change);
  expect([await failing(403), await failing(499)]).toEqual(
    [403, 499].map((status) => ({ code: 'unreadable', status })),
  );
  await expect(failing(500)).rejects.toThrow('no');
  await expect(failing()).rejects.toThrow('no');
  await expect(
    checkFreshness(() => Promise.reject(Object.assign(new TypeError('ours'), { status: 403 })), kinds, root)(change),
  ).rejects.toThrow('ours');
});

it('a removal is stale where more would go along by now, in a plan that was made a moment ago as well', async () => {
  const leaving: Change = {
    ...{ ...changeOf('instance/user[alice]', []), action: 'delete' },
    seen: { ...change.seen, along: [{ read: { path: '/users/2/projects', pages: true }, ids: [] }] },
  };
  const look = (more?: readonly string[]) => () =>
    Promise.resolve({ entries: [], asSeen: more === undefined, asWanted: 'differs' as const, ...(more && { more }) });
  const told = { code: 'more-along', names: ['alice/mine'] };
  expect(await checkSteps(look(['alice/mine']), kinds)(leaving)).toEqual(told);
  expect(await checkFreshness(look(['alice/mine']), kinds, root)(leaving)).toEqual(told);
  expect(await checkSteps(look(), kinds)(leaving)).toBe('holds');
});

it('a run is stale where one of its outcomes is', () => {
  const done: Outcome = { change, status: 'done' };
  expect([anyStale([]), anyStale([done]), anyStale([done, { change, status: 'stale', overtaken: gone }])]).toEqual([
    false,
    false,
    true,
  ]);
});
