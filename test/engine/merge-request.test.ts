import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/api/client.ts';
import { createTransport } from '../../src/api/transport.ts';
import { lookAtGround, type Wish } from '../../src/engine/merge-request/ground.ts';
import { keepRequest, withdrawRequest, type RequestOutcome } from '../../src/engine/merge-request/keep-request.ts';
import { textOf, type JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox, type Client as User } from '../sandbox/client.ts';
import { dying } from '../support/dying.ts';

const key = '0123456789abcdef';
const BRANCH = `keelson/adopt-${key}`;
const marker = `<!-- keelson:adopt ${key} -->`;
const BASE = 'groups: {}\n';

/** What a run wants the file to be, and says of it; nothing where there is nothing to adopt. */
interface Wanted {
  readonly text: string | undefined;
  readonly says: string;
}
const [first, second] = [saying('groups: { a: {} }\n'), saying('groups: { b: {} }\n')];
const none: Wanted = { text: undefined, says: '' };

function saying(text: string): Wanted {
  return { text, says: `it is ${text.trim()}` };
}

/** A project with a configuration, and a user who keeps its merge request through the real client. */
async function stage() {
  const gitlab = await sandbox();
  const root = `/projects/${idOf(await gitlab.post('/projects', { name: 'configuration' }))}`;
  const commit = async (branch: string, action: string, content: string, more: JsonObject = {}) => {
    const actions = [{ action, file_path: 'keelson.yaml', content }];
    const sent = { branch, commit_message: 'By hand', actions, ...more };
    expect(await gitlab.post(`${root}/repository/commits`, sent)).toMatchObject({ status: 201 });
  };
  await commit('main', 'create', BASE);
  await gitlab.post(`${root}/members`, { user_id: await gitlab.user('writer'), access_level: 30 });
  const writer = gitlab.as('writer', ['api']);
  const client = clientOf(gitlab.sandbox.url, writer);
  const me = idOf(await writer.get('/user'));
  const branches = async () =>
    (await gitlab.get(`${root}/repository/branches`)).list
      .map(({ name }) => textOf(name))
      .filter((name) => name !== 'main');
  const open = async () =>
    (await gitlab.get(`${root}/merge_requests?state=opened`)).list.map(
      ({ iid, title, description, source_branch, target_branch, sha }) => ({
        ...{ iid, title, description, source_branch, target_branch, sha },
      }),
    );
  const ahead = async () => {
    const found = await gitlab.get(`${root}/repository/compare?from=main&to=${encodeURIComponent(BRANCH)}`);
    return (found.object['commits'] as readonly JsonObject[]).length;
  };
  const text = async () => {
    const at = `${root}/repository/files/keelson.yaml?ref=${encodeURIComponent(BRANCH)}`;
    return Buffer.from(textOf((await gitlab.get(at)).object['content']), 'base64').toString('utf8');
  };
  const run = async (wanted: Wanted, through: Client = client, base = BASE, project = 'root/configuration') => {
    const { type } = await ran(through, me, wanted, { project, base });
    return type;
  };
  return { gitlab, root, writer, client, run, commit, branches, open, ahead, text };
}

function clientOf(url: string, { token }: User): Client {
  const transport = createTransport({ url, token, concurrency: 1, userAgent: 'test', witness: () => undefined });
  onTestFinished(() => transport.close());
  return createClient(transport);
}

async function ran(
  client: Client,
  me: number,
  { text, says }: Wanted,
  { project, base }: { readonly project: string; readonly base: string },
): Promise<RequestOutcome | { readonly type: string }> {
  const files = text === undefined ? [] : [{ path: 'keelson.yaml', text }];
  const here = () => Buffer.from(base);
  const wish: Wish = { project, branch: BRANCH, key, marker, files, folder: undefined, here };
  const ground = await lookAtGround(client, me, wish);
  if (ground.type !== 'ready') return ground;
  if (files.length === 0) return withdrawRequest(client, ground, wish);
  const description = `${marker}\n\n${says}\n`;
  return keepRequest(client, ground, wish, {
    ...{ title: 'Adopt', description, mark: says, commit: 'Adopt', assignee: undefined },
  });
}

