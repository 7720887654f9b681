import { expect, test } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { whoChanged } from '../../../src/engine/drift/who-changed.ts';
import type { Change, JsonObject, Touch } from '../../../src/model.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { changeOf } from '../../apply/change.ts';
import { kinds } from '../instance.ts';

const NAMES = ['', 'root', 'eve', 'sam'];

/** An event of a variable of the number `id`, as a group logs it, of which the first is the latest. */
function event(what: string, id: number, author = 'eve', details: JsonObject = {}): JsonObject {
  const name = `ci_group_variable_${what}`;
  return {
    author_id: NAMES.indexOf(author),
    event_name: name,
    created_at: '2026-01-31T12:00:00Z',
    details: {
      target_type: 'Ci::GroupVariable',
      target_id: id,
      target_details: 'REGION',
      event_name: name,
      ...details,
    },
  };
}

const changed = (id: number, author = 'eve', change = 'value(hidden)') => event('updated', id, author, { change });

/** What is live, by key and environment. */
type Live = readonly (readonly [key: string, environment: string])[];

/** Who is named for one address, and for all that was asked for. */
async function named(
  events: readonly JsonObject[],
  live: Live | undefined,
  ask: readonly Change[] | { readonly standing: string; readonly field?: string },
): Promise<{ readonly [address: string]: string }> {
  const of = (rows: readonly JsonObject[]) => ({ rows, pages: 1, all: () => Promise.resolve(rows) });
  const client = fakeClient({
    read: ({ path }) => Promise.resolve({ id: 1, username: NAMES[Number(path.split('/').at(-1))] ?? '' }),
    list(read) {
      if (read.path.endsWith('/audit_events')) return Promise.resolve(of(events));
      expect(read).toMatchObject({ path: '/groups/a/variables', pages: true });
      if (live === undefined)
        return Promise.reject(new ApiError('forbidden', 'no', { method: 'GET', path: read.path }, { status: 403 }));
      return Promise.resolve(of(live.map(([key, environment_scope]) => ({ key, environment_scope }))));
    },
  });
  const standing =
    'standing' in ask
      ? [{ address: ask.standing, id: undefined, ...(ask.field !== undefined && { fields: [ask.field] }) }]
      : [];
  const touches: ReadonlyMap<string, Touch> = await whoChanged(
    { changes: 'standing' in ask ? [] : ask, unmanaged: [], standing },
    client,
    kinds,
  );
  return Object.fromEntries([...touches].map(([address, { author }]) => [address, author]));
}

const region = 'group[a]/variable[REGION]';
const value = [{ path: 'value', from: '(secret)', to: '(secret)' }];
const update = changeOf(region, value, { calls: [{ method: 'PUT', path: '/groups/1/variables/REGION' }] });
const lost = changeOf(region, [], { action: 'create' });
const one: Live = [['REGION', '*']];

test('who changed a variable is told by its key, where one of that key is in the place', async () => {
  const live: Live = [...one, ['OTHER', 'prod']];
  expect(await named([changed(3)], live, [update])).toEqual({ [region]: 'eve' });
  expect(await named([changed(3)], live, { standing: region, field: 'plain_value' })).toEqual({ [region]: 'eve' });
  const prod = 'group[a]/variable[REGION (prod)]';
  expect(await named([changed(3)], [['REGION', 'prod']], { standing: prod, field: 'value' })).toEqual({
    [prod]: 'eve',
  });
  expect(
    await named([event('updated', 3, 'eve', { target_details: 'region', change: 'value(hidden)' })], live, [update]),
  ).toEqual({});
});

test('each field has events of its own, and who made it anew has given it its value', async () => {
  const events = [changed(3, 'sam', 'variable protection'), changed(3)];
  expect(await named(events, one, [update])).toEqual({ [region]: 'eve' });
  expect(await named(events, one, { standing: region, field: 'protected' })).toEqual({ [region]: 'sam' });
  expect(await named(events, one, { standing: region, field: 'raw' })).toEqual({});
  expect(await named([event('created', 4, 'sam'), event('deleted', 3), changed(3)], one, [update])).toEqual({
    [region]: 'sam',
  });
});

test('nobody is told for certain where several of the key are or were there at once', async () => {
  expect(await named([changed(3)], [...one, ['REGION', 'prod']], [update])).toEqual({});
  expect(await named([changed(3), changed(4, 'sam')], one, [update])).toEqual({});
  // Nobody may see how many there are.
  expect(await named([changed(3)], undefined, [update])).toEqual({});
  // What was changed is gone by now.
  expect(await named([event('deleted', 4), changed(4), changed(3, 'sam')], one, [update])).toEqual({ [region]: 'sam' });
  expect(await named([event('deleted', 4), changed(4)], one, [update])).toEqual({});
});

test('who removed a variable is told where no other of the key may be meant', async () => {
  const prod = changeOf('group[a]/variable[REGION (prod)]', [], { action: 'create' });
  expect(await named([event('deleted', 3), changed(3, 'sam')], [], [lost])).toEqual({ [region]: 'eve' });
  expect(await named([event('deleted', 3)], [['REGION', 'prod']], [lost])).toEqual({});
  expect(await named([event('deleted', 3)], [], [lost, prod])).toEqual({});
  expect(await named([event('deleted', 4), event('deleted', 3)], [], [lost])).toEqual({ [region]: 'eve' });
  expect(await named([event('deleted', 4, 'sam'), event('deleted', 3)], [], [lost])).toEqual({});
  expect(await named([event('deleted', 4), changed(3)], [], [lost])).toEqual({});
});

test('a key of digits is no number', async () => {
  const address = 'group[a]/variable[7]';
  const change = changeOf(address, value, { calls: [{ method: 'PUT', path: '/groups/1/variables/7' }] });
  const other = [changed(7)];
  expect(await named(other, [['7', '*']], [change])).toEqual({});
  const own = [event('updated', 3, 'eve', { target_details: '7', change: 'value(hidden)' })];
  expect(await named(own, [['7', '*']], [change])).toEqual({ [address]: 'eve' });
});
