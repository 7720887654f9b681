import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { apply, type ApplyOptions } from '../../../src/engine/apply/apply.ts';
import type { FilledCall } from '../../../src/api/client.ts';
import type { Action, Change, Plan } from '../../../src/model.ts';
import type { Outcome } from '../../../src/outcome.ts';
import { changeOf } from '../../apply/change.ts';
import { member } from '../live.ts';
import { liveEntry, standing, workshopOf, type FakeWorkshop } from './apply-context.ts';

/** A change of a member, of which a test says what it needs. */
function change(name: string, needs: readonly string[] = [], action: Action = 'update'): Change {
  return changeOf(addressOf(name), [], {
    action,
    needs: needs.map(addressOf),
    calls: [{ method: 'PUT', path: `/${name}`, answer: 'partial' }],
  });
}

function addressOf(name: string): string {
  return `group[g]/member[${name}]`;
}

function planOf(changes: readonly Change[], joint: readonly string[]): Plan {
  const target = { url: 'https://gitlab.example.com', version: '18.9.0' };
  return {
    target,
    changes,
    ...(joint.length > 0 && { joint: [{ call: JOINT, addresses: joint.map(addressOf) }] }),
    unchanged: 0,
    unmanaged: [],
    unverifiable: [],
    diagnostics: [],
  };
}

const JOINT = { method: 'POST', path: '/joint' } as const;

interface Run {
  readonly changes: readonly Change[];
  /** The names of those that share a call. */
  readonly joint?: readonly string[];
  /** The names of what fails, and with which status. */
  readonly failing?: { readonly [name: string]: number };
  readonly course?: Partial<ApplyOptions>;
  readonly workshop?: FakeWorkshop;
  readonly onSend?: (call: FilledCall) => void;
}

/** Applies changes; says what became of each, in the order of the plan, and in which order they were sent. */
async function run({ changes, joint = [], failing = {}, course = {}, onSend, ...more }: Run) {
  const workshop =
    more.workshop ??
    workshopOf({
      send: (call) => {
        onSend?.(call);
        const status = failing[call.path.slice(1)];
        if (status !== undefined) throw new ApiError('refused', 'no', call, { status, serverMessage: 'no' });
        return undefined;
      },
      lookAgain: standing([]),
    });
  const finished: Outcome[] = [];
  const outcomes = await apply(planOf(changes, joint), workshop, {
    concurrency: 1,
    stop: new AbortController().signal,
    askedFirst: [],
    goOnWhenStale: false,
    check: () => Promise.resolve('holds'),
    finished: (outcome) => finished.push(outcome),
    ...course,
  });
  const told = outcomes.map((outcome) => {
    const { status } = outcome;
    return status === 'not-attempted' ? `${status}: ${outcome.because}` : status;
  });
  return { told, outcomes, finished, sent: workshop.sent.map(({ path }) => path.slice(1)), workshop };
}

