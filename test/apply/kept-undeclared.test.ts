import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

const FIRST = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';

const APPLY = ['apply', '--auto-approve'];

/** A project with a deploy key that may push and ends, of which the configuration says another material alone. */
async function withKey() {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `projects: { plat/app: { deploy_keys: { x: { key: '${OTHER}' } } } }\n`,
  });
  const plat = await gitlab.group('plat');
  const project = idOf(await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: plat }));
  const at = `/projects/${project}/deploy_keys`;
  const key = { title: 'x', key: FIRST, can_push: true, expires_at: '2099-01-31' };
  const made = idOf(await gitlab.post(at, key));
  const keys = async () =>
    (await gitlab.get(at)).list.map(({ key: text, can_push: push, expires_at: ends }) => [text, push, ends]);
  return { gitlab, keelson, at, made, keys };
}

it('a deploy key that gets another material may push and ends as before, and the plan says so', async () => {
  const { keelson, keys } = await withKey();
  const { status, out } = await keelson.run(...APPLY);
  expect([status, out]).toEqual([0, expect.stringMatching(/can_push\s+true, kept\n\s+expires_at\s+2099-01-31, kept/)]);
  expect(await keys()).toEqual([[OTHER, true, '2099-01-31T00:00:00.000Z']]);
});

it('what a killed run has taken away and not made anew is made with what it was to keep: the journal knows it', async () => {
  const { gitlab, keelson, at, made, keys } = await withKey();
  // As a run leaves it that is killed after its first call.
  const now = new Date().toISOString();
  const lines = [
    { type: 'run', format: 'keelson/journal@1', target: gitlab.sandbox.url, at: now },
    {
      ...{ type: 'intent', address: 'project[plat/app]/deploy_key[x]', method: 'DELETE', at: now },
      ...{ path: `${at}/${made}`, replaces: made, keeps: { can_push: true, expires_at: '2099-01-31' } },
    },
  ];
  mkdirSync(join(keelson.folder, '.keelson'));
  writeFileSync(
    join(keelson.folder, '.keelson', 'journal.jsonl'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  await gitlab.delete(`${at}/${made}`);
  const { status, out } = await keelson.run(...APPLY);
  expect([status, out]).toEqual([0, expect.stringContaining('can_push')]);
  expect(await keys()).toEqual([[OTHER, true, '2099-01-31T00:00:00.000Z']]);
});

it('a saved plan is stale where what it keeps has changed meanwhile', async () => {
  const { gitlab, keelson, at, made, keys } = await withKey();
  expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
  await gitlab.put(`${at}/${made}`, { can_push: false });
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(3);
  expect(await keys()).toEqual([[FIRST, false, '2099-01-31T00:00:00.000Z']]);
});
