import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDays } from '../support/in-days.ts';
import type { Client } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal'];

/** A group with a token whose secret goes to these places, and the values of its variables. */
async function started(sinks = '[{ file: bot.token }, { variable: { group: eng, key: BOT } }]') {
  const { gitlab, keelson } = await stage({});
  const eng = await gitlab.group('eng');
  const day = inDays(100);
  const run = (...args: readonly string[]) => {
    rmSync(join(keelson.folder, 'bot.token'), { force: true });
    return keelson.run(...APPLY, ...args);
  };
  return {
    gitlab,
    keelson,
    eng,
    day,
    run,
    /** Applies a configuration in which the token is so. */
    declared: async (token: string, ...args: readonly string[]) => {
      keelson.write('keelson.yaml', `groups: { eng: { access_tokens: { bot: ${token} } } }\n`);
      const ran = await run(...args);
      expect(ran.status, ran.err).toBe(0);
      return ran;
    },
    with: (scopes: string) => `{ scopes: [${scopes}], access_level: reporter, expires_at: ${day}, token_to: ${sinks} }`,
    /** The numbers of the tokens that are good. */
    tokens: async () =>
      (await gitlab.get(`/groups/${eng}/access_tokens?state=active`)).list.map(({ id }) => id as number),
    variables: async () =>
      Object.fromEntries(
        (await gitlab.get(`/groups/${eng}/variables`)).list.map(({ key, value }) => [key as string, value]),
      ),
    /** What stands in the files of secrets that an undo has written. */
    kept: () =>
      readdirSync(keelson.folder)
        .filter((file) => file.endsWith('.secret'))
        .map((file) => readFileSync(join(keelson.folder, file), 'utf8').trim()),
  };
}

test('what an undo has deleted comes back by its own undo with its secret in the variables where the first one went', async () => {
  const { declared, with: token, run, tokens, variables, kept } = await started();
  await declared(token('read_api'), '--undo', 'made.json');
  const first = await variables();
  const gone = await run('made.json', '--undo', 'gone.json');
  expect([gone.status, gone.err]).toEqual([
    0,
    expect.stringMatching(/its secret is another one, and goes to \S+\.secret, group\[eng\]\/variable\[BOT\]\n/),
  ]);
  expect(await tokens()).toEqual([]);
  const back = await run('gone.json');
  expect(back.status, back.err).toBe(0);
  const { BOT } = await variables();
  expect([[BOT], BOT === first['BOT']]).toEqual([kept(), false]);
});

const OTHER = 'which holds another value than it was left with';

test.each([
  ['changed', (client: Client, at: string) => client.put(`${at}/BOT`, { value: 'somebody-elses-value' }), OTHER],
  ['removed', (client: Client, at: string) => client.delete(`${at}/BOT`), 'which is gone by now'],
  [
    'unmasked',
    (client: Client, at: string) => client.put(`${at}/BOT`, { masked: false }),
    'which was changed since, and would be changed back: masked: false → true',
  ],
  [
    'hidden',
    async (client: Client, at: string) => {
      await client.delete(`${at}/BOT`);
      await client.post(at, { key: 'BOT', value: 'somebody-elses-value', masked_and_hidden: true });
    },
    'which hides its value by now, and is another one',
  ],
])('a variable that somebody has %s since is not given the secret of what an undo makes anew', async (_, deed, how) => {
  const { gitlab, keelson, eng, declared, with: token, run, tokens, variables } = await started();
  await declared(token('read_api'));
  await declared(token('read_api, read_registry'), '--undo', 'undo.json');
  await deed(gitlab, `/groups/${eng}/variables`);
  const [there, held] = [await tokens(), await variables()];
  const text = readFileSync(join(keelson.folder, 'undo.json'), 'utf8');
  expect(text).not.toMatch(/glpat-/);
  const stopped = await run('undo.json');
  expect([stopped.status, stopped.err.replace(/\s+/g, ' ')]).toEqual([
    3,
    expect.stringContaining(
      `error[undo-stale]: group[eng]/access_token[bot] is to hand its secret on to group[eng]/variable[BOT], ${how}`,
    ),
  ]);
  expect(await run('undo.json', '--on-stale', 'skip')).toMatchObject({ status: 3 });
  expect([await tokens(), await variables()]).toEqual([there, held]);
});

test('what a variable that hides its value holds is written over by an undo, and it is told that nobody can see it', async () => {
  const { gitlab, eng, declared, with: token, run } = await started();
  await gitlab.post(`/groups/${eng}/variables`, { key: 'BOT', value: 'somebody-elses', masked_and_hidden: true });
  await declared(token('read_api'));
  await declared(token('read_api, read_registry'), '--undo', 'undo.json');
  const { status, out, err } = await run('undo.json');
  expect([status, (out + err).replace(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining('group[eng]/variable[BOT], whose value is hidden: whether somebody else has changed it'),
  ]);
});

test('an undo of an undo writes over nothing that somebody has put into a variable since', async () => {
  const { gitlab, eng, declared, with: token, run, tokens } = await started();
  await declared(token('read_api'), '--undo', 'made.json');
  expect(await run('made.json', '--undo', 'gone.json')).toMatchObject({ status: 0 });
  await gitlab.put(`/groups/${eng}/variables/BOT`, { value: 'somebody-elses-value' });
  const { status, err } = await run('gone.json');
  expect([status, err, await tokens()]).toEqual([3, expect.stringContaining(OTHER), []]);
});

test('a token that somebody has made like the one which is gone is not called the making of an undo, and its own is', async () => {
  const { gitlab, keelson, eng, day, declared, with: token, run, tokens } = await started();
  await declared(token('read_api'));
  await declared('{ state: absent }', '--undo', 'gone.json');
  const alike = { name: 'bot', scopes: ['read_api'], access_level: 20, expires_at: day };
  const id = Number((await gitlab.post(`/groups/${eng}/access_tokens`, alike)).object['id']);
  const { status, err } = await run('gone.json');
  expect([status, err]).toEqual([3, expect.stringContaining('nothing shows that this undo has made it')]);
  expect(await tokens()).toEqual([id]);
  await gitlab.delete(`/groups/${eng}/access_tokens/${id}`);
  expect(await run('gone.json')).toMatchObject({ status: 0 });
  expect(await run('gone.json')).toMatchObject({ status: 0, out: expect.stringContaining('Nothing to do') as string });
  for (const file of readdirSync(keelson.folder)) if (file.endsWith('.secret')) rmSync(join(keelson.folder, file));
  expect(await run('gone.json')).toMatchObject({ status: 3 });
});
