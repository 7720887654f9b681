import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import { inDays } from '../support/in-days.ts';
import { runHere, type EndedHere } from './program.ts';
import { poster } from './twins.ts';

/** By the clock that the platform has: what ends so is due by a rule of 14 days, whenever this is played. */
export const SOON = inDays(5);

export const APPLY = ['apply', '--auto-approve'];

/** A platform with the group `aa`, and a folder to run the program in; both end with the test. */
export async function tokenGround() {
  const sandbox = await serveSandbox();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-tokens-')));
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const post = poster(sandbox, sandbox.token);
  const { id = null } = await post('/groups', { name: 'aa', path: 'aa' });
  const write = (text: string): void => {
    writeFileSync(join(folder, 'keelson.yaml'), text);
  };
  const env = { KEELSON_URL: sandbox.url, KEELSON_TOKEN: sandbox.token };
  const run = (...args: readonly string[]): Promise<EndedHere> => runHere(folder, args, env);
  return { sandbox, folder, post, id, write, run, sink: join(folder, 'bot.token') };
}
