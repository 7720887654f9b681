import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const runner = `runners: { build: { tags: [new], token_to: { file: TO } } }`;
const declared = (file: string): string => runner.replace('TO', file);

/** The runners that are there, by their ids: what they are called, and the group that they stand in. */
async function runnersOf({ gitlab }: Awaited<ReturnType<typeof stage>>) {
  const { list } = await gitlab.get('/runners/all');
  const shown = await Promise.all(list.map(({ id }) => gitlab.get(`/runners/${textOf(id)}`)));
  return new Map(
    shown.map(({ object: { id, description, groups } }) => {
      const [group] = groups as readonly { readonly name: string }[];
      return [id, `${group?.name ?? 'instance'} ${textOf(description)}`];
    }),
  );
}

it.each(['reset-after', 'cut', '502', 'reset-before'])(
  'the runner of a parent that bears the same name stays when the answer to POST is lost (%s)',
  async (fault) => {
    const staged = await stage({ 'keelson.yaml': `groups: { top: {}, top/sub: { ${declared('build.token')} } }` });
    const { gitlab, keelson } = staged;
    const top = await gitlab.group('top');
    await gitlab.group('top/sub');
    const theirs = await gitlab.post('/user/runners', {
      runner_type: 'group_type',
      group_id: top,
      description: 'build',
      tag_list: ['a'],
    });
    gitlab.sandbox.fail(`${fault}:1x@POST /user/runners`);
    const first = await keelson.run('apply', '--auto-approve');
    gitlab.sandbox.fail('');
    expect(first.status, `${first.out}${first.err}`).toBe(0);
    // A removal that the plan did not show is told; before it was executed there was nothing to remove.
    expect(`${first.out}${first.err}`.includes('made twice')).toBe(['reset-after', 'cut'].includes(fault));
    const runners = await runnersOf(staged);
    expect(runners.get(idOf(theirs))).toBe('top build');
    expect([...runners.values()].sort()).toEqual(['sub build', 'top build']);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);

it.each([
  ['each', `groups: { top: { ${declared('top.token')} }, top/sub: { ${declared('sub.token')} } }`],
  [
    'a default of all groups',
    `defaults: { groups: { '**': { runners: { build: { tags: [new] } } } } }
groups:
  top: { runners: { build: { token_to: { file: top.token } } } }
  top/sub: { runners: { build: { token_to: { file: sub.token } } } }`,
  ],
])('a parent and its child for which %s declares a runner of one name have one each', async (_, document) => {
  const staged = await stage({ 'keelson.yaml': document });
  const { gitlab, keelson } = staged;
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, `${out}${err}`).toBe(0);
  expect([...(await runnersOf(staged)).values()].sort()).toEqual(['sub build', 'top build']);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  expect(writes(gitlab).filter((write) => / \/(user\/)?runners/.test(write))).toEqual([
    'POST /user/runners',
    'POST /user/runners',
  ]);
});

it('what somebody else has made meanwhile under the same name is left, and that is told', async () => {
  const staged = await stage({ 'keelson.yaml': `groups: { top: { ${declared('build.token')} } }` });
  const { gitlab, keelson } = staged;
  const top = await gitlab.group('top');
  await gitlab.post(`/groups/${top}/members`, { username: 'carol', access_level: 50 });
  gitlab.sandbox.fail('delay=1500:1x@POST /user/runners,reset-before:1x@POST /user/runners');
  const running = keelson.run('apply', '--auto-approve');
  while (!journalOf(keelson.folder).includes('/user/runners')) await sleep(5);
  // What is written down is on its way.
  await sleep(400);
  const theirs = await gitlab
    .as('carol')
    .post('/user/runners', { runner_type: 'group_type', group_id: top, description: 'build' });
  const { status, out } = await running;
  expect(status, out).toBe(1);
  expect(out).toContain(`what stands there now (id ${String(idOf(theirs))}) was left alone`);
  expect([...(await runnersOf(staged))]).toEqual([[idOf(theirs), 'top build']]);
  // Nor does the next run take it for what this one has made and lost.
  const next = await keelson.run('apply', '--auto-approve');
  expect([...(await runnersOf(staged)).keys()], `${next.out}${next.err}`).toEqual([idOf(theirs)]);
});

function journalOf(folder: string): string {
  const file = join(folder, '.keelson', 'journal.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
