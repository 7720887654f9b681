import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stage } from './stage.ts';

const yaml = `groups:
  aa: { runners: { r1: { token_to: { file: tok/r1 } }, r2: { token_to: { file: tok/r2 } } } }
`;

/** Two runners, and what the journal of a killed run tells of their making: nobody has their tokens. */
async function killed(makes: 'itself' | 'somebody else') {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const aa = await gitlab.group('aa');
  const alan = await gitlab.user('alan');
  await gitlab.post(`/groups/${aa}/members`, { user_id: alan, access_level: 50 });
  const maker = makes === 'itself' ? gitlab : gitlab.as('alan');
  const at = new Date().toISOString();
  const lines: object[] = [{ type: 'run', format: 'keelson/journal@1', target: gitlab.sandbox.url, at }];
  for (const description of ['r1', 'r2']) {
    await maker.post('/user/runners', { runner_type: 'group_type', group_id: aa, description });
    const address = `group[aa]/runner[${description}]`;
    lines.push({ type: 'intent', address, method: 'POST', path: '/user/runners', at, sink: `tok/${description}` });
  }
  mkdirSync(join(keelson.folder, '.keelson'), { recursive: true });
  writeFileSync(
    join(keelson.folder, '.keelson', 'journal.jsonl'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  return { gitlab, keelson, aa };
}

test('what an interrupted run has made without keeping its secret is made anew, and is no mass removal', async () => {
  const { keelson } = await killed('itself');
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect([status, err]).toEqual([0, expect.not.stringContaining('guard-mass-removal')]);
  expect(out).toContain('2 replaced');
});

test.each(['reset-after:1x', 'cut:2x'])(
  'what is made anew in the place of that is one again, though the answer is lost once more (%s)',
  async (fault) => {
    const { gitlab, keelson, aa } = await killed('itself');
    gitlab.sandbox.fail(`${fault}@POST /user/runners`);
    await keelson.run('apply', '--auto-approve');
    gitlab.sandbox.fail('');
    const { status, out, err } = await keelson.run('apply', '--auto-approve');
    expect(status, out + err).toBe(0);
    const runners = (await gitlab.get(`/groups/${aa}/runners`)).list.map(({ description }) => description);
    expect(runners.toSorted()).toEqual(['r1', 'r2']);
    expect(['r1', 'r2'].map((name) => readFileSync(join(keelson.folder, 'tok', name), 'utf8'))).toEqual([
      expect.stringMatching(/^glrt-/),
      expect.stringMatching(/^glrt-/),
    ]);
  },
);

test('what somebody else has made under these names is not taken away', async () => {
  const { keelson } = await killed('somebody else');
  const { out } = await keelson.run('plan');
  expect(out).not.toContain('-/+ ');
});

test.each([
  ['an hour after the call that was lost', 'not replaced', -60],
  ['at the moment of the call that was lost', 'not replaced', 0],
])('an access token that was made %s, where no audit events are to be read, is %s', async (_, then, minutes) => {
  const bot = `{ scopes: [api], access_level: owner, expires_at: ${ENDS}, token_to: { file: bot.token } }`;
  const { gitlab, keelson } = await stage(
    { 'keelson.yaml': `groups: { aa: { access_tokens: { bot: ${bot} } } }\n` },
    { tier: 'free' },
  );
  const path = `/groups/${await gitlab.group('aa')}/access_tokens`;
  await gitlab.post(path, { name: 'bot', scopes: ['api'], access_level: 50, expires_at: ENDS });
  const at = new Date(Date.now() + minutes * 60_000).toISOString();
  const lines = [
    { type: 'run', format: 'keelson/journal@1', target: gitlab.sandbox.url, at },
    { type: 'intent', address: 'group[aa]/access_token[bot]', method: 'POST', path, at, sink: 'bot.token' },
  ];
  keelson.write('.keelson/journal.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { out, err } = await keelson.run('plan');
  expect(out.includes('-/+ access_token[bot]') ? 'replaced' : 'not replaced').toBe(then);
  // Whoever has made it may use it: that is said, and left to people.
  expect(`${out}${err}`.replace(/\s+/g, ' ')).toMatch(
    /made at \S+\) is not shown to be its making, and its secret is not in bot\.token/,
  );
});

const ENDS = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10);
