import { expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import type { Request } from '../../src/api/exchange.ts';
import { isMap } from '../../src/base/shape.ts';
import type { Read } from '../../src/read.ts';
import { inShort, failuresOf, keelson } from '../support/keelson.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import { byStatus, stage, writes } from './stage.ts';

const PEOPLE = ['ann', 'ben', 'cat', 'dan'];
const JOINT = 'POST /groups/1/members ann,ben,cat,dan';

/** A group with these members, all at one level; it is the first one of the instance. */
function declared(people: readonly string[] = PEOPLE, level = 'developer'): object {
  return { groups: { team: { members: Object.fromEntries(people.map((name) => [name, level])) } } };
}

/** An instance with a group and people who are no members of it. */
async function instance(people: readonly string[] = PEOPLE): Promise<SandboxClient> {
  const gitlab = await sandbox();
  await gitlab.group('team');
  for (const name of people) await gitlab.user(name);
  return gitlab;
}

/** What was sent, with the users whose ids it names by their usernames. */
function sent(requests: readonly Request[], gitlab: SandboxClient): string[] {
  const users = (gitlab.sandbox.state().tables['users'] ?? []) as { readonly id: number; readonly username: string }[];
  const names = new Map(users.map(({ id, username }) => [String(id), username]));
  return requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => {
      const id = isMap(body) ? body['user_id'] : undefined;
      const ids = typeof id === 'string' ? id.split(',') : typeof id === 'number' ? [String(id)] : [];
      return `${method} ${path.replace('/api/v4', '')} ${ids.map((one) => names.get(one)).join()}`;
    });
}

/** Applies a document, and says what failed, what was sent, how often members were read, and what is left to do. */
async function run(gitlab: SandboxClient, document: object = declared(), token: string = gitlab.token) {
  const program = keelson(gitlab.sandbox.url, token);
  const failed = failuresOf(await program.apply(document));
  const writesSent = sent(program.requests, gitlab);
  const reads = program.requests.filter(({ method, path }) => method === 'GET' && path.includes('/members'));
  const left = inShort(await program.plan(document));
  await program.close();
  return { failed, sent: writesSent, reads: reads.length, left };
}

it('members of a group are added with one call, and looked at once', async () => {
  const { failed, sent, reads, left } = await run(await instance());
  expect({ failed, sent, left }).toEqual({ failed: [], sent: [JOINT], left: [] });
  // Once for the plan, once for what the call has done.
  expect(reads).toBe(2);
});

it('hundreds go in parts', async () => {
  const many = Array.from({ length: 101 }, (_, nth) => `user-${nth}`);
  const { failed, sent, left } = await run(await instance(many), declared(many));
  expect({ failed, left, calls: sent.length }).toEqual({ failed: [], left: [], calls: 3 });
});

it('one who is no user is told by name, and keeps the others from nothing', async () => {
  const gitlab = await instance(['ann', 'ben', 'dan']);
  const { failed, sent, left } = await run(gitlab);
  // Nothing can stand for cat in a list of ids, so that each of the others goes alone.
  expect(sent.sort()).toEqual(['ann', 'ben', 'dan'].map((name) => `POST /groups/1/members ${name}`));
  expect(failed).toEqual([expect.stringMatching(/^group\[team\]\/member\[cat\]: .*cat/)]);
  expect(left).toEqual(['create group[team]/member[cat]']);
});

it('who may not add anybody hears so for each', async () => {
  const gitlab = await instance();
  await gitlab.user('dev');
  await gitlab.post('/groups/team/members', { username: 'dev', access_level: 30 });
  const { failed, left } = await run(gitlab, declared(), gitlab.as('dev').token);
  expect(failed).toHaveLength(4);
  for (const one of failed) expect(one).toContain('403');
  expect(left).toHaveLength(4);
});

it('a list of which the answer is lost is not sent again', async () => {
  const gitlab = await instance();
  gitlab.sandbox.fail({ faults: [{ kind: 'reset-after', times: 1, on: 'POST /groups/*' }] });
  expect(await run(gitlab)).toMatchObject({ failed: [], sent: [], left: [] });
  const posts = gitlab.sandbox.log.filter(({ method, url }) => method === 'POST' && url.endsWith('/groups/1/members'));
  expect(posts).toHaveLength(1);
});

it.each(['500', '503', 'reset-before', 'cut'] as const)('a list that meets with %s leaves nobody out', async (kind) => {
  const gitlab = await instance();
  gitlab.sandbox.fail({ faults: [{ kind, times: 1, on: 'POST /groups/*' }] });
  expect(await run(gitlab)).toMatchObject({ failed: [], left: [] });
});

it('where looking at what it did fails, each is told apart by its own call', async () => {
  const gitlab = await instance();
  const program = keelson(gitlab.sandbox.url, gitlab.token);
  const { client } = program;
  const read = client.read.bind(client);
  Object.assign(client, {
    read: (asked: Read) => {
      const isLook = asked.path === '/groups/team/members' && sent(program.requests, gitlab).length === 1;
      return isLook
        ? Promise.reject(new ApiError('server-error', 'no', { method: 'GET', path: asked.path }))
        : read(asked);
    },
  });
  expect(failuresOf(await program.apply(declared()))).toEqual([]);
  // Each is there already, which is how it was to be.
  expect(sent(program.requests, gitlab)).toEqual([JOINT, ...PEOPLE.map((name) => `POST /groups/1/members ${name}`)]);
  await program.close();
});

it('a saved plan shows the call, sends it, and sends it not where one has been added meanwhile', async () => {
  const people = PEOPLE.map((name) => `      ${name}: developer\n`).join('');
  const document = `groups:\n  team:\n    members:\n${people}`;
  for (const meanwhile of [[], ['ben']]) {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': document });
    await gitlab.group('team');
    const ids: string[] = [];
    for (const name of PEOPLE) ids.push(String(await gitlab.user(name)));
    const { out } = await keelson.run('plan', '--verbose', '--out', 'plan.json');
    expect(out).toContain('together with 3 more, as one call:');
    expect(out).toContain(
      PEOPLE.map((name, index) => `${ids[index] ?? ''} (id of GET /users?username=${name})`).join(),
    );
    expect(out).toContain('1 write to come');
    for (const username of meanwhile) await gitlab.post('/groups/team/members', { username, access_level: 30 });
    gitlab.sandbox.log.length = 0;
    const applied = await keelson.run('apply', 'plan.json', '--auto-approve', '--json');
    expect(byStatus(applied.out)).toEqual({ done: PEOPLE.map((name) => `group[team]/member[${name}]`) });
    expect(writes(gitlab)).toHaveLength(meanwhile.length === 0 ? 1 : 3);
  }
});
