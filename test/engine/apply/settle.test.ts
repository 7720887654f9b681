import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { settle } from '../../../src/engine/apply/settle.ts';
import type { Recheck } from '../../../src/engine/apply/look-again.ts';
import type { Call, Change, LiveEntry } from '../../../src/model.ts';
import type { Failure } from '../../../src/outcome.ts';
import { changeOf } from '../../apply/change.ts';
import { runners } from '../../../src/kinds/runner.ts';
import { instance } from '../instance.ts';
import { kindWithout } from '../kind-without.ts';
import { liveEntry, standing, workshopOf } from './apply-context.ts';

const address = 'group[a]/hook[ci]';
const post: Call = { method: 'POST', path: '/groups/a/hooks' };
const keeping: Call = { ...post, saveSecretTo: { field: 'token', files: ['/tmp/token'] } };
const entry = liveEntry(3);

const refused: Failure = { code: 'refused', message: 'no' };
const lost: Failure = { code: 'unknown-outcome', message: 'lost' };

/** How a failed change is settled, where it stands so. */
async function settled(
  failure: Failure,
  entries: readonly LiveEntry[],
  asWanted: Recheck['asWanted'],
  more: Partial<Change> = {},
) {
  const change = changeOf(address, [], { action: 'create', calls: [post], ...more });
  const workshop = workshopOf({ lookAgain: standing(entries, { asWanted }) });
  const settlement = await settle(change, { call: change.calls.at(-1) ?? post, failure }, workshop);
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

  it('is sent again where what it deletes need not be there: nobody may have known its name', async () => {
    const calls: readonly Call[] = [{ method: 'DELETE', path: '/projects/1/push_rule', mayBeMissing: true }];
    expect((await settled(lost, [], 'differs', { action: 'delete', calls })).type).toBe('again');
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
});

describe('a failure', () => {
  it('in what is another group by now is what it was: nothing is sent there again', async () => {
    const lookAgain = (): Promise<Recheck> =>
      Promise.resolve({ entries: [], asSeen: false, asWanted: 'differs', isElsewhere: true });
    const change = changeOf(address, [], { action: 'create', calls: [post] });
    const settlement = await settle(change, { call: post, failure: lost }, workshopOf({ lookAgain }));
    expect(settlement).toEqual({ type: 'failed', failure: lost });
  });

  it('that has nothing to do with the state of things is not looked into', async () => {
    for (const code of ['unreachable', 'not-accepted', 'secret'] as const) {
      const failure: Failure = { code, message: 'no' };
      const settlement = await settle(changeOf(address, []), { call: post, failure }, workshopOf());
      expect(settlement).toEqual({ type: 'failed', failure });
    }
  });

  it('is what it was where it cannot be looked at', async () => {
    const blind = (error: Error) =>
      settle(
        changeOf(address, []),
        { call: post, failure: lost },
        workshopOf({ lookAgain: () => Promise.reject(error) }),
      );
    const gone = new ApiError('unreachable', 'gone', { method: 'GET', path: '/x' });
    expect(await blind(gone)).toEqual({ type: 'failed', failure: lost });
    await expect(blind(new TypeError('a mistake of ours'))).rejects.toThrow('a mistake of ours');
  });
});

describe('a lost answer that held a secret', () => {
  const runner = 'group[a]/runner[build]';
  const making: Call = {
    method: 'POST',
    path: '/user/runners',
    saveSecretTo: { field: 'token', files: ['/tmp/token'] },
  };
  const change = changeOf(runner, [], { action: 'create', calls: [making] });
  const { id: me } = instance.me;
  const made = (id: number, maker: number | undefined, more: Partial<LiveEntry> = {}): LiveEntry =>
    liveEntry(id, { key: 'build', live: { id, ...(maker !== undefined && { created_by: { id: maker } }) }, ...more });

  const NONE: ReadonlySet<number> = new Set();

  /** What becomes of it where these are there now, and those were before. */
  async function found(entries: readonly LiveEntry[], before: ReadonlySet<number> | undefined) {
    const workshop = workshopOf({ lookAgain: standing(entries, { asWanted: 'agrees' }) });
    const settlement = await settle(change, { call: making, failure: lost, before }, workshop);
    return { settlement, log: workshop.log };
  }

  it('is asked for again where nothing was made', async () => {
    expect(await found([], NONE)).toEqual({ settlement: { type: 'again' }, log: [] });
    expect(await found([made(2, me)], new Set([2]))).toEqual({ settlement: { type: 'again' }, log: [] });
  });

  it('is of no use: what this run provably made is removed, and made anew', async () => {
    expect(await found([made(3, me)], NONE)).toEqual({
      settlement: { type: 'again', removed: 3 },
      log: ['DELETE /runners/3'],
    });
    expect(await found([made(2, me), made(3, me)], new Set([2]))).toMatchObject({ log: ['DELETE /runners/3'] });
  });

  it.each([
    ['was made by somebody else', [made(3, me + 1)], NONE],
    ['was made by nobody knows whom', [made(3, undefined)], NONE],
    ['may have been there before', [made(3, me)], undefined],
    ['is one of several', [made(3, me), made(4, me)], NONE],
    ['comes from above', [made(3, me, { inherited: true })], NONE],
  ])('is reported, and what %s is left', async (_, entries, before) => {
    const { settlement, log } = await found(entries, before);
    expect(log).toEqual([]);
    expect(settlement).toMatchObject({
      type: 'failed',
      failure: { code: 'unknown-outcome', message: expect.stringContaining('(id 3) was left alone') as string },
    });
  });

  it('of a kind that does not say who made what is there, nothing is removed', async () => {
    const workshop = { ...workshopOf({ lookAgain: standing([made(3, me)]) }) };
    const kinds = new Map([['runners', kindWithout(runners, 'history', 'maker')]]);
    const failed = { call: making, failure: lost, before: new Set<number>() };
    expect((await settle(change, failed, { ...workshop, kinds })).type).toBe('failed');
    expect(workshop.log).toEqual([]);
  });

  it('is told where its removal is refused, or where there is none', async () => {
    const failed = { call: making, failure: lost, before: new Set<number>() };
    const refusing = workshopOf({
      lookAgain: standing([made(3, me)]),
      send: () => {
        throw new ApiError('forbidden', 'DELETE /runners/3 was answered with 403', { method: 'DELETE', path: '/x' });
      },
    });
    const left = { type: 'failed', failure: { message: expect.stringContaining('answered with 403') as string } };
    expect(await settle(change, failed, refusing)).toMatchObject(left);
    const kinds = new Map([['runners', kindWithout(runners, 'calls', 'remove')]]);
    const without = { ...workshopOf({ lookAgain: standing([made(3, me)]) }), kinds };
    expect((await settle(change, failed, without)).type).toBe('failed');
    expect(without.sent).toEqual([]);
  });

  it('or that could not be kept: what was made is removed, and not made again', async () => {
    const unkept: Failure = { code: 'sink', message: 'the disk is full' };
    const settledWith = async (entries: readonly LiveEntry[], before: ReadonlySet<number> | undefined) => {
      const workshop = workshopOf({ lookAgain: standing(entries) });
      return { ...(await settle(change, { call: making, failure: unkept, before }, workshop)), log: workshop.log };
    };
    expect(await settledWith([made(2, me), made(3, me)], new Set([2]))).toEqual({
      type: 'failed',
      failure: { code: 'secret', message: 'the disk is full; what was made was removed again' },
      log: ['DELETE /runners/3'],
    });
    expect(await settledWith([], NONE)).toEqual({ type: 'failed', failure: unkept, log: [] });
    expect(await settledWith([made(3, me + 1)], NONE)).toMatchObject({ failure: { code: 'unknown-outcome' }, log: [] });
    expect(await settledWith([made(3, me)], undefined)).toMatchObject({
      failure: { code: 'unknown-outcome' },
      log: [],
    });
  });

  it('is not asked for again where an earlier call of the change was lost', async () => {
    const remove: Call = { method: 'DELETE', path: '/runners/2' };
    const replaced = { ...change, action: 'replace' as const, calls: [remove, making] };
    const workshop = workshopOf({ lookAgain: standing([]) });
    expect((await settle(replaced, { call: remove, failure: lost }, workshop)).type).toBe('failed');
  });
});
