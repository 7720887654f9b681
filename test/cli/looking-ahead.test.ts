import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClock } from '../../src/sandbox/store/clock.ts';
import { stage } from '../apply/stage.ts';

const RULE = 'rotate: { before: 14d, lifetime: 90d }';
const YAML = `groups:
  aa:
    members:
      bob: { access_level: developer, expires_at: 2031-04-10 }
    access_tokens:
      now: { scopes: [read_api], ${RULE}, token_to: { file: now.token } }
      soon: { scopes: [read_api], ${RULE}, token_to: { file: soon.token } }
      late: { scopes: [read_api], ${RULE}, token_to: { file: late.token } }
`;

/** When the three tokens end; it is the first of March there. */
const ENDS = { now: '2031-03-10', soon: '2031-03-25', late: '2031-05-01' };

async function three() {
  const set = await stage({ 'keelson.yaml': YAML }, { clock: createClock(new Date('2031-03-01T09:00:00Z')) });
  const { gitlab } = set;
  const aa = `/groups/${await gitlab.group('aa')}`;
  for (const name of ['now', 'soon', 'late'] as const) {
    await gitlab.post(`${aa}/access_tokens`, { name, scopes: ['read_api'], access_level: 40, expires_at: ENDS[name] });
  }
  return set;
}

/** The names of the tokens that a text says are made anew. */
function due(text: string): readonly (string | undefined)[] {
  return [...text.matchAll(/access_token\[(\w+)\]:? is due/g)].map(([, name]) => name);
}

it('a plan shows what is due on its day, and with --at what will be on another, which it says', async () => {
  const { keelson } = await three();
  const today = await keelson.run('plan');
  expect([today.status, due(today.out)]).toEqual([0, ['now']]);
  expect(today.out).toContain('is due for rotation: ends on 2031-03-10, and is renewed 14 days before that');
  expect(today.out).not.toContain('As of');

  const ahead = await keelson.run('plan', '--at', '2031-03-11');
  expect([ahead.status, due(ahead.out)]).toEqual([0, ['now', 'soon']]);
  expect(ahead.out).toContain('Plan for http://gitlab.test (GitLab 18.9.0-ee) as of 2031-03-11');
  expect(ahead.out).toContain(
    'As of 2031-03-11: what ends or is due by that day counts as if it were that day already',
  );
  expect(ahead.out).toMatch(/expires_at +2031-03-25 → 2031-06-09/);
  expect((await keelson.run('plan', '--at', '2031-03-11', '--markdown')).out).toContain('as of 2031-03-11');

  // Nothing is made of what ends by then.
  const later = await keelson.run('plan', '--at', '2031-04-10');
  expect(later.out).toContain('group[aa]/member[bob] has ended on 2031-04-10: nothing is made of it');
  expect([today.out, ahead.out, later.out].map((text) => text.includes('+ member[bob]'))).toEqual([true, true, false]);
});

it('tells who will have ended, though they are as declared until then, and what is in the way, which may be gone by then', async () => {
  const { gitlab, keelson } = await three();
  await gitlab.post('/groups/aa/members', { username: 'bob', access_level: 30, expires_at: '2031-04-10' });
  keelson.write('soon.token', 'the secret of the token that is there');
  const ahead = await keelson.run('plan', '--at', '2031-04-10');
  expect([ahead.status, ahead.err]).toEqual([0, '']);
  expect(ahead.out).toContain('group[aa]/member[bob] has ended on 2031-04-10: what is there is left as it is');
  expect(due(ahead.out)).toEqual(['now', 'soon']);
  expect(ahead.out.replace(/\s+/g, ' ')).toContain(
    'warning[occupied-sink]: group[aa]/access_token[soon] is to be made anew, and its secret has nowhere to go: soon.token is there already, and is not written over',
  );
  // The one that is due today is to be made today as well.
  keelson.write('now.token', 'the secret of the token that is there');
  const today = await keelson.run('plan');
  expect([today.status, today.err]).toEqual([1, expect.stringContaining('error[occupied-sink]')]);
  expect((await keelson.run('drift')).out).not.toContain('occupied-sink');
});

