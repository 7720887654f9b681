import { expect, it } from 'vitest';
import { createClient } from '../../../src/api/client.ts';
import { createTransport } from '../../../src/api/transport.ts';
import { lookUp } from '../../../src/engine/observe/batches/look-ups.ts';
import type { Read } from '../../../src/read.ts';
import { configuration, liveState, username, type Size } from '../../../bench/estate.ts';
import { sandbox } from '../../sandbox/client.ts';
import { keelson } from '../../support/keelson.ts';
import { fakeClient } from '../../api/fake-client.ts';
import { kinds } from '../instance.ts';

const read = (name: string): Read => ({ path: '/users', query: { username: name } });

/** Four hundred people, of whom none is a member yet. */
const SIZE: Size = { groups: 20, members: 20, extras: 'members alone', changed: 0, missing: 100 };

it('users are looked up by their names, a hundred in one request, in any case', async () => {
  const gl = await sandbox({ seed: liveState(SIZE) });
  const asked: string[] = [];
  const transport = createTransport({
    url: gl.sandbox.url,
    token: gl.token,
    concurrency: 8,
    userAgent: 'test',
    witness: ({ path }) => asked.push(path),
  });
  const names = Array.from({ length: 250 }, (_, person) => username(person));
  const wanted = ['nobody', 'PERSON.00003', ...names].map(read);
  const known = await lookUp(wanted, kinds, createClient(transport));
  await transport.close();
  expect(asked.length).toBe(3);
  expect(wanted.filter((one) => known(one) === undefined)).toEqual([read('nobody')]);
  expect(known(read('Person.00003'))).toEqual({ id: 5, username: 'person.00003' });
  expect(known({ path: '/users', query: { username: 'person.00003', humans: true } })).toBeUndefined();
  expect(known({ path: '/users' })).toBeUndefined();
});

it('a few names, and all where there is no GraphQL, are left to REST', async () => {
  const few = await lookUp(['a', 'b', 'c'].map(read), kinds, fakeClient({}));
  expect(few(read('a'))).toBeUndefined();
  let asked = 0;
  const off = fakeClient({
    ask: (...query) => {
      asked++;
      return fakeClient({}).ask(...query);
    },
  });
  const none = await lookUp(
    Array.from({ length: 1000 }, (_, person) => read(username(person))),
    kinds,
    off,
  );
  expect(none(read(username(1)))).toBeUndefined();
  expect(asked).toBe(4);
});

it('an apply looks up by GraphQL whom it adds, and by REST only whom that does not know', async () => {
  const gl = await sandbox({ seed: liveState(SIZE) });
  const program = keelson(gl.sandbox.url, gl.token);
  const document = [...configuration(SIZE, 1).values()].join('\n');
  const outcomes = await program.apply(document);
  const { requests } = program;
  await program.close();
  expect(outcomes.length).toBeGreaterThan(300);
  expect(outcomes.filter(({ status }) => status !== 'done')).toEqual([]);
  expect(requests.filter(({ path }) => /\/users\?/.test(path))).toEqual([]);
  expect(requests.filter(({ path }) => path.includes('usernames')).length).toBeLessThanOrEqual(4);
});
