import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { column } from '../sandbox/cast.ts';
import type { SandboxClient } from '../sandbox/client.ts';
import { snippetsOn } from '../sandbox/snippets-on.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const MOVES = '/snippet_repository_storage_moves';
const POST = `POST ${MOVES}`;

/** An instance with three snippets on nfs-1 and one on nfs-2, all of which are to lie on nfs-2. */
async function withSnippets(options: SandboxOptions = {}, section = '{ nfs-1: nfs-2 }') {
  const files = { 'keelson.yaml': `instance: { snippet_storage: ${section} }\n` };
  const all = await stage(files, { backgroundDelay: 30, ...options });
  const made = await snippetsOn(all.gitlab, { 'nfs-1': 3, 'nfs-2': 1 });
  all.gitlab.sandbox.log.length = 0;
  return { ...all, made };
}

/** How many snippets lie on each storage. */
async function lying(gitlab: SandboxClient): Promise<readonly [onFirst: number, onSecond: number]> {
  const on = async (storage: string) => (await gitlab.get(`/snippets/all?repository_storage=${storage}`)).list.length;
  return [await on('nfs-1'), await on('nfs-2')];
}

async function movesOf(gitlab: SandboxClient): Promise<readonly unknown[]> {
  return column(await gitlab.get(MOVES), 'state').toSorted();
}

const FINISHED = ['finished', 'finished', 'finished'];

/** Waits until a request has come. */
async function seen(gitlab: SandboxClient, wanted: string): Promise<void> {
  while (!writes(gitlab).includes(wanted)) await new Promise((resolve) => setTimeout(resolve, 5));
}

it('what lies on a storage is moved by one call, and followed until nothing is left there', async () => {
  const { gitlab, keelson } = await withSnippets();
  const plan = await keelson.run('plan', '--detailed-exitcode');
  expect([plan.status, plan.out]).toEqual([2, expect.stringMatching(/~ snippet_storage\[nfs-1\]/)]);
  expect(plan.out).toMatch(/to:? +"?nfs-1"? (->|→) "?nfs-2"?/);
  const { status, out, err } = await keelson.run(...APPLY);
  expect([status, `${out}${err}`]).toEqual([0, expect.stringContaining('1 updated')]);
  expect(writes(gitlab)).toEqual([POST]);
  expect([await lying(gitlab), await movesOf(gitlab)]).toEqual([[0, 4], FINISHED]);
  const again = await keelson.run('plan', '--detailed-exitcode');
  expect([again.status, again.out]).toEqual([0, expect.not.stringContaining('verif')]);
});

it('nothing is done where nothing lies, and an export has nothing of it', async () => {
  const { gitlab, keelson } = await withSnippets({}, '{ nfs-3: nfs-2 }');
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(writes(gitlab)).toEqual([]);
  const exported = await keelson.run('export', '--target', 'instance');
  expect([exported.status, exported.out]).toEqual([0, expect.not.stringContaining('snippet_storage')]);
});

it('a terminal shows how much is left', async () => {
  const { gitlab, keelson } = await withSnippets({ backgroundDelay: 150 });
  const { status, shown } = await keelson.onTerminal(APPLY, []);
  expect(status).toBe(0);
  expect(shown).toContain('Applying: 0 of 1 change; 3 of 3 snippets left of instance/snippet_storage[nfs-');
  expect(await lying(gitlab)).toEqual([0, 4]);
});

it('a move that fails is told with what GitLab says of it, and made again by the next run', async () => {
  const { gitlab, keelson, made } = await withSnippets();
  const [first] = made['nfs-1'] ?? [];
  gitlab.sandbox.fail(`job-fails@MOVE /snippets/${first}`);
  const failed = await keelson.run(...APPLY);
  expect([failed.status, failed.out]).toEqual([
    1,
    expect.stringContaining(`has failed for a snippet: ${first} (failed: Failed to verify checksum)`),
  ]);
  expect(await lying(gitlab)).toEqual([1, 3]);
  gitlab.sandbox.fail('');
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(2);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect([await lying(gitlab), await movesOf(gitlab)]).toEqual([
    [0, 4],
    ['failed', ...FINISHED],
  ]);
});

