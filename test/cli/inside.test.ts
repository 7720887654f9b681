import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import { stage } from '../apply/stage.ts';
import { steady, type Ran, type Workspace } from './keelson.ts';

const document = 'groups: { one: { description: first, members: { bob: owner } }, two: {} }\n';

/** One after the other: what ends well, what the user did wrong, and what only commander says. */
const commands = [
  ['--version'],
  ['apply', '--help'],
  ['plan', '--no-such-option'],
  ['validate'],
  ['validate', 'not-there'],
  ['plan', '--detailed-exitcode'],
  ['plan', '--json', '--out', 'saved/plan.json'],
  ['apply', 'saved/plan.json'],
  ['apply', 'saved/plan.json', '--auto-approve', '--log-format', 'json', '--journal', 'kept/journal.jsonl'],
  ['plan', '--url', 'http://user:word@127.0.0.1'],
  ['drift', '--har', 'traffic.har'],
  ['export'],
] as const;

/** All that the commands leave: what they said, the files in the folder, and the groups of the platform. */
async function played(by: 'run' | 'start'): Promise<object> {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': document, 'saved/keep': '', 'kept/keep': '' });
  const ran: Ran[] = [];
  for (const args of commands) ran.push(by === 'run' ? await keelson.run(...args) : await keelson.start(...args).ran);
  const groups = (await gitlab.get('/groups')).list.map(({ full_path: path, description }: JsonObject) => [
    path,
    description,
  ]);
  return { ran: ran.map(comparable), files: files(keelson, gitlab.sandbox.url), groups };
}

/** How long something took is another every time, and so is a checksum over the port of the sandbox. */
function comparable({ status, out, err }: Ran): Ran {
  const plain = (text: string): string =>
    text.replace(/\d+(?:\.\d+)? (?:s|ms)\b/g, 'a while').replace(/\b[0-9a-f]{64}\b/g, 'a checksum');
  return { status, out: plain(out), err: plain(err) };
}

/** The files by name, with what is in those that are no record of a moment. */
function files({ folder }: Workspace, url: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const passing = /\.har$|plan\.json$/.test(name);
      return [path.slice(folder.length), passing ? 'of a moment' : steady(readFileSync(path, 'utf8'), url)] as const;
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

it('a run inside this process says, answers and leaves what a process of its own does', async () => {
  const ofTheProcess = (): readonly unknown[] => [
    ...[process.cwd(), process.env, process.exitCode, process.stdin, process.stdout, process.stderr],
    ...process.eventNames().map((name) => [name, process.listenerCount(name)]),
  ];
  const before = ofTheProcess();
  const inside = await played('run');
  expect(inside).toEqual(await played('start'));
  // Nothing of it stays.
  expect(ofTheProcess()).toEqual(before);
});

it('runs inside this process take turns, and one that fails keeps no other from its own', async () => {
  const { keelson } = await stage({ 'keelson.yaml': document });
  const other = await stage({ 'keelson.yaml': 'groups: { three: { colour: red } }\n' });
  const runs = await Promise.all([
    other.keelson.run('validate'),
    keelson.run('validate'),
    other.keelson.run('nothing'),
  ]);
  expect(runs.map(({ status }) => status)).toEqual([1, 0, 1]);
  expect(runs[0].err).toContain('colour');
  expect(runs[1].err).toBe('');
  expect(runs[2].err).toContain("unknown command 'nothing'");
});
