import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { team } from './team.ts';

const TOKEN = 'acme-7f3kQ9zLmN2pXw4vB8sT';

test('a configuration that holds the token of the run is refused before anything is asked or written', async () => {
  const { gitlab, keelson } = await team(`groups:\n  team: { description: 'with ${TOKEN}' }\n`);
  keelson.write('token', `${TOKEN}\n`);
  for (const args of [
    ['plan', '--out', 'p.json'],
    ['plan', '--markdown', '--har', 't.har'],
    ['drift'],
    ['apply', '--auto-approve'],
  ]) {
    const { status, out, err } = await keelson.run(...args, '--token-file', 'token');
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('keelson.yaml:2:30: error[known-secret]: the token of this run stands here in plain text');
    expect(err).not.toContain(TOKEN);
  }
  expect(gitlab.sandbox.log.filter(({ url }) => url.includes('/groups/'))).toEqual([]);
  expect(['p.json', 't.har'].filter((file) => existsSync(join(keelson.folder, file)))).toEqual([]);
});
