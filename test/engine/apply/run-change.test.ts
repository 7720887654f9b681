import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { claim } from '../../../src/engine/apply/claim.ts';
import { runChange as outcomeOf } from '../../../src/engine/apply/run-change.ts';
import type { LookAgain } from '../../../src/engine/apply/look-again.ts';
import type { Call, Change, LiveEntry } from '../../../src/model.ts';
import type { Failure } from '../../../src/outcome.ts';
import { changeOf } from '../../apply/change.ts';
import { instance } from '../instance.ts';
import { liveEntry, standing, workshopOf } from './apply-context.ts';

const address = 'group[a]/member[alice]';
const sink = (): string => join(mkdtempSync(join(tmpdir(), 'keelson-sink-')), 'runner.token');
const first: Call = { method: 'POST', path: '/first', answer: 'partial' };
const second: Call = { method: 'PUT', path: '/second', answer: 'partial' };

function of(calls: readonly Call[], more: Partial<Change> = {}): Change {
  return changeOf(address, [], { calls, ...more });
}

/** Why a change did not come about. */
async function runChange(...given: Parameters<typeof outcomeOf>): Promise<Failure | undefined> {
  const outcome = await outcomeOf(...given);
  return outcome.status === 'failed' ? outcome.failure : undefined;
}

function refusal(path: string, outcomeUnknown = false): ApiError {
  return new ApiError('refused', 'no', { method: 'POST', path }, { status: 400, serverMessage: 'no', outcomeUnknown });
}

describe('a change', () => {
  it('is its calls one after the other, and is written down when they are done', async () => {
    const workshop = workshopOf();
    expect(await runChange(of([first, second]), workshop)).toBeUndefined();
    expect(workshop.log).toEqual([
      `intend ${address} POST /first`,
      'POST /first',
      `intend ${address} PUT /second`,
      'PUT /second',
      `done ${address}`,
    ]);
  });

  it('ends with its first call that fails, and is not done', async () => {
    const workshop = workshopOf({
      send: () => {
        throw refusal('/first');
      },
      lookAgain: standing([]),
    });
    expect(await runChange(of([first, second]), workshop)).toMatchObject({ code: 'refused', serverMessage: 'no' });
    expect(workshop.log).toEqual([`intend ${address} POST /first`, 'POST /first', `refused ${address}`]);
  });

  it('is done where it is found to be as wanted all the same', async () => {
    const workshop = workshopOf({
      send: () => {
        throw refusal('/first');
      },
      lookAgain: standing([liveEntry(3)], { asWanted: 'agrees' }),
    });
    expect(await runChange(of([first]), workshop)).toBeUndefined();
    expect(workshop.log.at(-1)).toBe(`done ${address}`);
  });

  it('that is refused from its first call on, and is as wanted, was so already: this run has done nothing', async () => {
    const refusedAt = (path: string) =>
      workshopOf({
        send: (call) => {
          if (call.path === path) throw refusal(path);
          return undefined;
        },
        lookAgain: standing([liveEntry(3)], { asWanted: 'agrees' }),
      });
    const change = of([first, second]);
    expect(await outcomeOf(change, refusedAt('/first'))).toEqual({ change, status: 'done', already: true });
    expect(await outcomeOf(change, refusedAt('/second'))).toEqual({ change, status: 'done' });
    const lost = workshopOf({
      send: () => {
        throw refusal('/first', true);
      },
      lookAgain: standing([liveEntry(3)], { asWanted: 'agrees' }),
    });
    expect(await outcomeOf(change, lost)).toEqual({ change, status: 'done' });
  });

  it('whose second call is refused is done in part', async () => {
    const workshop = workshopOf({
      send: ({ path }) => {
        if (path === '/second') throw refusal('/second');
        return undefined;
      },
      lookAgain: standing([]),
    });
    const change = of([first, second]);
    expect(await outcomeOf(change, workshop)).toMatchObject({ status: 'failed', sent: [first] });
  });

  it('whose only call went through, and whose secret could not be kept, is done in part', async () => {
    const call: Call = { ...first, saveSecretTo: { field: 'token', files: [sink()] } };
    const workshop = workshopOf({ send: () => ({ id: 3 }), lookAgain: standing([]) });
    expect(await outcomeOf(of([call]), workshop)).toMatchObject({ status: 'failed', sent: [call] });
  });

  it.each([1, 2])('whose answer and secret were lost %s times says what was removed for it', async (lostTimes) => {
    const call: Call = { ...first, path: '/user/runners', saveSecretTo: { field: 'token', files: [sink()] } };
    const runner = liveEntry(3, { key: 'build', live: { id: 3, created_by: { id: instance.me.id } } });
    let sent = 0;
    const workshop = workshopOf({
      send: ({ method }) => {
        if (method === 'POST' && sent++ < lostTimes) throw refusal('/user/runners', true);
        return method === 'POST' ? { id: 4, token: 'hush' } : undefined;
      },
      lookAgain: (change) => standing(sent === 1 ? [runner] : lostTimes === 1 ? [liveEntry(4)] : [])(change),
    });
    const change = changeOf('group[a]/runner[build]', [], { action: 'create', calls: [call] });
    const outcome = await outcomeOf(change, workshop);
    expect(workshop.log).toContain('DELETE /runners/3');
    const told = { message: expect.stringContaining('(id 3) was removed') as string };
    expect(outcome).toMatchObject(lostTimes === 1 ? { status: 'done', remade: 3 } : { failure: told });
  });

  it('whose answer was lost, and which has made nothing, is tried once more and no more', async () => {
    for (const lostTimes of [1, 2]) {
      let sent = 0;
      const workshop = workshopOf({
        send: () => {
          if (sent++ < lostTimes) throw refusal('/first', true);
          return undefined;
        },
        lookAgain: standing([]),
      });
      const failure = await runChange(of([first], { action: 'create' }), workshop);
      expect(failure?.code).toBe(lostTimes === 1 ? undefined : 'unknown-outcome');
      expect(sent).toBe(2);
      expect(workshop.log.includes(`done ${address}`)).toBe(lostTimes === 1);
    }
  });
});