it('is made once, left alone where nothing is new, brought up to date, and closed with its branch removed', async () => {
  const { run, branches, open, ahead, text, commit } = await stage();
  expect(await run(none)).toBe('nothing');
  expect(await run(first)).toBe('made');
  expect(await run(first)).toBe('up to date');
  expect(await run(second)).toBe('brought up to date');
  expect([await branches(), await ahead(), await text()]).toEqual([[BRANCH], 1, second.text]);
  expect(await open()).toMatchObject([
    { iid: 1, source_branch: BRANCH, target_branch: 'main', description: `${marker}\n\n${second.says}\n` },
  ]);
  // What others merge, it stands on.
  await commit('main', 'create', 'x', { actions: [{ action: 'create', file_path: 'other.txt', content: 'x' }] });
  expect(await run(second)).toBe('brought up to date');
  expect([await ahead(), await text()]).toEqual([1, second.text]);
  expect(await run(none)).toBe('closed');
  expect([await branches(), await open()]).toEqual([[], []]);
  expect(await run(none)).toBe('nothing');
  expect(await run(first)).toBe('made');
});

describe.each(['before', 'after'] as const)('killed %s', (when) => {
  it('any of its requests, it doubles nothing, and the next run ends what it has begun', async () => {
    const { client, run, branches, open, ahead, text } = await stage();
    const isSound = async () => {
      const [names, requests] = [await branches(), await open()];
      expect(names.length).toBeLessThanOrEqual(1);
      expect(requests.length).toBeLessThanOrEqual(names.length);
      if (names.length > 0) expect(await ahead()).toBe(1);
    };
    let killed = 0;
    const killedAtEach = async (wanted: Wanted) => {
      for (let at = 1; ; at += 1) {
        const outcome = await run(wanted, dying(client, at, when)).catch(() => 'killed');
        await isSound();
        if (outcome !== 'killed') return;
        killed += 1;
      }
    };
    await killedAtEach(first);
    expect([await text(), await open()]).toMatchObject([first.text, [{ iid: 1 }]]);
    await killedAtEach(second);
    expect([await text(), await open()]).toMatchObject([second.text, [{ iid: 1 }]]);
    expect(await run(second)).toBe('up to date');
    await killedAtEach(none);
    expect([await branches(), await open()]).toEqual([[], []]);
    expect(killed).toBeGreaterThanOrEqual(18);
  });
});

it.each([
  ['repository/commits', 'reset-after', 'made'],
  ['repository/commits', '502', 'lost'],
  ['merge_requests', 'reset-after', 'made'],
  ['merge_requests', 'cut', 'made'],
  ['merge_requests', '502', 'lost'],
])('an answer of %s that is lost (%s) is looked for, and nothing is sent twice', async (at, fault, outcome) => {
  const { gitlab, root, run, branches, open } = await stage();
  gitlab.sandbox.log.length = 0;
  gitlab.sandbox.fail(`${fault}:1x@POST ${root}/${at}`);
  expect(await run(first)).toBe(outcome);
  const posts = gitlab.sandbox.log.filter(({ method, url }) => method === 'POST' && url.endsWith(at));
  expect(posts).toHaveLength(1);
  expect(await run(first)).toBe(outcome === 'made' ? 'up to date' : 'made');
  expect([await branches(), await open()]).toMatchObject([[BRANCH], [{ iid: 1 }]]);
});

it('a removal whose answer is lost is looked for', async () => {
  const { gitlab, root, run, branches } = await stage();
  await run(first);
  gitlab.sandbox.fail(`reset-after:1x@DELETE ${root}/repository/branches/*`);
  expect(await run(none)).toBe('closed');
  expect(await branches()).toEqual([]);
});

it.each([
  ['merged', {}, 'nothing'],
  ['squashed, and its branch kept', { squash: true, should_remove_source_branch: false }, 'closed'],
])('one that was %s leaves nothing, and another one comes after it', async (_, how, outcome) => {
  const { gitlab, root, client, run, branches, open, ahead } = await stage();
  await run(first);
  await gitlab.put(`${root}/merge_requests/1`, { remove_source_branch: outcome === 'nothing' });
  expect(await gitlab.put(`${root}/merge_requests/1/merge`, how)).toMatchObject({ status: 200 });
  expect(await branches()).toEqual(outcome === 'nothing' ? [] : [BRANCH]);
  const merged = first.text ?? '';
  expect(await run(none, client, merged)).toBe(outcome);
  expect([await branches(), await open()]).toEqual([[], []]);
  expect(await run(second, client, merged)).toBe('made');
  expect([await ahead(), await open()]).toMatchObject([1, [{ iid: 2 }]]);
});

