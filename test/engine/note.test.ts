import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import { createTransport } from '../../src/api/transport.ts';
import type { JsonObject } from '../../src/model.ts';
import { writeNote } from '../../src/engine/note.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox, type Client as User, type SandboxClient } from '../sandbox/client.ts';
import { dying } from '../support/dying.ts';
import { openMergeRequest, type OpenMergeRequest } from '../support/merge-request.ts';

const marker = '<!-- keelson:plan 0123456789abcdef -->';
const headings = ['### A plan'];
const saying = (what: string) => ({
  ...{ marker, headings, instead: 'See the other one.\n' },
  body: `${marker}\n\n### A plan: ${what}\n`,
});
const [first, second] = [saying('the first plan'), saying('the second plan')];

/** The merge request, and a user who writes its notes through the real client. */
async function stage() {
  const gitlab = await sandbox();
  const request = await openMergeRequest(gitlab);
  const writer = await request.member('writer');
  return { gitlab, request, ...(await noting(gitlab, writer)) };
}

async function noting(gitlab: SandboxClient, user: User) {
  const transport = createTransport({
    url: gitlab.sandbox.url,
    token: user.token,
    concurrency: 1,
    userAgent: 'test',
    witness: () => undefined,
  });
  onTestFinished(() => transport.close());
  const client = createClient(transport);
  const me = idOf(await user.get('/user'));
  const outcome = (request: OpenMergeRequest, text: ReturnType<typeof saying>, through: Client = client) => {
    const [project = '', iid] = request.name.split('!');
    return writeNote(through, me, { project, iid: Number(iid) }, text);
  };
  const write = async (...given: Parameters<typeof outcome>) => (await outcome(...given)).type;
  return { client, outcome, write };
}

/** What the platform was asked to write, as `METHOD path`. */
const writes = ({ sandbox: { log } }: SandboxClient): readonly string[] =>
  log.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url.replace('/api/v4', '')}`);

it('is made once, brought up to date, and left alone where it says the same', async () => {
  const { gitlab, request, write } = await stage();
  gitlab.sandbox.log.length = 0;
  expect(await write(request, first)).toBe('made');
  const [note] = await request.notes();
  expect(note).toMatchObject({ body: first.body, author: { username: 'writer' } });
  expect(await write(request, first)).toBe('up to date');
  expect(await write(request, second)).toBe('brought up to date');
  expect(await request.bodies()).toEqual([second.body]);
  expect(writes(gitlab)).toEqual([`POST ${request.at}`, `PUT ${request.at}/${Number(note?.['id'])}`]);
});

it('is found beyond the first page of a long discussion, and by a path that was moved', async () => {
  const { gitlab, request, write } = await stage();
  const { notes } = gitlab.sandbox.platform.state;
  const remark = notes.get(idOf(await gitlab.post(request.at, { body: 'a remark' })));
  if (remark === undefined) throw new Error('there is no remark');
  for (let index = 0; index < 100; index += 1) notes.insert({ ...remark });
  await write(request, first);
  await gitlab.group('elsewhere');
  const project = request.at.split('/')[2] ?? '';
  expect(await gitlab.put(`/projects/${project}/transfer`, { namespace: 'elsewhere' })).toMatchObject({ status: 200 });
  expect(await write(request, second)).toBe('brought up to date');
  const { list } = await gitlab.get(`${request.at}?per_page=100`);
  expect(list.filter(({ author }) => (author as JsonObject)['username'] === 'writer')).toMatchObject([
    { body: second.body },
  ]);
});

it.each([
  ['somebody else has written it', async ({ gitlab, at }: Foreign) => gitlab.post(at, { body: first.body })],
  [
    'the marker stands further down',
    async ({ writer, at }: Foreign) => writer.post(at, { body: `See:\n${first.body}` }),
  ],
  ['the marker stands in a line', async ({ writer, at }: Foreign) => writer.post(at, { body: `${marker} is it` })],
  [
    'the marker is quoted',
    async ({ writer, at }: Foreign) => writer.post(at, { body: first.body.replace(/^/gm, '> ') }),
  ],
  ['a remark goes on below the marker', async ({ writer, at }: Foreign) => writer.post(at, { body: remark })],
  ['the marker stands alone', async ({ writer, at }: Foreign) => writer.post(at, { body: `${marker}\n\nSo it is.` })],
  ['it is that of another configuration', async ({ writer, at }: Foreign) => writer.post(at, { body: other })],
] as const)('a note is not taken for it where %s', async (_, foreign) => {
  const gitlab = await sandbox();
  const request = await openMergeRequest(gitlab);
  const writer = await request.member('writer');
  const { write } = await noting(gitlab, writer);
  await foreign({ gitlab, writer, at: request.at });
  const [before] = await request.notes();
  expect(await write(request, first)).toBe('made');
  expect(await write(request, second)).toBe('brought up to date');
  expect(await request.notes()).toEqual([before, expect.objectContaining({ body: second.body })]);
});

interface Foreign {
  readonly gitlab: SandboxClient;
  readonly writer: User;
  readonly at: string;
}
const remark = `${marker}\n### A plan of mine`;
const other = first.body.replace('0123456789abcdef', 'fedcba9876543210');

