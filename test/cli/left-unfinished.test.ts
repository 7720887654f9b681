import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { stage } from '../apply/stage.ts';

const TOKEN = 'the-new-secret-of-the-hook';
const yaml = `groups:
  top: { description: new }
  other:
    hooks: { ci: { url: 'https://ci.example.com', token: { env: HOOK_TOKEN } } }
`;
const HOOK = 'group[other]/hook[ci]';
const APPLY = ['apply', '--auto-approve'];

/** A hook whose new token a killed run was about to send; the plan of `top` is older. */
async function killed() {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml }, {}, { HOOK_TOKEN: TOKEN });
  await gitlab.group('top', { name: 'Top' });
  await gitlab.group('other', { name: 'Other' });
  await gitlab.post('/groups/other/hooks', { name: 'ci', url: 'https://ci.example.com', token: 'old' });
  keelson.write('top.yaml', 'groups:\n  top: { description: new }\n');
  expect((await keelson.run('plan', '--target', 'group[top]', '--out', 'older.json')).status).toBe(0);
  gitlab.sandbox.fail('503@PUT /groups/*/hooks/*');
  const { child, ran } = keelson.start(...APPLY, '--target', HOOK, '--resend', HOOK);
  const isTried = (): boolean => gitlab.sandbox.log.some(({ method, status }) => method === 'PUT' && status === 503);
  await vi.waitUntil(() => isTried() || child.exitCode !== null, { timeout: 20_000 });
  child.kill('SIGKILL');
  await ran;
  gitlab.sandbox.fail('');
  const isSent = (): boolean => JSON.stringify(gitlab.sandbox.state()).includes(TOKEN);
  expect(isSent()).toBe(false);
  return { gitlab, keelson, isSent, journal: join(keelson.folder, '.keelson', 'journal.jsonl') };
}

const words = ({ out, err }: { readonly out: string; readonly err: string }): string =>
  `${out}${err}`.replace(/\s+/g, ' ');

test.each([
  ['a plan that was saved before', [[...APPLY, 'older.json']], 'this plan does not hold it'],
  ['a part of the configuration', [[...APPLY, '--target', 'group[top]']], 'this plan does not hold it'],
  [
    'a saved part',
    [
      ['plan', '--target', 'group[top]', '--out', 'part.json'],
      [...APPLY, 'part.json'],
    ],
    'this plan does not hold it',
  ],
  ['another configuration', [[...APPLY, 'top.yaml']], 'this configuration does not declare it'],
  [
    'another one, twice',
    [
      [...APPLY, 'top.yaml'],
      [...APPLY, 'top.yaml'],
    ],
    'this configuration does not declare it',
  ],
])('what a killed run left is not forgotten by %s', async (_what, runs, said) => {
  const { keelson, isSent, journal } = await killed();
  for (const args of runs) {
    const ran = await keelson.run(...args);
    expect([args, ran.status]).toEqual([args, 0]);
    expect(words(ran)).toContain(said);
  }
  expect(isSent()).toBe(false);
  const planned = await keelson.run('plan', '--detailed-exitcode');
  expect([planned.status, words(planned)]).toEqual([2, expect.stringContaining(`did not finish ${HOOK}`)]);
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(isSent()).toBe(true);
  expect(existsSync(journal)).toBe(false);
});

test('of what was refused the plan says that its cause has to be removed first, and of what was cut off it does not', async () => {
  const { keelson, journal } = await killed();
  expect(words(await keelson.run('plan'))).toContain('= help: Apply this plan: it holds what is left to do');
  const line = JSON.stringify({ type: 'refused', address: HOOK, at: '2026-01-31T12:00:00.000Z' });
  writeFileSync(journal, `${readFileSync(journal, 'utf8')}\n${line}\n`);
  const told = words(await keelson.run('plan'));
  expect(told).toContain(`GitLab refused ${HOOK}`);
  expect(told).toContain('= help: Once the cause of that is removed, apply this plan: it holds what is left to do');
});