describe('a plan', () => {
  it('of nothing is done at once', async () => {
    expect((await run({ changes: [] })).told).toEqual([]);
  });

  it('is carried out in an order in which each change comes after what it needs', async () => {
    const changes = [change('d', ['b', 'c']), change('b', ['a']), change('c', ['a']), change('a')];
    const { told, sent, finished } = await run({ changes });
    expect(told).toEqual(['done', 'done', 'done', 'done']);
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
    expect(finished.map(({ change: { address } }) => address)).toEqual(sent.map(addressOf));
  });

  it('starts nothing while one of the changes that it needs is left', async () => {
    const changes = [change('d', ['b', 'c']), change('b'), change('c', ['x']), change('x', ['y']), change('y')];
    expect((await run({ changes })).sent).toEqual(['b', 'y', 'x', 'c', 'd']);
  });

  it('is given up once nothing has been answered for three changes in a row', async () => {
    const send = (unreachable: readonly string[]) => (call: FilledCall) => {
      if (unreachable.includes(call.path.slice(1))) throw new ApiError('unreachable', 'no answer', call, {});
      return undefined;
    };
    const of = async (...unreachable: readonly string[]) => {
      const workshop = workshopOf({ send: send(unreachable), lookAgain: standing([]) });
      return run({ changes: ['a', 'b', 'c', 'd', 'e'].map((name) => change(name)), workshop });
    };
    expect((await of('a', 'b', 'c')).told).toEqual([
      ...['failed', 'failed', 'failed'],
      ...Array.from({ length: 2 }, () => 'not-attempted: GitLab has not answered for 3 changes in a row'),
    ]);
    expect((await of('a', 'b', 'd', 'e')).told).toEqual(['failed', 'failed', 'done', 'failed', 'failed']);
  });

  it('has as many changes under way together as it may, and no more', async () => {
    for (const concurrency of [1, 3]) {
      let [inside, most] = [0, 0];
      const check = async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
        return 'holds' as const;
      };
      const changes = ['a', 'b', 'c', 'd', 'e'].map((name) => change(name));
      expect((await run({ changes, course: { concurrency, check } })).told).toHaveLength(5);
      expect(most).toBe(concurrency);
    }
  });

  it('goes on where a change fails, but for what needs it', async () => {
    const changes = [change('a'), change('b', ['a']), change('c', ['b', 'd']), change('d'), change('e', ['d'])];
    const { told, sent, finished, outcomes } = await run({ changes, failing: { a: 400 } });
    expect(told).toEqual([
      'failed',
      `not-attempted: it needs ${addressOf('a')}`,
      `not-attempted: it needs ${addressOf('b')}`,
      'done',
      'done',
    ]);
    expect(sent).toEqual(['a', 'd', 'e']);
    expect(finished).toHaveLength(5);
    expect(outcomes[0]).toMatchObject({ failure: { code: 'refused', serverMessage: 'no', status: 400 } });
  });

  it('tells once of what needs two that fail', async () => {
    const changes = [change('a'), change('b'), change('c', ['a', 'b'])];
    const { told, finished } = await run({ changes, failing: { a: 400, b: 400 } });
    expect(told).toEqual(['failed', 'failed', `not-attempted: it needs ${addressOf('a')}`]);
    expect(finished).toHaveLength(3);
  });

  it('that is interrupted finishes what is under way, and starts nothing more', async () => {
    const stop = new AbortController();
    const changes = [change('a'), change('b'), change('c', ['a'])];
    const { told, sent } = await run({
      changes,
      course: { stop: stop.signal },
      onSend: () => {
        stop.abort();
      },
    });
    expect(told).toEqual(['done', 'not-attempted: the run was interrupted', 'not-attempted: the run was interrupted']);
    expect(sent).toEqual(['a']);
    expect((await run({ changes, course: { stop: AbortSignal.abort() } })).sent).toEqual([]);
  });

  it('ends in what nobody foresaw', async () => {
    const check = () => Promise.reject(new TypeError('a mistake of ours'));
    await expect(run({ changes: [change('a')], course: { check } })).rejects.toThrow('a mistake of ours');
  });
});

describe('changes that share a call', () => {
  /** A workshop whose platform makes members of these, once the joint call has been sent. */
  function making(names: readonly string[], onSend: () => void = () => undefined): FakeWorkshop {
    const workshop: FakeWorkshop = workshopOf({
      send: () => {
        onSend();
        return undefined;
      },
      read: () => (workshop.sent.length === 0 ? [] : names.map((name) => member(name, 30))),
    });
    return workshop;
  }
  const addition = (name: string, needs: readonly string[] = []): Change => ({
    ...change(name, needs, 'create'),
    seen: { reads: [{ path: '/groups/g/members', pages: true }], key: name, hash: '' },
  });
  const joint = ['a', 'b', 'c'];
  const changes = [addition('a', ['z']), addition('b', ['z']), addition('c', ['z']), change('d', ['c']), change('z')];

  it('are done by it alone, once all that they need is done', async () => {
    const { told, sent, finished } = await run({ changes, joint, workshop: making(joint) });
    expect(told).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(sent).toEqual(['z', 'joint', 'd']);
    expect(finished).toHaveLength(5);
  });

  it('are carried out on their own where it did not bring them about', async () => {
    const { told, sent } = await run({ changes, joint, workshop: making(['a', 'c']) });
    expect(told).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(sent).toEqual(['z', 'joint', 'd', 'b']);
  });

  it('are not sent together where one of them does not hold', async () => {
    const stale = ({ address }: Change) =>
      Promise.resolve(address === addressOf('b') ? ({ code: 'gone' } as const) : ('holds' as const));
    const going = await run({ changes, joint, course: { check: stale, goOnWhenStale: true }, workshop: making([]) });
    expect(going.told).toEqual(['done', 'stale', 'done', 'done', 'done']);
    expect(going.sent).toEqual(['z', 'a', 'c', 'd']);
    const stopping = await run({ changes, joint, course: { check: stale }, workshop: making([]) });
    expect(stopping.sent).toEqual(['z', 'a']);
    expect(stopping.told.slice(0, 3)).toEqual(['done', 'stale', 'not-attempted: the plan does not hold any more']);
  });

  it('are given up together where what they need fails', async () => {
    const { told, sent } = await run({ changes, joint, failing: { z: 400 } });
    const because = `not-attempted: it needs ${addressOf('z')}`;
    expect(told).toEqual([because, because, because, `not-attempted: it needs ${addressOf('c')}`, 'failed']);
    expect(sent).toEqual(['z']);
  });

  it('are left where they are when the run is interrupted after it', async () => {
    const stop = new AbortController();
    const together = changes.slice(0, 3).map((one) => ({ ...one, needs: [] }));
    const workshop = making(['a'], () => {
      stop.abort();
    });
    const { told, sent } = await run({ changes: together, joint, course: { stop: stop.signal }, workshop });
    expect(told).toEqual(['done', 'not-attempted: the run was interrupted', 'not-attempted: the run was interrupted']);
    expect(sent).toEqual(['joint']);
  });
});