it('a copy that was left behind is told, though nothing is left to be moved', async () => {
  const { gitlab, keelson } = await withSnippets({ faults: 'job-fails:1x@CLEANUP /snippets/*' });
  const failed = await keelson.run(...APPLY);
  expect([failed.status, failed.out]).toEqual([1, expect.stringContaining('(cleanup failed: ')]);
  expect(await lying(gitlab)).toEqual([0, 4]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('a storage that is not configured is what GitLab says it is, and nothing is moved', async () => {
  const { gitlab, keelson } = await withSnippets({}, '{ nfs-1: nfs-9 }');
  const { status, out } = await keelson.run(...APPLY);
  expect([status, out]).toEqual([1, expect.stringContaining('destination_storage_name does not have a valid value')]);
  expect([await lying(gitlab), await movesOf(gitlab)]).toEqual([[3, 1], []]);
});

it('a run that is killed in the middle is finished by the next one, and no move is doubled', async () => {
  const { gitlab, keelson } = await withSnippets({ backgroundDelay: 300 });
  const { child, ran } = keelson.start(...APPLY);
  await seen(gitlab, POST);
  while ((await movesOf(gitlab)).length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill('SIGKILL');
  await ran;
  expect(await lying(gitlab)).toEqual([3, 1]);
  const next = await keelson.run(...APPLY);
  expect([next.status, next.out]).toEqual([0, expect.stringContaining('1 updated')]);
  expect(writes(gitlab)).toEqual([POST, POST]);
  expect([await lying(gitlab), await movesOf(gitlab)]).toEqual([[0, 4], FINISHED]);
});

it('what an earlier run has begun, and what fails of it under the eyes of the next one, is told by that', async () => {
  const { gitlab, keelson } = await withSnippets({ backgroundDelay: 300, faults: 'job-fails@MOVE /snippets/*' });
  const { child, ran } = keelson.start(...APPLY);
  await seen(gitlab, POST);
  while ((await movesOf(gitlab)).length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill('SIGKILL');
  await ran;
  const next = await keelson.run(...APPLY);
  expect([next.status, next.out]).toEqual([1, expect.stringContaining('has failed for 3 snippets')]);
});

it('an interrupt ends the following, says so, and leaves the moves to GitLab', async () => {
  const { gitlab, keelson } = await withSnippets({ backgroundDelay: 2_000 });
  const { child, ran } = keelson.start(...APPLY);
  await seen(gitlab, POST);
  child.kill('SIGINT');
  const { status, out } = await ran;
  expect([status, out]).toEqual([
    130,
    expect.stringContaining('goes on with it: 3 snippets are still where they were'),
  ]);
});

it('a call whose answer is lost is not sent again by its run, and the next one doubles nothing', async () => {
  const { gitlab, keelson } = await withSnippets({ backgroundDelay: 200 });
  gitlab.sandbox.fail(`reset-after:1x@${POST}`);
  const lost = await keelson.run(...APPLY);
  expect([lost.status, lost.out]).toEqual([1, expect.stringContaining('the answer was lost')]);
  expect(writes(gitlab)).toEqual([POST]);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect([await lying(gitlab), await movesOf(gitlab)]).toEqual([[0, 4], FINISHED]);
});

it('a saved plan follows as well', async () => {
  const { gitlab, keelson } = await withSnippets();
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  expect(await lying(gitlab)).toEqual([0, 4]);
  const again = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([again.status, writes(gitlab)]).toEqual([0, [POST]]);
});

it('to anybody but an administrator nothing that is shown proves anything, and that is told', async () => {
  const { gitlab, keelson } = await withSnippets();
  const { status, err } = await keelson.told({ KEELSON_TOKEN: gitlab.as('alice').token }).run('plan');
  expect([status, err]).toEqual([
    1,
    expect.stringContaining('instance/snippet_storage cannot be read: GitLab answers 403'),
  ]);
});

it('an undo says that it does not bring them back, and adopt that they are yet to be moved', async () => {
  const { keelson } = await withSnippets();
  const adopted = await keelson.run('adopt');
  expect(`${adopted.out}${adopted.err}`).toContain('instance/snippet_storage[nfs-1].to is not brought about yet');
  expect(adopted.err).toContain('1 warning in 1 file');
  expect(readFileSync(join(keelson.folder, 'keelson.yaml'), 'utf8')).toContain('nfs-1: nfs-2');
  const { status, out, err } = await keelson.run(...APPLY, '--undo', 'undo.json');
  expect([status, `${out}${err}`]).toEqual([0, expect.stringContaining('1 updated')]);
  const undone = await keelson.run('apply', 'undo.json', '--auto-approve');
  expect(`${undone.out}${undone.err}`).toContain('what was moved is not told from what lay there before, and stays');
});