test('a saved plan of the whole holds it, and settles what it has found done', async () => {
  const { gitlab, keelson, isSent, journal } = await killed();
  const at = '2026-01-31T12:00:00.000Z';
  const lines = [
    { type: 'run', format: 'keelson/journal@1', target: gitlab.sandbox.url, at },
    { type: 'intent', address: 'group[other]', method: 'POST', path: '/groups', at },
  ];
  writeFileSync(journal, `${readFileSync(journal, 'utf8')}\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  const ran = await keelson.run(...APPLY, 'plan.json');
  expect([ran.status, words(ran)]).toEqual([0, expect.not.stringContaining('does not hold it')]);
  expect(isSent()).toBe(true);
  expect(existsSync(journal)).toBe(false);
});

test('what was left at one address of an instance is told at another one, where nothing of it is looked at', async () => {
  const { gitlab, keelson, isSent, journal } = await killed();
  const { url } = gitlab.sandbox;
  const there = url.replace('127.0.0.1', 'localhost');
  expect(there).not.toBe(url);
  // What is printed has another name in the place of this URL.
  const told = 'warning[unfinished-elsewhere]: at http://gitlab.test the run of';
  const runs = [['plan'], ['drift'], ['plan', '--out', 'plan.json'], [...APPLY, 'plan.json'], APPLY];
  for (const args of runs) {
    const ran = words(await keelson.run(...args, '--url', there));
    expect([args, ran]).toEqual([args, expect.stringContaining(told)]);
    expect(ran).toContain(`was its last call: this is ${there}, and nothing of that is looked at here`);
    expect(ran).toContain('Apply with --url http://gitlab.test,');
  }
  expect(isSent()).toBe(false);
  for (const shard of ['1/2', '2/2'])
    await keelson.run('plan', '--url', there, '--shard', shard, '--out', `${shard.charAt(0)}.json`);
  expect(words(await keelson.run('merge', '1.json', '2.json')).split(told)).toHaveLength(2);
  // The same instance has another address now: as the remedy says, that is written in place of the former one.
  writeFileSync(journal, readFileSync(journal, 'utf8').replaceAll(url, there));
  expect((await keelson.run(...APPLY, '--url', there)).status).toBe(0);
  expect(isSent()).toBe(true);
  expect(existsSync(journal)).toBe(false);
});

test('shards leave to each other what is theirs', async () => {
  const { keelson, isSent, journal } = await killed();
  for (const shard of ['1/2', '2/2']) {
    const ran = await keelson.run(...APPLY, '--shard', shard);
    expect([ran.status, words(ran)]).toEqual([0, expect.not.stringContaining('declare it')]);
  }
  expect(isSent()).toBe(true);
  expect(existsSync(journal)).toBe(false);
});

test('what no configuration declares any more ends by taking its lines out, as the plan says', async () => {
  const { keelson, journal } = await killed();
  keelson.write('keelson.yaml', 'groups:\n  top: { description: new }\n  other: {}\n');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const told = words(await keelson.run('plan'));
  expect(told).toContain(`take the lines that name ${HOOK} out of .keelson/journal.jsonl`);
  const lines = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, lines.filter((line) => !line.includes(HOOK)).join('\n'));
  expect(words(await keelson.run('plan'))).not.toContain('unfinished');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(existsSync(journal)).toBe(false);
});

test('of what was taken out of the configuration since, a plan of a part says that an apply of the whole clears it', async () => {
  const { gitlab, keelson, journal } = await killed();
  const part = ['plan', '--target', 'group[top]'] as const;
  expect(words(await keelson.run(...part))).toContain('Make a plan of the whole configuration: it holds what is left');
  const [hook] = (await gitlab.get('/groups/other/hooks')).list;
  await gitlab.delete(`/groups/other/hooks/${Number(hook?.['id'])}`);
  keelson.write('keelson.yaml', 'groups:\n  top: { description: new }\n  other: { hooks: {} }\n');
  const told = words(await keelson.run(...part));
  expect(told).toContain('No entry asks for it any more: an apply of the whole configuration clears it');
  expect(told).not.toContain('holds what is left to do');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(existsSync(journal)).toBe(false);
});

test('a removal that came about is over, whether or not it is still asked for', async () => {
  const { gitlab, keelson, journal } = await killed();
  expect((await keelson.run(...APPLY)).status).toBe(0);
  const at = '2026-01-31T12:00:00.000Z';
  const lines = [
    { type: 'run', format: 'keelson/journal@1', target: gitlab.sandbox.url, at },
    { type: 'intent', address: 'group[other]/hook[gone]', method: 'DELETE', path: '/groups/9/hooks/9', at },
  ];
  writeFileSync(journal, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  expect(words(await keelson.run('plan'))).not.toContain('unfinished');
  expect((await keelson.run(...APPLY)).status).toBe(0);
  expect(existsSync(journal)).toBe(false);
});

test.each([
  ['every call was refused', HOOK, ['PUT', 'refused'], true],
  ['nothing is there of it', 'group[other]/hook[gone]', ['POST'], true],
  ['it was changed, and is there', HOOK, ['PUT'], false],
  ['one of its calls went through', HOOK, ['PUT', 'PUT', 'refused'], false],
])('what nobody declares any more is let go of where %s: %s', async (_why, address, told, isOver) => {
  const { gitlab, keelson, journal } = await killed();
  const at = '2026-01-31T12:00:00.000Z';
  const lines = [
    { type: 'run', format: 'keelson/journal@1', target: gitlab.sandbox.url, at },
    ...told.map((one) =>
      one === 'refused'
        ? { type: one, address, at }
        : { type: 'intent', address, method: one, path: '/groups/9/hooks', at },
    ),
  ];
  const write = (): void => {
    writeFileSync(journal, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  };
  write();
  // Another configuration, which has nothing to do with these hooks, forgets none of it.
  expect(words(await keelson.run(...APPLY, 'top.yaml'))).toContain(address);
  expect(readFileSync(journal, 'utf8')).toContain(address);
  keelson.write('keelson.yaml', "groups:\n  other:\n    hooks: { chat: { url: 'https://chat.example.com' } }\n");
  expect(words(await keelson.run('plan')).includes(address)).toBe(!isOver);
  const ran = await keelson.run(...APPLY);
  expect([ran.status, existsSync(journal)]).toEqual([0, !isOver]);
});

test('a move that may be made, of what nobody declares any more, is told once: as what keeps another from being made', async () => {
  const { gitlab, keelson, journal } = await killed();
  const at = '2026-01-31T12:00:00.000Z';
  const lines = [
    { type: 'run', format: 'keelson/journal@1', target: gitlab.sandbox.url, at },
    { type: 'intent', address: 'group[there]', method: 'PUT', path: '/groups/4711', moves: true, at },
  ];
  writeFileSync(journal, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  keelson.write('keelson.yaml', 'groups:\n  top: {}\n  anew: {}\n');
  const told = words(await keelson.run('plan'));
  expect(told).toContain('this plan makes group[anew] anew');
  expect(told.match(/did not finish group\[there\]/g)).toHaveLength(1);
});
