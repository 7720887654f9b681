import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const ENDS = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

const TOKENS = {
  access_tokens: { before: 'api', after: 'read_api' },
  deploy_tokens: { before: 'read_repository', after: 'read_registry' },
};

type Section = keyof typeof TOKENS;

/** A token of a group that a run has made, and that is declared otherwise now. */
async function toBeReplaced(section: Section) {
  const { before, after } = TOKENS[section];
  const yaml = (scope: string, file: string): string =>
    `groups: { plat: { ${section}: { bot: { scopes: [${scope}], expires_at: ${ENDS}, token_to: { file: ${file} } } } } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml(before, 'first.token') });
  const group = `/groups/${await gitlab.group('plat')}`;
  await gitlab.post(`${group}/members`, { username: 'carol', access_level: 50 });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const list = `${group}/${section}`;
  const good = section === 'access_tokens' ? `${list}?state=active` : list;
  const standing = async () => (await gitlab.get(good)).list.map(({ id }) => Number(id));
  const [old] = await standing();
  keelson.write('keelson.yaml', yaml(after, 'second.token'));
  const remove = (id: unknown) => gitlab.delete(`${list}/${String(id)}`);
  const rivalOf = async (maker: Pick<typeof gitlab, 'post'>) =>
    idOf(await maker.post(list, { name: 'bot', scopes: [after], expires_at: ENDS }));
  return { gitlab, keelson, list, standing, remove, rivalOf, old };
}

/** The same, replaced while somebody else makes one of its name. */
async function replacedBesideRival(section: Section, by: 'carol' | 'another run', fault = '') {
  const { gitlab, keelson, list, rivalOf, ...there } = await toBeReplaced(section);
  gitlab.sandbox.fail(`delay=1500:1x@POST ${list}${fault}`);
  const running = keelson.run('apply', '--auto-approve');
  while (!journalOf(keelson.folder).includes(list)) await sleep(5);
  // What is written down is on its way.
  await sleep(400);
  const rival = await rivalOf(by === 'carol' ? gitlab.as('carol') : gitlab);
  const run = await running;
  gitlab.sandbox.fail('');
  return { keelson, ...there, rival, run };
}

it.each([
  ['access_tokens', 'carol'],
  ['access_tokens', 'another run'],
  ['deploy_tokens', 'another run'],
] as const)('of %s the old one stays where %s has made one of its name beside it', async (section, by) => {
  const { keelson, standing, remove, old, rival, run } = await replacedBesideRival(section, by);
  expect(run.status, `${run.out}${run.err}`).toBe(1);
  expect(run.out).toContain(
    `another one was made at the same time (id ${rival}), so that what this run made was removed again, and what it was to replace (id ${String(old)}) was left; what second.token got was void, and is removed`,
  );
  expect(run.out).not.toContain('done of it');
  expect(await standing()).toEqual([old, rival]);
  expect(existsSync(join(keelson.folder, 'second.token'))).toBe(false);

  // No later run takes the rival for its own, nor removes the old one for its sake.
  const next = await keelson.run('plan');
  expect(next.status).toBe(1);
  expect(next.err).toContain(`is there 2 times (ids ${String(old)}, ${rival}), and nothing tells which one is meant`);
  expect(next.err).toMatch(
    new RegExp(`what stands there now \\(id ${rival}, made [^)]+\\) is not shown to be its making`),
  );

  await remove(rival);
  expect((await keelson.run('plan')).out).toContain('1 to replace');
});

/** The same, where one of its name is made once the new one is there, and before anybody looks at both. */
async function replacedBeforeRival() {
  const { gitlab, keelson, list, rivalOf, ...there } = await toBeReplaced('access_tokens');
  gitlab.sandbox.fail(`delay=300:1x@POST ${list}`);
  const running = keelson.run('apply', '--auto-approve');
  while (![...gitlab.sandbox.underway].some((one) => one.startsWith('POST '))) await sleep(5);
  gitlab.sandbox.fail(`delay=1500:1x@GET /groups/*/access_tokens`);
  while (![...gitlab.sandbox.underway].some((one) => one.startsWith('GET '))) await sleep(5);
  const rival = await rivalOf(gitlab.as('carol'));
  return { keelson, ...there, rival, running };
}

it('the old one stays, too, where one is made right after the new one', async () => {
  const { keelson, standing, remove, old, rival, running } = await replacedBeforeRival();
  const run = await running;
  const [, made] = await standing();
  expect(run.status, `${run.out}${run.err}`).toBe(1);
  expect(run.out).toContain(
    `it was made (id ${String(made)}), and somebody made another one of its name at the same time (id ${rival}), so that what it was to replace (id ${String(old)}) was left`,
  );
  expect(await standing()).toEqual([old, made, rival]);
  const next = await keelson.run('plan');
  expect([next.status, next.err]).toEqual([
    1,
    expect.stringContaining(`is there 2 times (ids ${String(made)}, ${rival})`),
  ]);
  await remove(rival);
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect(await standing()).toEqual([made]);
});

/** A token whose secret goes to a variable as well, which takes its time while it is replaced; `meanwhile` is what somebody does then. */
async function replacedSlowly(section: Section, meanwhile: 'removes the new one' | 'makes another one') {
  const { before, after } = TOKENS[section];
  const yaml = (scope: string, file: string): string =>
    `groups: { plat: { ${section}: { bot: { scopes: [${scope}], expires_at: ${ENDS}, token_to: [{ file: ${file} }, { variable: { group: plat, key: BOT } }] } } } }\n`;
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml(before, 'first.token') });
  const list = `/groups/${await gitlab.group('plat')}/${section}`;
  expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
  const good = section === 'access_tokens' ? `${list}?state=active` : list;
  const standing = async () => (await gitlab.get(good)).list.map(({ id }) => Number(id));
  const [old] = await standing();
  keelson.write('keelson.yaml', yaml(after, 'second.token'));
  gitlab.sandbox.fail('delay=1500:1x@PUT /groups/*/variables/*');
  const running = keelson.run('apply', '--auto-approve');
  while (![...gitlab.sandbox.underway].some((one) => one.startsWith('PUT '))) await sleep(5);
  const made = Number((await standing()).find((id) => id !== old));
  if (meanwhile === 'removes the new one') await gitlab.delete(`${list}/${made}`);
  else await gitlab.post(list, { name: 'bot', scopes: [after], expires_at: ENDS });
  const run = await running;
  return { keelson, standing, old, made, run };
}