it('goes on with the call whose answer was lost, and does not repeat what is done', async () => {
  const keep = { field: 'token', files: [join(mkdtempSync(join(tmpdir(), 'keelson-sink-')), 'runner.token')] };
  const calls: readonly Call[] = [
    { method: 'DELETE', path: '/runners/2' },
    { method: 'POST', path: '/user/runners', answer: 'partial', saveSecretTo: keep },
  ];
  let lost = 1;
  const workshop = workshopOf({
    send: ({ method }) => {
      if (method === 'POST' && lost-- > 0) throw refusal('/user/runners', true);
      return method === 'POST' ? { id: 3, token: 'hush' } : undefined;
    },
    lookAgain: standing([]),
  });
  const change = changeOf('group[a]/runner[build]', [], { action: 'replace', calls });
  expect(await runChange(change, workshop)).toBeUndefined();
  expect(workshop.log.filter((line) => !line.includes(' group['))).toEqual([
    'DELETE /runners/2',
    'POST /user/runners',
    'POST /user/runners',
  ]);
});

describe('where two runs have made the same at the same time', () => {
  const hook = 'group[a]/hook[ci]';
  const make: Call = { method: 'POST', path: '/groups/a/hooks', answer: 'partial' };
  const both = standing([liveEntry(3), liveEntry(5)]);

  function made(id: unknown, lookAgain: LookAgain, change: Partial<Change> = {}, to = hook) {
    const workshop = workshopOf({
      send: ({ method }) => (method === 'POST' && typeof id === 'number' ? { id } : undefined),
      lookAgain,
    });
    return runChange(changeOf(to, [], { action: 'create', calls: [make], ...change }), workshop).then((failure) => ({
      failure,
      log: workshop.log.filter((line) => !line.startsWith('intend')),
    }));
  }

  it('the later one removes its own, and the older one stays', async () => {
    const removed = ['POST /groups/a/hooks', 'DELETE /groups/a/hooks/5', `done ${hook}`];
    expect(await made(5, both)).toEqual({ failure: undefined, log: removed });
    expect((await made(5, both, { action: 'replace' })).log).toEqual(removed);
    expect(await made(3, both)).toEqual({ failure: undefined, log: ['POST /groups/a/hooks', `done ${hook}`] });
    expect((await made(5, standing([liveEntry(5)]))).log).toHaveLength(2);
  });

  it('nothing is removed by an update, by a kind that has no doubles, or where its own is not to be seen', async () => {
    const unlooked: LookAgain = () => Promise.reject(new Error('nobody expected a look'));
    expect((await made(5, unlooked, { action: 'update' })).log).toHaveLength(2);
    expect((await made(5, unlooked, { action: 'delete' })).log).toHaveLength(2);
    expect((await made(5, unlooked, {}, address)).log).toHaveLength(2);
    expect((await made(9, both)).log).toHaveLength(2);
    expect((await made('none', both)).log).toHaveLength(2);
    const named = standing([liveEntry(3, { id: '3' }), liveEntry(5)]);
    expect((await made(5, named)).log).toHaveLength(2);
    const anotherCase = standing([liveEntry(3, { key: 'CI' }), liveEntry(5)]);
    expect((await made(5, anotherCase)).log).toHaveLength(2);
  });

  it('what cannot be looked at now is left to the next plan', async () => {
    const gone = new ApiError('unreachable', 'gone', { method: 'GET', path: '/x' });
    expect((await made(5, () => Promise.reject(gone))).log.at(-1)).toBe(`done ${hook}`);
    await expect(made(5, () => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
  });

  it('what this run has done for it is told as what it is: another run made it', async () => {
    const workshop = workshopOf({ send: ({ method }) => (method === 'POST' ? { id: 5 } : undefined), lookAgain: both });
    const change = changeOf(hook, [], { action: 'create', calls: [make] });
    expect(await outcomeOf(change, workshop)).toEqual({ change, status: 'done', already: true, gaveWay: true });
    expect(workshop.made.get(hook)).toEqual({ id: 3 });
  });

  /** Looks of which each sees these. */
  function looks(...seen: readonly (readonly LiveEntry[])[]): LookAgain {
    let number = 0;
    return () => {
      const entries = seen[Math.min(number++, seen.length - 1)] ?? [];
      return Promise.resolve({ entries, asSeen: false, asWanted: 'unseen' });
    };
  }

  it('the one that stays is held against what was asked for', async () => {
    const fields = [
      { path: 'url', from: undefined, to: 'https://new.example.com' },
      { path: 'token', from: undefined, to: '(secret)' },
    ];
    const of = (url: string) => liveEntry(3, { spec: { url, token: undefined } });
    const late = (url: string) => made(5, looks([of(url), liveEntry(5)], [of(url)]), { fields });
    expect((await late('https://new.example.com')).failure).toBeUndefined();
    const { failure, log } = await late('https://old.example.com');
    expect(failure).toEqual({
      code: 'overtaken',
      message:
        'another run made the same at the same time (id 3), of which url differs; what this run made was removed again',
      remedy: 'see which of the two is meant, and plan again',
    });
    expect(log).toEqual(['POST /groups/a/hooks', 'DELETE /groups/a/hooks/5']);
  });

  it('that both are gone is told, and not that the other one has it', async () => {
    const gone = looks([liveEntry(3), liveEntry(5)], []);
    expect((await made(5, gone)).failure).toMatchObject({
      code: 'overtaken',
      message: 'another run made the same at the same time, and both were removed again',
      remedy: 'apply again: it is made anew',
    });
    const file = sink();
    const keeping: Call = { ...make, saveSecretTo: { field: 'token', files: [file] } };
    const workshop = workshopOf({
      send: ({ method }) => (method === 'POST' ? { id: 5, token: 'hush' } : undefined),
      lookAgain: looks([], [liveEntry(3), liveEntry(5)], []),
    });
    expect(await runChange(changeOf(hook, [], { action: 'create', calls: [keeping] }), workshop)).toMatchObject({
      message: expect.stringMatching(/both were removed again$/) as string,
      remedy: 'apply again: it is made anew',
    });
    expect(existsSync(file)).toBe(false);
  });

  it('the secret of the one that is removed is void, and that is told', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'keelson-sink-')), 'runner.token');
    const keeping: Call = { ...make, saveSecretTo: { field: 'token', files: [file] } };
    const workshop = workshopOf({
      send: ({ method }) => (method === 'POST' ? { id: 5, token: 'hush' } : undefined),
      lookAgain: both,
    });
    const change = changeOf(hook, [], { action: 'create', calls: [{ ...make, method: 'PUT' }, keeping] });
    expect(await runChange(change, workshop)).toEqual({
      code: 'sink',
      message: `another run made the same at the same time, and has its secret; what ${file} got was void, and is removed`,
      remedy: 'take the secret from where the other run has put it',
    });
    // Nothing is left to do of it: its secret is where the other run has put it.
    expect(workshop.log.slice(-2)).toEqual(['DELETE /groups/a/hooks/5', `done ${hook}`]);
    expect(existsSync(file)).toBe(false);
  });

  it('what it has taken the place of before is told to be gone', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'keelson-sink-')), 'runner.token');
    const keeping: Call = { ...make, saveSecretTo: { field: 'token', files: [file] } };
    const workshop = workshopOf({
      send: ({ method }) => (method === 'POST' ? { id: 5, token: 'hush' } : undefined),
      lookAgain: both,
    });
    const old: Call = { method: 'DELETE', path: '/groups/a/hooks/2' };
    const change = changeOf(hook, [], { action: 'replace', calls: [old, keeping] });
    expect(await outcomeOf(change, workshop)).toMatchObject({ status: 'failed', sent: [old] });
  });

  /** A replacement that is made beside what it replaces (id 2), which another one of this list is made beside as well. */
  async function besideOld(lookAgain: LookAgain) {
    const keeping: Call = { ...make, saveSecretTo: { field: 'token', files: [sink()] } };
    const old: Call = { method: 'DELETE', path: '/groups/a/hooks/2' };
    const plain = changeOf(hook, [], { action: 'replace', calls: [keeping, old] });
    const change = {
      ...plain,
      seen: { ...plain.seen, id: 2, reads: [{ path: '/groups/a/hooks', pages: true as const }] },
    };
    let posted = false;
    const workshop = workshopOf({
      send: ({ method }) => {
        posted ||= method === 'POST';
        return method === 'POST' ? { id: 5, token: 'hush' } : undefined;
      },
      read: () => [],
      lookAgain: (one) => (posted ? lookAgain(one) : standing([liveEntry(2)])(one)),
    });
    const outcome = await outcomeOf(change, workshop);
    const sent = workshop.log.filter((line) => !line.startsWith('intend'));
    return { outcome, sent, keeping };
  }

  it('what is to be replaced stays until the look for another one is done, and goes where there is none', async () => {
    const rival = await besideOld(looks([liveEntry(2), liveEntry(3), liveEntry(5)], [liveEntry(2), liveEntry(3)]));
    expect(rival.outcome).toMatchObject({
      status: 'failed',
      failure: {
        code: 'overtaken',
        message: expect.stringContaining('what it was to replace (id 2) was left') as string,
      },
    });
    expect(rival.outcome).not.toHaveProperty('sent');
    expect(rival.sent).toEqual(['POST /groups/a/hooks', 'DELETE /groups/a/hooks/5']);

    const leaving = looks([liveEntry(2), liveEntry(5), liveEntry(7)], [liveEntry(2), liveEntry(5)]);
    for (const looked of [standing([liveEntry(2), liveEntry(5)]), leaving]) {
      const alone = await besideOld(looked);
      expect(alone.outcome).toMatchObject({ status: 'done' });
      expect(alone.sent).toEqual(['POST /groups/a/hooks', 'DELETE /groups/a/hooks/2', `done ${hook}`]);
    }

    const later = await besideOld(standing([liveEntry(2), liveEntry(5), liveEntry(7)]));
    expect(later.outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'overtaken', message: expect.stringContaining('another one of its name') as string },
      sent: [later.keeping],
    });
    expect(later.sent).toEqual(['POST /groups/a/hooks']);
  });

  it('what is to be replaced stays where nobody can look, or where the new one is not shown', async () => {
    const gone = new ApiError('unreachable', 'gone', { method: 'GET', path: '/x' });
    const unseen = await besideOld(() => Promise.reject(gone));
    expect(unseen.outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'unknown-outcome', message: expect.stringContaining('it was made (id 5)') as string },
      sent: [unseen.keeping],
    });
    expect(unseen.sent).toEqual(['POST /groups/a/hooks']);
    const hidden = await besideOld(standing([liveEntry(2)]));
    expect(hidden.outcome).toMatchObject({ status: 'failed', failure: { code: 'not-accepted' } });
    expect(hidden.sent).toEqual(['POST /groups/a/hooks']);
  });

  it('what is answered to be made, and is not in its list, is not made; a group on its way has no list at its path', async () => {
    const read = { path: '/groups/a/hooks', pages: true } as const;
    const plain = changeOf(hook, [], { action: 'create', calls: [make] });
    const change = { ...plain, seen: { ...plain.seen, reads: [read] } };
    const send = () => ({ id: 5 });
    const outcomeWith = (list: readonly [] | undefined) =>
      outcomeOf(change, workshopOf({ send, lookAgain: looks([]), read: () => list }));
    expect(await outcomeWith([])).toMatchObject({
      status: 'failed',
      failure: { code: 'not-accepted', serverMessage: 'it answers that it was made (id 5), and does not show it' },
    });
    expect(await outcomeWith(undefined)).toMatchObject({ status: 'done' });
  });
});