it('shows no change of where the secret goes, which nothing tells to have been elsewhere', async () => {
  const { keelson } = await three();
  const { out } = await keelson.run('plan');
  expect(out).toMatch(/expires_at +2031-03-10 → /);
  expect(out).not.toContain('token_to');
});

it('a plan of another day is neither saved nor applied, and none is made of a day that has passed', async () => {
  const { gitlab, keelson } = await three();
  const saving = await keelson.run('plan', '--at', '2031-03-11', '--out', 'plan.json');
  expect([saving.status, saving.err]).toEqual([1, expect.stringContaining('error[other-day]: --at 2031-03-11 shows')]);
  expect(saving.err).toContain('Leave out one of --at and --out');
  expect(existsSync(join(keelson.folder, 'plan.json'))).toBe(false);

  const { out } = await keelson.run('plan', '--at', '2031-03-11', '--json');
  expect(JSON.parse(out)).toMatchObject({ at: '2031-03-11', summary: { replace: 2 } });
  keelson.write('printed.json', out.replaceAll('http://gitlab.test', gitlab.sandbox.url));
  gitlab.sandbox.log.length = 0;
  const applied = await keelson.run('apply', 'printed.json', '--auto-approve');
  expect([applied.status, applied.err]).toEqual([3, expect.stringContaining('the plan is as of 2031-03-11')]);
  expect(gitlab.sandbox.log).toEqual([]);
  expect((await keelson.run('show', 'printed.json')).out).toContain('as of 2031-03-11');
  expect((await keelson.run('merge', 'printed.json')).err).toContain('is only to be looked at');

  const past = await keelson.run('plan', '--at', '2031-02-28');
  expect([past.status, past.err]).toEqual([1, expect.stringContaining('--at 2031-02-28 has passed: it is 2031-03-01')]);
  expect((await keelson.run('plan', '--at', '2031-03-01')).status).toBe(0);
  await expect(keelson.run('plan', '--at', '2031-02-30')).resolves.toMatchObject({ status: 1 });
});

it('what is due is drift, and what will be is told where it is asked for', async () => {
  const { keelson } = await three();
  const drift = await keelson.run('drift', '--target', 'group[aa]/access_token');
  expect([drift.status, due(drift.out)]).toEqual([2, ['now']]);
  expect(drift.out).toContain('group[aa]/access_token[now] is due for rotation: ends on 2031-03-10');
  expect(drift.out).not.toMatch(/the repository says|Due within/);

  const args = ['drift', '--target', 'group[aa]/access_token', '--due-within'];
  expect((await keelson.run(...args, '2w')).out).toContain(
    'Due within 14 days: 1 entry to be made anew\n  group[aa]/access_token[soon]: on 2031-03-11, since it ends on 2031-03-25\n',
  );
  const { out } = await keelson.run(...args, '60d', '--json');
  expect(JSON.parse(out)).toMatchObject({
    due_soon: {
      within: 60,
      entries: [
        { address: 'group[aa]/access_token[soon]', due: '2031-03-11', ends: '2031-03-25' },
        { address: 'group[aa]/access_token[late]', due: '2031-04-17', ends: '2031-05-01' },
      ],
    },
  });
  // What will be due is none yet.
  const rest = await keelson.run('drift', '--target', 'group[aa]/access_token[late]', '--due-within', '60d');
  expect([rest.status, rest.out]).toEqual([0, expect.stringContaining('group[aa]/access_token[late]: on 2031-04-17')]);
  expect((await keelson.run('drift', '--target', 'group[aa]/access_token[late]', '--due-within', '9d')).out).toContain(
    'Due within 9 days: nothing more to be made anew',
  );
  expect((await keelson.run(...args, 'soon')).status).toBe(1);
});