it.each(['access_tokens', 'deploy_tokens'] as const)(
  'of %s the old one stays where somebody has removed the new one while its secret was brought to a variable',
  async (section) => {
    const { keelson, standing, old, made, run } = await replacedSlowly(section, 'removes the new one');
    expect(run.status, `${run.out}${run.err}`).toBe(1);
    expect(run.out).toContain(
      `it was made (id ${made}), and is gone again, so that what it was to replace (id ${String(old)}) was left; what second.token got was void, and is removed; what group[plat]/variable[BOT] holds is void`,
    );
    expect(await standing()).toEqual([old]);
    expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
    expect(await standing()).toEqual([expect.not.toBeOneOf([old, made])]);
  },
);

it('the old one stays, too, where another one is made while the secret is brought to a variable', async () => {
  const { standing, old, made, run } = await replacedSlowly('access_tokens', 'makes another one');
  expect(run.status, `${run.out}${run.err}`).toBe(1);
  expect(run.out).toContain(`so that what it was to replace (id ${String(old)}) was left`);
  expect(await standing()).toEqual([old, made, expect.any(Number)]);
});

it('what is made right after the new one, and gives way, keeps nothing', async () => {
  const { standing, remove, rival, running } = await replacedBeforeRival();
  await sleep(1600);
  await remove(rival);
  expect((await running).status).toBe(0);
  expect((await standing()).length).toBe(1);
});

it('a rival that stays is told to be of others until its secret is here, or it is made anew', async () => {
  const { keelson, standing, remove, old, rival } = await replacedBesideRival('access_tokens', 'another run');
  await remove(old);
  for (const command of [['plan'], ['apply', '--auto-approve'], ['plan']]) {
    const { status, out, err } = await keelson.run(...command);
    expect([status, `${out}${err}`]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          `\\(id ${rival}, made [^)]+\\) is not shown to be its making, and its secret is not in second.token`,
        ),
      ),
    ]);
  }
  expect(await standing()).toEqual([rival]);
  keelson.write('second.token', 'what the other run was given');
  const { out, err } = await keelson.run('plan');
  expect(`${out}${err}`).not.toContain('unfinished');
});

it('the old one stays, too, where the answer was lost and a rival was made', async () => {
  const { keelson, standing, old, rival, run } = await replacedBesideRival(
    'access_tokens',
    'carol',
    ',reset-before:1x@POST /groups/*/access_tokens',
  );
  expect(run.status).toBe(1);
  expect(await standing()).toEqual([old, rival]);
  const next = await keelson.run('plan');
  expect([next.status, next.out]).toEqual([1, expect.not.stringContaining('to delete')]);
  expect(next.err).toContain(`is there 2 times (ids ${String(old)}, ${rival})`);
});

function journalOf(folder: string): string {
  const file = join(folder, '.keelson', 'journal.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