it.each(['reset-after', 'cut', '502'])(
  'an answer that is lost (%s) is looked for, and nothing is sent twice',
  async (fault) => {
    const { gitlab, request, write } = await stage();
    gitlab.sandbox.log.length = 0;
    gitlab.sandbox.fail(`${fault}:1x@POST /projects/*`);
    const outcome = await write(request, first);
    const isDone = fault !== '502';
    expect(outcome).toBe(isDone ? 'made' : 'lost');
    expect(writes(gitlab)).toEqual([`POST ${request.at}`]);
    expect(await write(request, second)).toBe(isDone ? 'brought up to date' : 'made');
    expect(await request.bodies()).toEqual([second.body]);
  },
);

describe.each(['before', 'after'] as const)('killed %s', (when) => {
  it('any of its requests, it doubles nothing, and the next run brings the one note up to date', async () => {
    const { client, request, write } = await stage();
    let killed = 0;
    for (const [text, requests] of [
      [first, 4],
      [second, 3],
    ] as const)
      for (let at = 1; at <= requests; at += 1) {
        const outcome = await write(request, text, dying(client, at, when)).catch(() => 'killed');
        if (outcome === 'killed') killed += 1;
        expect((await request.bodies()).length).toBeLessThanOrEqual(1);
      }
    expect(killed).toBeGreaterThanOrEqual(5);
    expect(await write(request, second)).toMatch(/up to date/);
    expect(await request.bodies()).toEqual([second.body]);
  });
});

it('of two runs at the same moment one note stays', async () => {
  const { client, request, write } = await stage();
  const rival: Client = {
    ...client,
    send: async (call) => {
      if (call.method === 'POST') await write(request, second);
      return client.send(call);
    },
  };
  expect(await write(request, first, rival)).toBe('made');
  expect(await request.bodies()).toEqual([first.body]);
});

it('of two that were killed as they looked again the first stays, and the other says where the plan is', async () => {
  const { client, request, write } = await stage();
  for (let index = 0; index < 2; index += 1)
    await client.send({ method: 'POST', path: request.at, body: { body: first.body } });
  expect(await write(request, second)).toBe('brought up to date');
  expect(await request.bodies()).toEqual([second.body, 'See the other one.\n']);
  expect(await write(request, second)).toBe('up to date');
});

it('of a bot whose token was made anew nothing stays but where the plan is, where that may be written; a person is left alone, and told', async () => {
  const gitlab = await sandbox();
  const request = await openMergeRequest(gitlab);
  const root = request.at.split('/merge_requests')[0] ?? '';
  const person = await request.member('project_1_bot_like');
  const past = await tokenUser(gitlab, root, 'past', 20);
  for (const user of [person, past])
    expect(await user.post(request.at, { body: first.body })).toMatchObject({ status: 201 });
  const [byPerson, byPast] = (await request.notes()).map(({ id, author }) => ({
    id,
    author: (author as JsonObject)['username'],
  }));
  const reporter = await noting(gitlab, await tokenUser(gitlab, root, 'reporter', 20));
  expect(await reporter.outcome(request, second)).toEqual({ type: 'made', beside: [byPerson, byPast] });
  expect(await reporter.outcome(request, second)).toEqual({ type: 'up to date', beside: [byPerson, byPast] });
  expect(await request.bodies()).toEqual([first.body, first.body, second.body]);
  const maintainer = await noting(gitlab, await tokenUser(gitlab, root, 'maintainer', 40));
  expect(await maintainer.outcome(request, second)).toEqual({ type: 'made', beside: [byPerson] });
  const where = 'See the other one.\n';
  expect(await request.bodies()).toEqual([first.body, where, where, second.body]);
});

/** The user of a new token of a project. */
async function tokenUser(gitlab: SandboxClient, root: string, name: string, access_level: number): Promise<User> {
  const expires_at = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const made = await gitlab.post(`${root}/access_tokens`, {
    name,
    access_level,
    scopes: ['api'],
    expires_at,
  });
  const user = await gitlab.get(`/users/${Number(made.object['user_id'])}`);
  return gitlab.as(textOf(user.object['username']));
}

it.each([
  ['root/configuration!99', 'not there'],
  ['root/nowhere!1', 'not there'],
])('says that there is no merge request %s', async (name, outcome) => {
  const { gitlab, request, write } = await stage();
  gitlab.sandbox.log.length = 0;
  expect(await write({ ...request, name }, first)).toBe(outcome);
  expect(writes(gitlab)).toEqual([]);
});

it('throws what GitLab refuses', async () => {
  const { gitlab, request } = await stage();
  const project = request.at.split('/')[2] ?? '';
  await gitlab.post(`/projects/${project}/archive`);
  const { write } = await noting(gitlab, gitlab.as('writer'));
  await expect(write(request, first)).rejects.toThrow(ApiError);
  expect(await request.bodies()).toEqual([]);
});
