import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { runTogether } from '../../../src/engine/apply/run-together.ts';
import type { Call, Change, JsonObject } from '../../../src/model.ts';
import { changeOf } from '../../apply/change.ts';
import { member } from '../live.ts';
import { addressesOf, workshopOf, type FakeWorkshop } from './apply-context.ts';

const call: Call = {
  method: 'POST',
  path: '/groups/team/members',
  body: { username: 'alice,bob', access_level: 30 },
};

function addition(name: string): Change {
  return changeOf(`group[team]/member[${name}]`, [{ path: 'access_level', from: undefined, to: 'developer' }], {
    action: 'create',
    seen: { reads: [{ path: '/groups/team/members', pages: true }], key: name, hash: '' },
  });
}

const both = [addition('alice'), addition('bob')];

/** What a joint call for alice and bob comes to, where these are members afterwards. */
async function run(members: readonly JsonObject[] | Error, send: () => JsonObject = () => ({ status: 'success' })) {
  const workshop: FakeWorkshop = workshopOf({
    send,
    read: () => {
      workshop.log.push('look');
      if (members instanceof Error) throw members;
      return members;
    },
  });
  const done = await runTogether(call, both, workshop);
  return { done: addressesOf([...done]), workshop };
}

const ALL = ['group[team]/member[alice]', 'group[team]/member[bob]'];

function trouble(status: number | undefined, outcomeUnknown: boolean): ApiError {
  return new ApiError(status === undefined ? 'unreachable' : 'refused', 'no', call, {
    outcomeUnknown,
    ...(status !== undefined && { status }),
  });
}

describe('a call for several changes', () => {
  it('is written down for each of them, sent, and looked at once', async () => {
    const { done, workshop } = await run([member('alice', 30), member('bob', 30)]);
    expect(done).toEqual(ALL);
    expect(workshop.log).toEqual([
      ...ALL.map((address) => `intend ${address} POST /groups/team/members`),
      'POST /groups/team/members',
      'look',
      ...ALL.map((address) => `done ${address}`),
    ]);
    expect(workshop.sent.map(({ body }) => body)).toEqual([call.body]);
  });

  it('is done for those alone who are there as they are to be, whatever the answer says', async () => {
    for (const answer of [{ status: 'success' }, { status: 'error', message: 'bob: no' }]) {
      expect((await run([member('alice', 30)], () => answer)).done).toEqual(ALL.slice(0, 1));
      expect((await run([member('alice', 30), member('bob', 20)], () => answer)).done).toEqual(ALL.slice(0, 1));
      expect((await run([], () => answer)).done).toEqual([]);
    }
  });

  it('that is refused has done nothing, and is looked at by nobody', async () => {
    const { done, workshop } = await run([], () => {
      throw trouble(403, false);
    });
    expect(done).toEqual([]);
    expect(workshop.log.slice(3)).toEqual(ALL.map((address) => `refused ${address}`));
  });

  it('whose answer is lost is settled by looking', async () => {
    const lost = (): never => {
      throw trouble(undefined, true);
    };
    expect((await run([member('alice', 30), member('bob', 30)], lost)).done).toEqual(ALL);
    expect((await run([], lost)).done).toEqual([]);
  });

  it('that nobody can look at is done for none', async () => {
    expect((await run(trouble(500, false))).done).toEqual([]);
  });

  it('throws what is a bug', async () => {
    const bug = (): never => {
      throw new TypeError('ours');
    };
    await expect(run([], bug)).rejects.toThrow('ours');
    await expect(run(new TypeError('ours, too'))).rejects.toThrow('ours, too');
  });

  it('is none where there is nothing to do', async () => {
    const workshop = workshopOf();
    expect(await runTogether(call, [], workshop)).toEqual(new Set());
    expect(workshop.log).toEqual([]);
  });
});
