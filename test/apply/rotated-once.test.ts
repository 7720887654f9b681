import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { idOf } from '../sandbox/client.ts';
import { inDays } from '../support/in-days.ts';
import { stage, writes } from './stage.ts';

const YAML = `groups:
  eng:
    access_tokens:
      bot: { scopes: [read_api], access_level: reporter, rotate: { before: 14d, lifetime: 90d }, token_to: { file: bot.token } }
`;

test('a rotation that another run has finished is over: its file may be handed on', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': YAML });
  await gitlab.group('eng');
  const make = async (days: number) =>
    gitlab.post('/groups/eng/access_tokens', {
      ...{ name: 'bot', scopes: ['read_api'], access_level: 20, expires_at: inDays(days) },
    });
  const [old, next] = [await make(5), await make(90)];
  const token = join(keelson.folder, 'bot.token');
  writeFileSync(token, `${textOf(next.object['token'] ?? null)}\n`, { mode: 0o600 });
  // So far a run had come that was killed before the old one went.
  const at = new Date().toISOString();
  const about = { address: 'group[eng]/access_token[bot]', at };
  const run = { type: 'run', format: 'keelson/journal@1', target: gitlab.sandbox.url, at };
  const post = { method: 'POST', path: '/groups/1/access_tokens', sink: 'bot.token' };
  const intent = { type: 'intent', ...about, ...post, before: [idOf(old)], replaces: idOf(old) };
  const made = { type: 'made', ...about, object: idOf(next) };
  mkdirSync(join(keelson.folder, '.keelson'));
  const lines = [run, intent, made].map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(keelson.folder, '.keelson', 'journal.jsonl'), lines);

  gitlab.sandbox.log.length = 0;
  const finished = await keelson.run('apply', '--auto-approve');
  expect([finished.status, finished.err, writes(gitlab)]).toEqual([
    0,
    expect.anything(),
    [`DELETE /groups/1/access_tokens/${idOf(old)}`],
  ]);
  rmSync(token);
  gitlab.sandbox.log.length = 0;
  expect(await keelson.run('drift')).toMatchObject({ status: 0 });
  expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
  expect(writes(gitlab)).toEqual([]);
});