it('one that a person has closed is not made again as long as it would say the same', async () => {
  const { gitlab, root, client, run, branches, open } = await stage();
  await run(first);
  await gitlab.put(`${root}/merge_requests/1`, { state_event: 'close' });
  await gitlab.delete(`${root}/repository/branches/${encodeURIComponent(BRANCH)}`);
  gitlab.sandbox.log.length = 0;
  expect(await run(first)).toBe('declined');
  expect(gitlab.sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await run(second)).toBe('made');
  expect([await branches(), await open()]).toMatchObject([[BRANCH], [{ iid: 2 }]]);
  // What this program has closed itself is made again when there is cause.
  expect(await run(none, client)).toBe('closed');
  expect(await run(second)).toBe('made');
});

const amended = { force: true, start_branch: 'main' };

it.each([
  ['holds a commit of somebody else', async ({ commit }: Stage) => commit(BRANCH, 'update', 'x', amended)],
  ['holds another one on top', async ({ commit }: Stage) => commit(BRANCH, 'update', 'groups: { c: {} }\n')],
  [
    'holds one that somebody has amended under its message',
    async ({ commit, gitlab, root }: Stage) => {
      const { object } = await gitlab.get(`${root}/repository/commits/${encodeURIComponent(BRANCH)}`);
      await commit(BRANCH, 'update', 'groups: { c: {} }\n', { ...amended, commit_message: textOf(object['message']) });
    },
  ],
  [
    'holds one of which somebody has amended the message',
    async ({ commit, gitlab, root, text }: Stage) => {
      const { object } = await gitlab.get(`${root}/repository/commits/${encodeURIComponent(BRANCH)}`);
      const message = `Closes #4\n\n${textOf(object['message'])}`;
      await commit(BRANCH, 'update', await text(), { ...amended, commit_message: message });
    },
  ],
  [
    'holds one of which somebody has amended the mode of a file',
    async ({ gitlab, root, text }: Stage) => {
      const { object } = await gitlab.get(`${root}/repository/commits/${encodeURIComponent(BRANCH)}`);
      const actions = [
        { action: 'update', file_path: 'keelson.yaml', content: await text() },
        { action: 'chmod', file_path: 'keelson.yaml', execute_filemode: true },
      ];
      const sent = { branch: BRANCH, commit_message: object['message'] ?? '', actions, ...amended };
      expect(await gitlab.post(`${root}/repository/commits`, sent)).toMatchObject({ status: 201 });
    },
  ],
])('a branch that %s is told and left alone', async (_, foreign) => {
  const found = await stage();
  await found.run(first);
  await foreign(found);
  const before = [await found.text(), await found.open()];
  for (const wanted of [second, none]) expect(await found.run(wanted)).toBe('foreign branch');
  expect([await found.text(), await found.open()]).toEqual(before);
});
type Stage = Awaited<ReturnType<typeof stage>>;

it('a branch that moves between two looks is left alone', async () => {
  const { client, run, commit, text } = await stage();
  await run(first);
  let looks = 0;
  const rival: Client = {
    ...client,
    read: async (read) => {
      const isLook = read.path.includes('/branches/keelson');
      if (isLook && ++looks === 2) await commit(BRANCH, 'update', 'groups: { c: {} }\n');
      return client.read(read);
    },
  };
  expect(await run(second, rival)).toBe('moved');
  expect(await text()).toBe('groups: { c: {} }\n');
});

it('a branch of its name that comes up after the look is not overwritten', async () => {
  const { client, run, commit, text, open } = await stage();
  const rival: Client = {
    ...client,
    send: async (call) => {
      if (call.path.endsWith('/commits')) await commit(BRANCH, 'update', 'x', { start_branch: 'main' });
      return client.send(call);
    },
  };
  expect(await run(first, rival)).toBe('moved');
  expect([await text(), await open()]).toEqual(['x', []]);
});

