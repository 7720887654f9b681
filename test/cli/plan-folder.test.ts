import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stage, writes } from '../apply/stage.ts';
import { workspace } from './keelson.ts';

const secret = 'hooks: { h1: { url: https://x.example/1, token: { file: sec } } }';
const runner = 'runners: { r1: { tags: [a], token_to: { file: tokens/r1 } } }';
const yaml = (inGroup: string, above = '') => `version: 1\n${above}groups: { top: { name: Top, ${inGroup} } }\n`;

test.each([
  ['the secret that it sends', yaml(secret), 'sec'],
  ['the file of a token', yaml(runner), 'tokens/r1'],
  ['the ledger', yaml('description: x', 'ledger: { file: l.json }\n'), 'l.json'],
])('a saved plan is not applied from a folder that it was not made in, where it names %s', async (_, text, named) => {
  const env = { KEELSON_LEDGER_KEY: 'a key of more than thirty-two characters' };
  const { gitlab, keelson } = await stage({ 'cfg/keelson.yaml': text, sec: 'of-here' }, {}, env);
  expect(await keelson.run('plan', 'cfg', '--out', 'p.json')).toMatchObject({ status: 0 });
  gitlab.sandbox.log.length = 0;
  const own = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const other = workspace({ sec: 'of-elsewhere' }, { ...own, ...env });
  const refused = await other.run('apply', join(keelson.folder, 'p.json'), '--auto-approve');
  expect(refused.status).toBe(3);
  expect(refused.err).toContain(
    `error[plan-file-elsewhere]: the plan names ${named} relative to the folder in which it was made, and this is another one: there is no cfg/keelson.yaml here`,
  );
  expect(gitlab.sandbox.log).toEqual([]);
  expect(existsSync(join(other.folder, 'tokens'))).toBe(false);

  // Another checkout of the same, at another place.
  const checkout = workspace({ 'cfg/keelson.yaml': text, sec: 'of-here' }, { ...own, ...env });
  expect(await checkout.run('apply', join(keelson.folder, 'p.json'), '--auto-approve')).toMatchObject({ status: 0 });
});

test('a saved plan that names no file by a relative path is applied from wherever it is', async () => {
  const { gitlab, keelson } = await stage({ 'cfg/keelson.yaml': yaml('description: x') });
  expect(await keelson.run('plan', 'cfg', '--out', 'p.json')).toMatchObject({ status: 0 });
  const own = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const other = workspace({}, own);
  expect(await other.run('apply', join(keelson.folder, 'p.json'), '--auto-approve')).toMatchObject({ status: 0 });
  expect(writes(gitlab)).toContain('POST /groups');
});
