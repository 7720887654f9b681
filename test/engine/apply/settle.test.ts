import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { settle } from '../../../src/engine/apply/settle.ts';
import type { Standing } from '../../../src/engine/apply/look-again.ts';
import type { Call, Change, Failure, LiveEntry } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';
import { hooks } from '../../../src/kinds/hook.ts';
import { kindWithout } from '../kind-without.ts';
import { liveEntry, standing, workshopOf } from './workshop.ts';

const address = 'group[a]/hook[ci]';
const post: Call = { method: 'POST', path: '/groups/a/hooks' };
const keeping: Call = { ...post, keep: { field: 'token', file: '/tmp/token' } };
const entry = liveEntry(3);

const refused: Failure = { code: 'refused', message: 'no' };
const lost: Failure = { code: 'unknown-outcome', message: 'lost' };

/** How a failed change is settled, where it stands so. */
async function settled(
  failure: Failure,
  entries: readonly LiveEntry[],
  asWanted: Standing['asWanted'],
  more: Partial<Change> = {},
) {
  const change = changeOf(address, [], { action: 'create', calls: [post], ...more });
  const workshop = workshopOf({ lookAgain: standing(entries, { asWanted }) });
  const settlement = await settle(change, failure, workshop);
  return { type: settlement.type, made: workshop.made.get(address), log: workshop.log };
}

describe('a change that was refused', () => {
  it('is done where somebody else has done it, and what refers to it finds it', async () => {
    expect(await settled(refused, [entry], 'agrees')).toEqual({ type: 'done', made: { id: 3 }, log: [] });
  });

  it('is done where somebody else has deleted it', async () => {
    expect(await settled(refused, [], 'agrees', { action: 'delete' })).toMatchObject({ type: 'done', made: undefined });
  });

  it('has failed where it is not as wanted, where that cannot be seen, or where its secret went to somebody else', async () => {
    expect((await settled(refused, [entry], 'differs')).type).toBe('failed');
    expect((await settled(refused, [entry], 'unseen')).type).toBe('failed');
    const other = await settled(refused, [entry], 'agrees', { calls: [keeping] });
    expect(other).toEqual({ type: 'failed', made: undefined, log: [] });
  });
});

describe('a change whose answer was lost', () => {
  it('is done where nothing is left of what it deletes', async () => {
    expect((await settled(lost, [], 'differs', { action: 'delete' })).type).toBe('done');
    expect((await settled(lost, [entry], 'differs', { action: 'delete' })).type).toBe('failed');
  });

  it('is tried again where nothing was made, and an update is not', async () => {
    expect((await settled(lost, [], 'differs')).type).toBe('again');
    for (const action of ['update', 'replace'] as const) {
      expect((await settled(lost, [], 'differs', { action })).type).toBe('failed');
    }
  });

  it('is done where it shows all that was to come about', async () => {
    expect(await settled(lost, [entry], 'agrees')).toEqual({ type: 'done', made: { id: 3 }, log: [] });
    expect((await settled(lost, [entry], 'agrees', { action: 'update' })).type).toBe('done');
    expect((await settled(lost, [entry], 'differs')).type).toBe('failed');
  });

  it('is done where a secret alone cannot be seen, if one call has made all of it', async () => {
    expect((await settled(lost, [entry], 'unseen')).type).toBe('done');
    expect((await settled(lost, [entry], 'unseen', { calls: [post, post] })).type).toBe('failed');
    expect((await settled(lost, [entry], 'unseen', { action: 'update' })).type).toBe('failed');
  });

  it('has failed where there are several of it', async () => {
    expect((await settled(lost, [entry, liveEntry(4)], 'agrees')).type).toBe('failed');
  });

  it('has made something whose secret nobody has: that is removed, and it is tried again', async () => {
    expect(await settled(lost, [entry], 'agrees', { calls: [post, keeping] })).toEqual({
      type: 'again',
      made: undefined,
      log: ['DELETE /groups/a/hooks/3'],
    });
  });
});

describe('a failure', () => {
  it('that has nothing to do with the state of things is not looked into', async () => {
    for (const code of ['unreachable', 'not-accepted', 'secret', 'sink'] as const) {
      const failure: Failure = { code, message: 'no' };
      const settlement = await settle(changeOf(address, []), failure, workshopOf());
      expect(settlement).toEqual({ type: 'failed', failure });
    }
  });

  it('is what it was where it cannot be looked at', async () => {
    const blind = (error: Error) =>
      settle(changeOf(address, []), lost, workshopOf({ lookAgain: () => Promise.reject(error) }));
    const gone = new ApiError('unreachable', 'gone', { method: 'GET', path: '/x' });
    expect(await blind(gone)).toEqual({ type: 'failed', failure: lost });
    await expect(blind(new TypeError('a mistake of ours'))).rejects.toThrow('a mistake of ours');
  });
});

it('what nothing can remove is left, and tried again', async () => {
  const workshop = {
    ...workshopOf({ lookAgain: standing([entry]) }),
    kinds: new Map([['hooks', kindWithout(hooks, 'remove')]]),
  };
  const change = changeOf(address, [], { action: 'create', calls: [keeping] });
  expect(await settle(change, lost, workshop)).toEqual({ type: 'again' });
  expect(workshop.sent).toEqual([]);
});

it('what is removed is removed as its kind does it, with the query that this needs', async () => {
  const workshop = workshopOf({ lookAgain: standing([liveEntry(8, { key: 'alice' })], { asWanted: 'agrees' }) });
  const change = changeOf('group[a]/member[alice]', [], { action: 'create', calls: [keeping] });
  await settle(change, lost, workshop);
  expect(workshop.sent).toEqual([
    { method: 'DELETE', path: '/groups/a/members/8', query: { skip_subresources: true } },
  ]);
});