it('what another run has opened, or somebody has closed, right before its own call is seen', async () => {
  const { client, gitlab, root, run, open } = await stage();
  const before = (method: string, end: string, deed: () => Promise<unknown>): Client => ({
    ...client,
    send: async (call) => {
      if (call.method === method && call.path.endsWith(end)) await deed();
      return client.send(call);
    },
  });
  const opened = { source_branch: BRANCH, target_branch: 'main', title: 'Another' };
  const rival = before('POST', '/merge_requests', () => gitlab.post(`${root}/merge_requests`, opened));
  expect(await run(first, rival)).toBe('moved');
  expect(await open()).toMatchObject([{ iid: 1, title: 'Another' }]);
  await gitlab.put(`${root}/merge_requests/1`, { state_event: 'close' });
  expect(await run(first)).toBe('made');
  const close = before('PUT', '/2', () => gitlab.put(`${root}/merge_requests/2`, { state_event: 'close' }));
  expect(await run(second, close)).toBe('moved');
});

it('a branch without a commit of its own is free, and one that is protected is not', async () => {
  const { gitlab, root, run, open, ahead } = await stage();
  await gitlab.post(`${root}/repository/branches`, { branch: BRANCH, ref: 'main' });
  expect(await run(none)).toBe('nothing');
  expect(await run(first)).toBe('made');
  expect([await ahead(), await open()]).toMatchObject([1, [{ iid: 1 }]]);
  await gitlab.put(`${root}/repository/branches/${encodeURIComponent(BRANCH)}/protect`, { developers_can_push: true });
  for (const wanted of [second, none]) expect(await run(wanted)).toBe('guarded branch');
});

it.each(['*', 'keelson/*', BRANCH])('no branch is made that would be protected, by the rule %s', async (rule) => {
  const { gitlab, root, run, branches } = await stage();
  await gitlab.post(`${root}/protected_branches`, { name: 'keelson-adopt-*', push_access_level: 30 });
  expect(await run(first)).toBe('made');
  await run(none);
  await gitlab.post(`${root}/protected_branches`, { name: rule, push_access_level: 30 });
  expect(await run(first)).toBe('guarded branch');
  expect(await branches()).toEqual([]);
});

it.each([
  ['somebody else has made', ({ gitlab }: Stage) => gitlab, `${marker}\n\nof mine`],
  ['has no mark', ({ writer }: Stage) => writer, 'of mine'],
])('a merge request from the branch that %s is told and left alone', async (_, by, description) => {
  const found = await stage();
  const { gitlab, root, run, open, text } = found;
  await run(first);
  await gitlab.put(`${root}/merge_requests/1`, { state_event: 'close' });
  const sent = { source_branch: BRANCH, target_branch: 'main', title: 'Mine', description };
  expect(await by(found).post(`${root}/merge_requests`, sent)).toMatchObject({ status: 201 });
  const before = await open();
  for (const wanted of [second, none]) expect(await run(wanted)).toBe('foreign request');
  expect([await text(), await open()]).toEqual([first.text, before]);
});

it('nothing is written where the file is another one on the default branch, nor closed where the checkout is of another day', async () => {
  const { gitlab, run, branches, open, client } = await stage();
  gitlab.sandbox.log.length = 0;
  expect(await run(first, client, 'groups: { mine: {} }\n')).toBe('other base');
  expect(gitlab.sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([]);
  await run(first);
  expect(await run(none, client, 'groups: { mine: {} }\n')).toBe('other base');
  expect([await branches(), await open()]).toMatchObject([[BRANCH], [{ iid: 1 }]]);
});

it('an empty project, and one that is not there, are told', async () => {
  const { gitlab, run, client } = await stage();
  await gitlab.post('/projects', { name: 'empty', visibility: 'public' });
  gitlab.sandbox.log.length = 0;
  expect(await run(first, client, BASE, 'root/empty')).toBe('empty');
  expect(await run(first, client, BASE, 'root/nowhere')).toBe('not there');
  expect(gitlab.sandbox.log.filter(({ method }) => method !== 'GET')).toEqual([]);
});
