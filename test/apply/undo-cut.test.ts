import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stage } from './stage.ts';

const APPLY = ['apply', '--auto-approve', '--allow-mass-removal', '--allow-own-access'];

const level = (access: string): string => `shares: { ops: { access_level: ${access}, expires_at: null } }`;
const token = (scope: string): string => `deploy_tokens: { d: { scopes: [${scope}], token_to: { file: tok } } }`;

test.each([
  ['token', 'deploy_tokens', token('read_repository'), token('read_registry')],
  ['share', 'share', level('reporter'), level('developer')],
])('an undo that is cut while it makes a %s anew is finished by the next one', async (_, call, before, after) => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': `groups: { eng: { ${before} } }\n` });
  for (const path of ['eng', 'ops']) await gitlab.group(path);
  const free = (): void => {
    rmSync(join(keelson.folder, 'tok'), { force: true });
  };
  const there = async (): Promise<unknown> => [
    (await gitlab.get('/groups/eng/deploy_tokens')).list.map(({ scopes }) => scopes),
    (
      (await gitlab.get('/groups/eng')).object['shared_with_groups'] as readonly { readonly [name: string]: unknown }[]
    ).map((row) => row['group_access_level']),
  ];
  expect(await keelson.run(...APPLY)).toMatchObject({ status: 0 });
  const stood = await there();
  free();
  keelson.write('keelson.yaml', `groups: { eng: { ${after} } }\n`);
  expect(await keelson.run(...APPLY, '--undo', 'undo.json')).toMatchObject({ status: 0 });
  free();
  // The token is made, and its answer never comes; the share is gone, and not made yet.
  gitlab.sandbox.fail(`${call === 'share' ? 'delay=20000:1x' : 'reset-after:20x'}@POST /groups/*/${call}`);
  gitlab.sandbox.log.length = 0;
  const { child, ran } = keelson.start(...APPLY, 'undo.json');
  const isAtIt = (): boolean =>
    call === 'share'
      ? [...gitlab.sandbox.underway].some((one) => one.startsWith('POST') && one.includes(call))
      : gitlab.sandbox.log.some(({ method, url }) => method === 'POST' && url.endsWith(call));
  while (!isAtIt()) await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill('SIGKILL');
  await ran;
  gitlab.sandbox.fail('');
  expect(await there()).not.toEqual(stood);
  const again = await keelson.run(...APPLY, 'undo.json');
  expect(again.status, again.err).toBe(0);
  expect(await there()).toEqual(stood);
  expect((await keelson.run(...APPLY, 'undo.json')).out).toContain('Nothing to do');
});
