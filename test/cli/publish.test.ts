import { expect, test } from 'vitest';
import { project } from '../../src/commands/posting/project.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import { writes } from '../apply/stage.ts';
import { openMergeRequest } from '../support/merge-request.ts';
import { team, teamYaml } from './team.ts';

/** The team as it is declared, and a project of which a user may write snippets. */
async function watched() {
  const { gitlab, keelson } = await team();
  await keelson.run('apply', '--auto-approve');
  const { member, at } = await openMergeRequest(gitlab);
  const writer = await member('writer');
  const root = at.split('/merge_requests')[0] ?? '';
  gitlab.sandbox.log.length = 0;
  return {
    gitlab,
    writer,
    root,
    keelson: keelson.told({ KEELSON_NOTE_TOKEN: writer.token }),
    snippets: async (): Promise<readonly JsonObject[]> =>
      (await gitlab.get(`${root}/snippets`)).list.toSorted((one, other) => Number(one['id']) - Number(other['id'])),
    content: async (snippet: JsonObject | undefined) => {
      const { body } = await gitlab.get(`${root}/snippets/${Number(snippet?.['id'])}/files/main/drift.md/raw`);
      return body;
    },
  };
}

const publishing = ['drift', '--publish', 'root/configuration'] as const;

test('drift is one private snippet of each configuration, brought up to date by each run, and nothing else is written', async () => {
  const { gitlab, keelson, root, snippets, content } = await watched();
  const plain = await keelson.run('drift');
  expect(await keelson.run(...publishing)).toMatchObject({
    status: 0,
    out: plain.out,
    err: expect.stringContaining('Made the report in root/configuration.\n') as string,
  });
  const [made] = await snippets();
  expect(made).toMatchObject({
    title: 'Keelson drift of keelson.yaml',
    visibility: 'private',
    author: { username: 'writer' },
    description: expect.stringMatching(/^<!-- keelson:drift [0-9a-f]{16} -->\n/) as string,
  });
  expect(await content(made)).toContain('No drift: ');
  await gitlab.put('/groups/team', { name: 'By hand' });
  gitlab.sandbox.log.length = 0;
  expect(await keelson.run(...publishing)).toMatchObject({
    status: 2,
    err: expect.stringContaining('Brought the report in root/configuration up to date.\n') as string,
  });
  expect(writes(gitlab)).toEqual([`PUT ${root}/snippets/${Number(made?.['id'])}`]);
  expect(await content(made)).toContain('By hand');
  keelson.write('keelson.yaml', 'groups: { team: { colour: red } }');
  expect(await keelson.run(...publishing)).toMatchObject({ status: 1 });
  expect(await content(made)).toMatch(/# No drift report[^]*unknown-key/);
  keelson.write('other.yaml', teamYaml);
  await keelson.run('drift', 'other.yaml', '--publish', 'root/configuration');
  expect((await snippets()).map(({ title }) => title)).toEqual([
    'Keelson drift of keelson.yaml',
    'Keelson drift of other.yaml',
  ]);
});

test('a report that somebody has opened to others is not written to, until it is private again or gone', async () => {
  const { gitlab, keelson, root, snippets, content } = await watched();
  await keelson.run(...publishing);
  const [made] = await snippets();
  const at = `${root}/snippets/${Number(made?.['id'])}`;
  await gitlab.put('/groups/team', { name: 'By hand' });
  for (const visibility of ['internal', 'public']) {
    await gitlab.put(at, { visibility });
    gitlab.sandbox.log.length = 0;
    const ran = await keelson.run(...publishing);
    expect([ran.status, ran.err]).toEqual([
      1,
      expect.stringContaining(
        `error[note-unwritten]: somebody has made the report in root/configuration (id ${Number(made?.['id'])}) visible to others`,
      ),
    ]);
    expect(writes(gitlab)).toEqual([]);
  }
  expect(await content(made)).not.toContain('By hand');
  await gitlab.put(at, { visibility: 'private' });
  expect(await keelson.run(...publishing)).toMatchObject({ status: 2 });
  expect(await content(made)).toContain('By hand');
});

test('a lost answer is looked for, and a snippet of somebody else is left alone', async () => {
  const { gitlab, keelson, root, snippets } = await watched();
  gitlab.sandbox.fail('reset-after:1x@POST /projects/*');
  expect(await keelson.run(...publishing)).toMatchObject({ status: 0 });
  const [own] = await snippets();
  const file = { file_path: 'drift.md', content: 'of somebody else' };
  const twin = { title: 'Mine', description: own?.['description'] ?? null, visibility: 'private', files: [file] };
  const other = (await gitlab.post(`${root}/snippets`, twin)).object;
  expect(await keelson.run(...publishing)).toMatchObject({
    status: 0,
    err: expect.stringContaining(
      `warning[note-beside]: beside the report in root/configuration stands one with the same mark by root (id ${Number(other['id'])})`,
    ) as string,
  });
  const all = await snippets();
  expect(all).toHaveLength(2);
  expect(all[1]).toEqual(other);
});

test('a report that cannot be published is a failure of the run, after it was printed', async () => {
  const { gitlab, keelson, snippets } = await watched();
  await gitlab.put('/groups/team', { name: 'By hand' });
  const { out } = await keelson.run('drift');
  const failing = async (by: typeof keelson, name: string): Promise<string> => {
    const ran = await by.run('drift', '--publish', name);
    expect(ran).toMatchObject({ status: 1, out });
    return ran.err;
  };
  expect(await failing(keelson, 'root/nowhere')).toContain(
    'error[note-unwritten]: there is no project root/nowhere, or the user of the token does not see it: the report in root/nowhere is not written\n',
  );
  const reads = keelson.told({ KEELSON_NOTE_TOKEN: gitlab.as('writer', ['read_api']).token });
  expect(await failing(reads, 'root/configuration')).toContain(
    'error[read-only-token]: KEELSON_NOTE_TOKEN lacks the scope api, without which the report in root/configuration is not written (it has read_api)\n',
  );
  expect(await snippets()).toEqual([]);
});

test('a project is named by its path or its number', () => {
  expect([project('group/sub.group/project-1'), project('7')]).toEqual(['group/sub.group/project-1', '7']);
  for (const wrong of ['team', 'a/', '/a', 'a/b!1', 'https://gitlab.example.com/a/b', ''])
    expect(() => project(wrong)).toThrow('group/project');
});

test('of several with its mark by the same user nobody can say which one is the report: nothing is written to them', async () => {
  const { gitlab, keelson, root, snippets } = await watched();
  const own = gitlab.as('writer');
  expect(await keelson.run(...publishing)).toMatchObject({ status: 0 });
  const [report] = await snippets();
  const file = { file_path: 'drift.md', content: 'what somebody has made of a copy' };
  const copy = { title: 'Mine', description: report?.['description'] ?? null, visibility: 'private', files: [file] };
  const { id } = (await own.post(`${root}/snippets`, copy)).object;
  const before = await snippets();
  const ran = await keelson.run(...publishing);
  expect(ran.status).toBe(1);
  expect(ran.err).toContain(
    `error[note-unwritten]: the user of the token has several with the mark of the report in root/configuration (ids ${Number(report?.['id'])}, ${Number(id)})`,
  );
  expect(await snippets()).toEqual(before);
  await own.put(`${root}/snippets/${Number(id)}`, { description: 'A copy' });
  expect(await keelson.run(...publishing)).toMatchObject({ status: 0 });
  expect((await snippets())[1]).toMatchObject({ id, title: 'Mine', description: 'A copy' });
});