describe('a change that does not hold any more', () => {
  const check = ({ address }: Change) =>
    Promise.resolve(address === addressOf('a') ? ({ code: 'gone' } as const) : ('holds' as const));
  const changes = [change('a'), change('b'), change('c', ['a'])];

  it('is not done, and nothing more is started', async () => {
    const { told, sent } = await run({ changes, course: { check } });
    expect(told).toEqual([
      'stale',
      'not-attempted: the plan does not hold any more',
      `not-attempted: it needs ${addressOf('a')}`,
    ]);
    expect(sent).toEqual([]);
  });

  it('keeps everything from being sent where it is asked for first', async () => {
    const last = [change('b'), change('a'), change('c', ['a'])];
    const inTurn = await run({ changes: last, course: { check, concurrency: 1 } });
    expect(inTurn.sent).toEqual(['b']);
    const { told, sent } = await run({
      changes: last,
      course: { check, concurrency: 1, askedFirst: last.slice(0, 2) },
    });
    expect(told).toEqual([
      'not-attempted: the plan does not hold any more',
      'stale',
      `not-attempted: it needs ${addressOf('a')}`,
    ]);
    expect(sent).toEqual([]);
  });

  it('is left out alone, with what needs it, where the rest is to go on', async () => {
    const { told, sent } = await run({ changes, course: { check, goOnWhenStale: true } });
    expect(told).toEqual(['stale', 'done', `not-attempted: it needs ${addressOf('a')}`]);
    expect(sent).toEqual(['b']);
  });

  it('is one that the platform itself says was changed meanwhile', async () => {
    const { told } = await run({ changes: [change('a'), change('b')], failing: { a: 412 } });
    expect(told).toEqual(['stale', 'not-attempted: the plan does not hold any more']);
  });

  it('lets those finish that are under way', async () => {
    const slowly = async (asked: Change) => {
      if (asked.address !== addressOf('a')) await new Promise((resolve) => setImmediate(resolve));
      return check(asked);
    };
    const { told } = await run({
      changes: [change('a'), change('b'), change('d')],
      course: { check: slowly, concurrency: 2 },
    });
    expect(told).toEqual(['stale', 'done', 'not-attempted: the plan does not hold any more']);
  });
});

describe('a change that somebody else has done', () => {
  const course = { check: () => Promise.resolve('done' as const) };

  it('is done without a call, and what refers to it finds it', async () => {
    const workshop = workshopOf({ lookAgain: standing([liveEntry(7, { live: { id: 6, name: 'ci' } })]) });
    const { outcomes, sent } = await run({ changes: [change('a')], course, workshop });
    expect(outcomes).toMatchObject([{ status: 'done', already: true }]);
    expect(sent).toEqual([]);
    expect(workshop.made.get(addressOf('a'))).toEqual({ id: 7, name: 'ci' });
  });

  it('is known by the number that the platform shows, where its kind has none', async () => {
    const workshop = workshopOf({ lookAgain: standing([{ key: 'ci', spec: {}, live: { id: 6 } }]) });
    await run({ changes: [change('a')], course, workshop });
    expect(workshop.made.get(addressOf('a'))).toEqual({ id: 6 });
  });

  it('leaves nothing to find where it is gone, and is not looked for where it was to go', async () => {
    const none = workshopOf({ lookAgain: standing([]) });
    await run({ changes: [change('a')], course, workshop: none });
    expect(none.made.size).toBe(0);
    const unlooked = workshopOf();
    const { told } = await run({ changes: [change('a', [], 'delete')], course, workshop: unlooked });
    expect(told).toEqual(['done']);
  });
});
