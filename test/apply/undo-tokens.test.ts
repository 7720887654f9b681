import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDays } from '../support/in-days.ts';
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