describe('a secret has its place before anything is sent', () => {
  const runner = 'group[a]/runner[build]';
  const keeping = (file: string): Change => {
    const calls: readonly Call[] = [
      { method: 'DELETE', path: '/runners/2' },
      { method: 'POST', path: '/user/runners', answer: 'partial', saveSecretTo: { field: 'token', files: [file] } },
    ];
    return changeOf(runner, [], { action: 'replace', calls });
  };

  it('which no other run has', async () => {
    const file = sink();
    const { release } = claim(file);
    const workshop = workshopOf();
    expect(await runChange(keeping(file), workshop)).toEqual({
      code: 'secret',
      message: expect.stringMatching(
        /^another run \(process \d+ on .+\) has claimed .+, and nothing was sent$/,
      ) as string,
      remedy: expect.stringContaining(`remove ${file}.claim first`) as string,
    });
    expect(workshop.log).toEqual([]);
    release();
    const free = workshopOf({ send: () => ({ id: 3, token: 'hush' }), lookAgain: standing([]) });
    expect(await runChange(keeping(file), free)).toBeUndefined();
    expect(readdirSync(dirname(file))).toEqual(['runner.token']);
  });

  it('which can be made', async () => {
    const file = sink();
    writeFileSync(file, '');
    const workshop = workshopOf();
    expect(await runChange(keeping(join(file, 'below')), workshop)).toMatchObject({ code: 'secret' });
    expect(workshop.log).toEqual([]);
  });

  it('where nothing stands: what stands there by now may be of another run, which made the same', async () => {
    const file = sink();
    writeFileSync(file, 'hush');
    const workshop = workshopOf({ lookAgain: standing([liveEntry(7)]) });
    const occupied = `${file} is there already, and is not written over`;
    expect(await runChange(keeping(file), workshop)).toMatchObject({
      code: 'secret',
      message: `the secret in the answer would have nowhere to go, and nothing was sent: ${occupied}`,
    });
    expect(await runChange({ ...keeping(file), action: 'create' }, workshop)).toEqual({
      code: 'overtaken',
      message: `it was made meanwhile (id 7), by another run as it seems, and nothing was sent: ${occupied}`,
      remedy: 'plan again: it shows what is left to do',
    });
    expect(workshop.log).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('hush');
    expect(readdirSync(dirname(file))).toEqual(['runner.token']);
  });

  it('and where it is lost all the same, what this run made is removed, though another run made the same meanwhile', async () => {
    const file = sink();
    let posted = false;
    const workshop = workshopOf({
      send: ({ method }) => {
        if (method !== 'POST') return undefined;
        posted = true;
        writeFileSync(file, 'hush');
        return { id: 5, token: 'void' };
      },
      lookAgain: (change) => standing(posted ? [liveEntry(3), liveEntry(5), liveEntry(6)] : [])(change),
    });
    expect(await runChange({ ...keeping(file), action: 'create' }, workshop)).toMatchObject({
      code: 'secret',
      message: expect.stringContaining('what was made was removed again') as string,
    });
    expect(workshop.log.at(-1)).toBe('DELETE /runners/5');
    expect(readFileSync(file, 'utf8')).toBe('hush');
  });
});
