import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { claim } from '../../src/engine/apply/claim.ts';
import type { SandboxClient } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const hooks = (group: string) =>
  `groups:\n  ${group}:\n    hooks:\n      ci: { url: https://ci.example.com/in }\n      chat: { url: https://chat.example.com/in }\n`;

const JOURNAL = ['--auto-approve', '--concurrency', '1', '--journal', 'state/journal.jsonl'];

async function twoGroups() {
  const set = await stage({ 'one.yaml': hooks('one'), 'two.yaml': hooks('two') });
  for (const path of ['one', 'two']) await set.gitlab.group(path);
  const held = (): string[] =>
    existsSync(join(set.keelson.folder, 'state')) ? readdirSync(join(set.keelson.folder, 'state')) : [];
  return { ...set, held };
}

function hookWrites(gitlab: SandboxClient): number {
  return writes(gitlab).filter((write) => write.includes('/hooks')).length;
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !isSo(); tries += 1) await sleep(50);
  expect(isSo()).toBe(true);
}

it('of two runs with one journal the second is refused in words before it sends anything, and the lines of the first stay', async () => {
  const { gitlab, keelson, held } = await twoGroups();
  gitlab.sandbox.fail('delay=60000@POST /groups/*/hooks');
  const journal = (): string =>
    held().includes('journal.jsonl') ? readFileSync(join(keelson.folder, 'state', 'journal.jsonl'), 'utf8') : '';
  const first = keelson.start('apply', 'one.yaml', ...JOURNAL);
  // It has one of its two hooks under way, for as long as the second takes.
  await until(() => journal().includes('group[one]/hook['));
  const second = await keelson.start('apply', 'two.yaml', ...JOURNAL).ran;
  const words = second.err.replace(/\s+/g, ' ');
  expect(second.status, second.err).toBe(1);
  expect(words).toMatch(/error\[journal-in-use\]: state\/journal\.jsonl is the journal of another run that is at work/);
  expect(words).toContain('name another file with --journal');
  expect(hookWrites(gitlab)).toBe(0);
  // What the first run has under way is what the journal says still.
  first.child.kill('SIGKILL');
  await first.ran;
  expect(journal()).toContain('group[one]/hook[');
  gitlab.sandbox.fail('');
  expect((await keelson.run('apply', 'one.yaml', ...JOURNAL)).status).toBe(0);
  expect(held()).toEqual([]);
});

it('with a journal each, two runs are in no way of each other', async () => {
  const { keelson } = await twoGroups();
  const runs = ['one', 'two'].map(
    (name) => keelson.start('apply', `${name}.yaml`, '--auto-approve', '--journal', `${name}.jsonl`).ran,
  );
  for (const { status, err } of await Promise.all(runs)) expect(status, err).toBe(0);
});

it('the claim of a run that was killed is in no way: on this machine at once, on another after it was silent for a while', async () => {
  const { keelson, held } = await twoGroups();
  const beside = join(keelson.folder, 'state', 'journal.jsonl.claim');
  mkdirSync(join(keelson.folder, 'state'));
  symlinkSync('00000000-0000-4000-8000-000000000000 7 elsewhere pid:[1]', beside);
  const { status, err } = await keelson.run('apply', 'one.yaml', ...JOURNAL);
  expect(status, err).toBe(0);
  expect(held()).toEqual([]);
});

it('a number that another process has by now keeps nobody out: a claim is alive by what it shows', async () => {
  const { keelson } = await twoGroups();
  // Claimed by this very process, which shows no sign of life.
  claim(join(keelson.folder, 'state', 'journal.jsonl'));
  const { status, err } = await keelson.start('apply', 'one.yaml', ...JOURNAL).ran;
  expect(status, err).toBe(0);
});

it('nothing to do is no failure while another run is at work', async () => {
  const { gitlab, keelson } = await twoGroups();
  expect((await keelson.run('apply', 'two.yaml', ...JOURNAL)).status).toBe(0);
  const before = hookWrites(gitlab);
  gitlab.sandbox.fail('delay=4000@POST /groups/*/hooks');
  const first = keelson.start('apply', 'one.yaml', ...JOURNAL);
  await until(() => hookWrites(gitlab) > before);
  const second = await keelson.start('apply', 'two.yaml', ...JOURNAL).ran;
  expect(second.status, second.err).toBe(0);
  expect(second.out).toContain('Nothing to do');
  expect((await first.ran).status).toBe(0);
});

it.each([
  ['goes with an apply that finds all done', true],
  ['goes with the one that makes the runner anew, and what it had written of its token too', false],
])('what a killed run has left beside the file of a token %s', async (_, kept) => {
  const runner = 'instance:\n  runners:\n    r1: { tags: [a], token_to: { file: tokens/r1 } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': runner });
  const at = (...path: readonly string[]): string => join(keelson.folder, ...path);
  // Killed in the moment in which its token was written, or when it stood in its place.
  gitlab.sandbox.fail('delay=2000@POST /user/runners');
  const first = keelson.start('apply', '--auto-approve');
  await until(() => gitlab.sandbox.underway.has('POST /user/runners'));
  const claimed = readlinkSync(at('tokens', 'r1.claim'));
  first.child.kill('SIGKILL');
  await first.ran;
  gitlab.sandbox.fail('');
  expect(readlinkSync(at('tokens', 'r1.claim'))).toBe(claimed);
  await until(() => gitlab.sandbox.log.some(({ url, status }) => url.endsWith('/user/runners') && status === 201));
  keelson.write(kept ? 'tokens/r1' : `tokens/r1.${claimed.slice(0, 36)}`, 'glrt-of-the-killed-run');
  const { status, err, out } = await keelson.run('apply', '--auto-approve');
  expect(status, err + out).toBe(0);
  expect(readdirSync(at('tokens'))).toEqual(['r1']);
  expect(existsSync(at('.keelson', 'journal.jsonl'))).toBe(false);
});
