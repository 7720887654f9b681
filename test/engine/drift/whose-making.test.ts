import { expect, it } from 'vitest';
import type { Making } from '../../../src/engine/apply/unfinished.ts';
import { whoseMaking } from '../../../src/engine/drift/whose-making.ts';
import { kindsByName } from '../../../src/engine/kinds.ts';
import { kinds as allKinds } from '../../../src/kinds/index.ts';
import type { JsonObject, LiveEntry } from '../../../src/model.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { instance } from '../instance.ts';

const CALLED = '2026-01-31T12:00:00.000Z';
const SOON = '2026-01-31T12:00:03.000Z';
/** As soon as somebody can have seen that a run has ended, and made by hand what it was to make. */
const LATER = '2026-01-31T12:00:15.000Z';
const sink = '/nowhere/at/all';
const others = { id: instance.me.id + 1, username: 'somebody' };

/** What is told of what stands where a call was to make it, with the audit events that are to be read. */
async function told(
  kind: 'runner' | 'deploy_token',
  live: JsonObject & { readonly id: number },
  makings: readonly Partial<Making>[],
  events: readonly JsonObject[] = [],
) {
  const address = `group[a]/${kind}[x]`;
  const entry: LiveEntry = { key: 'x', id: live.id, spec: {}, live };
  const client = fakeClient({
    list: () => Promise.resolve({ rows: events, pages: 1, all: () => Promise.resolve(events) }),
    read: ({ path }) => Promise.resolve([instance.me, others].find(({ id }) => path === `/users/${id}`)),
  });
  const makers = await whoseMaking(
    [
      {
        ...{ address, method: 'POST', path: '/x', at: CALLED, refused: false, moves: false, secretLost: true },
        makings: makings.map((one) => ({ at: CALLED, sinks: [sink], isKept: false, ...one })),
      },
    ],
    { instance, sections: new Map([[`group[a]/${kind}s`, [entry]]]) },
    kindsByName(allKinds),
    client,
  );
  expect(makers('group[b]/runner[x]')).toEqual([]);
  return makers(address);
}

const event = (by: number, at: string) => ({
  event_name: 'group_deploy_token_created',
  author_id: by,
  created_at: at,
  details: { target_type: 'DeployToken', target_id: 7 },
});
const own = [{ id: 7, isOwn: true, isLost: true }];
const nobodyKnows = [{ id: 7, isOwn: false, isLost: false }];

it('is known by the number in the answer, and by nothing else where there was one', async () => {
  expect(await told('deploy_token', { id: 7 }, [{ made: 7 }])).toEqual(own);
  expect(await told('deploy_token', { id: 7 }, [{ made: 7, isKept: true }])).toMatchObject([
    { isOwn: true, isLost: false },
  ]);
  const mine = event(instance.me.id, SOON);
  expect(await told('deploy_token', { id: 7 }, [{ made: 8, before: [] }], [mine])).toMatchObject([{ isOwn: false }]);
  expect(await told('deploy_token', { id: 7 }, [{ made: 7, isKept: true }, { made: 8 }], [mine])).toMatchObject([
    { isOwn: true, isLost: false },
  ]);
});

it('is not known by a name: of what nothing tells who has made it nothing is said', async () => {
  expect(await told('deploy_token', { id: 7 }, [{ before: [] }])).toEqual(nobodyKnows);
  expect(await told('deploy_token', { id: 7 }, [{}])).toEqual(nobodyKnows);
  expect(await told('runner', { id: 7 }, [{ before: [] }])).toEqual(nobodyKnows);
});

it('was not there before the call, and is of its moment and of its user', async () => {
  const by = (id: number, more: JsonObject = {}) => ({ id: 7, created_by: { id }, ...more });
  const { me } = instance;
  expect(await told('runner', by(me.id), [{ before: [3] }])).toEqual(own);
  expect(await told('runner', by(me.id, { created_at: SOON }), [{}])).toEqual([{ ...own[0], at: SOON }]);
  expect(await told('runner', by(me.id), [{}])).toEqual(nobodyKnows);
  expect(await told('runner', by(me.id), [{ before: [3, 7] }])).toEqual(nobodyKnows);
  expect(await told('runner', by(me.id, { created_at: LATER }), [{ before: [] }])).toMatchObject([{ isOwn: false }]);
  const late = by(me.id, { created_at: LATER });
  expect(await told('runner', late, [{ before: [], there: LATER }])).toEqual([{ ...own[0], at: LATER }]);
  expect(await told('runner', by(others.id), [{ before: [] }])).toEqual(nobodyKnows);
  expect(await told('runner', by(me.id), [{ before: [7] }, { before: [] }])).toEqual(own);
});

it('is of the user whom audit events name, who is told', async () => {
  const by = (id: number, at: string) => told('deploy_token', { id: 7 }, [{ before: [] }], [event(id, at)]);
  expect(await by(instance.me.id, SOON)).toEqual([{ ...own[0], by: instance.me.username, at: SOON }]);
  expect(await by(instance.me.id, LATER)).toMatchObject([{ isOwn: false, at: LATER }]);
  expect(await by(others.id, SOON)).toEqual([{ ...nobodyKnows[0], by: 'somebody', at: SOON }]);
});

it('may be what a call has made that was refused: not by anybody else, and not at another time', async () => {
  const refused = { before: [3], isRefused: true } as const;
  const denied = [{ ...nobodyKnows[0], isDenied: true }];
  expect(await told('deploy_token', { id: 7 }, [refused])).toEqual(denied);
  expect(await told('runner', { id: 7, created_by: { id: instance.me.id } }, [refused])).toEqual(denied);
  expect(await told('deploy_token', { id: 7 }, [refused], [event(instance.me.id, SOON)])).toMatchObject(denied);
  const untold = await Promise.all([
    told('deploy_token', { id: 3 }, [refused]),
    told('deploy_token', { id: 7 }, [{ ...refused, isKept: true }]),
    told('deploy_token', { id: 7 }, [{ isRefused: true }]),
    told('deploy_token', { id: 7 }, [refused], [event(others.id, SOON)]),
    told('deploy_token', { id: 7 }, [refused], [event(instance.me.id, LATER)]),
    told('runner', { id: 7, created_by: { id: others.id } }, [refused]),
  ]);
  for (const [maker] of untold) expect(maker).not.toHaveProperty('isDenied');
});
