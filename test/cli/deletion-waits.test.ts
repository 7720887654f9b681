import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageData } from '../../src/report/html/page-data.ts';
import { team } from './team.ts';

const config = (settings: string): string => `${settings}groups:
  team: { state: absent }
`;

test('a deletion says in the text and on the page for how long what is deleted can be had back, where the setting was read', async () => {
  const { gitlab, keelson } = await team(config('instance: { settings: { signup_enabled: true } }\n'));
  await gitlab.group('team');
  await gitlab.put('/application/settings', { deletion_adjourned_period: 7 });
  const plan = () => keelson.run('plan', '--allow-scope-deletion', '--html', 'plan.html');
  const text = (out: string) => out.replace(/\s+/g, ' ');
  const told =
    'keelson.yaml:3:3: warning[deletion-waits]: group[team] will wait 7 days for its deletion, and then be gone for good';
  const first = await plan();
  expect(text(first.out)).toContain(told);
  expect(first.out).toContain('= help: Declare it with `restore: true` by then to have it back');
  const [, data = '{}'] =
    /id="data">(.*?)<\/script>/s.exec(readFileSync(join(keelson.folder, 'plan.html'), 'utf8')) ?? [];
  const page = JSON.parse(data) as PageData;
  const item = page.items.find(({ address }) => address === 'group[team]');
  expect(item?.said.map((index) => page.said[index]?.message)).toContain(
    'group[team] will wait 7 days for its deletion, and then be gone for good',
  );
  // What the plan itself makes of the setting counts, and without the setting nothing is said, and nothing asked.
  keelson.write('keelson.yaml', config('instance: { settings: { deletion_adjourned_period: 1 } }\n'));
  expect(text((await plan()).out)).toContain('group[team] will wait a day for its deletion');
  keelson.write('keelson.yaml', config(''));
  gitlab.sandbox.log.length = 0;
  expect((await plan()).out).not.toContain('deletion-waits');
  expect(gitlab.sandbox.log.some((request) => JSON.stringify(request).includes('application/settings'))).toBe(false);
});

const declared = 'instance: { settings: { signup_enabled: true } }\nprojects:\n  team/app: { state: absent }\n';

test.each([
  { version: '18.9.0-ee', tier: 'free', told: 'project[team/app] will wait 30 days for its deletion' },
  { version: '17.11.0-ee', tier: 'premium', told: 'project[team/app] will wait 30 days for its deletion' },
  {
    version: '17.11.0-ee',
    tier: 'free',
    told: 'warning[deleted-at-once]: project[team/app] will be gone for good at once: before GitLab 18.0 what is deleted waits with GitLab Premium alone',
  },
] as const)('a project says it too, with $tier on $version', async ({ told, ...edition }) => {
  const { gitlab, keelson } = await team(declared, edition);
  const project = await gitlab.post('/projects', { name: 'app', namespace_id: await gitlab.group('team') });
  const planned = await keelson.run('plan', '--allow-scope-deletion');
  expect([planned.status, planned.out.replace(/\s+/g, ' ')]).toEqual([0, expect.stringContaining(told)]);
  const applied = await keelson.run('apply', '--auto-approve', '--allow-scope-deletion', '--undo', 'undo.json');
  expect(applied.status).toBe(0);
  const isForGood = told.includes('at-once');
  expect(applied.out + applied.err).toContain(
    `project[team/app]: ${isForGood ? 'GitLab deletes it at once, for good' : 'it comes back with what is in it until'}`,
  );
  const left = await gitlab.get(`/projects/${Number(project.object['id'])}`);
  expect(left.status === 404).toBe(isForGood);
});
