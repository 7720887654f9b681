import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { stage } from '../examples/example.ts';
import { workspace } from './keelson.ts';
import { team } from './team.ts';

const yaml = `instance:
  settings: { max_login_attempts: 7 }
  plan_limits: { default: { ci_active_jobs: 12 } }
groups:
  team:
    name: Team
    lfs_enabled: false
    hooks: { ci: { url: "https://ci.example.com", tag_push_events: true } }
  ops: { name: Ops }
`;

interface Exported {
  readonly instance: {
    readonly settings: { readonly [name: string]: unknown };
    readonly plan_limits?: unknown;
  };
  readonly groups: { readonly [path: string]: { readonly [name: string]: unknown } };
}

test('export --changed has what is not as on a new GitLab, says how much it leaves out, and plans to nothing', async () => {
  const { gitlab } = await team();
  const keelson = workspace({ 'keelson.yaml': yaml }, { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);

  const whole = parse((await keelson.run('export')).out) as Exported;
  expect(whole.groups['ops']).toHaveProperty('lfs_enabled', true);
  expect(whole.instance.settings).toHaveProperty('signup_enabled');

  const { status, out, err } = await keelson.run('export', '--changed');
  expect(status).toBe(0);
  const changed = parse(out) as Exported;
  expect(changed.instance.settings).toMatchObject({ max_login_attempts: 7 });
  expect(changed.instance.settings).not.toHaveProperty('signup_enabled');
  expect(changed.instance.plan_limits).toEqual({ default: { ci_active_jobs: 12 } });
  expect(changed.groups['team']).toMatchObject({
    lfs_enabled: false,
    hooks: { ci: { url: 'https://ci.example.com', tag_push_events: true } },
  });
  expect(changed.groups['team']?.['hooks']).toEqual({ ci: { url: 'https://ci.example.com', tag_push_events: true } });
  // A group is declared though nothing of it is special: without its entry it would not be there.
  expect(changed.groups['ops']).not.toHaveProperty('lfs_enabled');
  const said = /Left out, since they are as on a new GitLab: ([\d,]+) values/;
  expect(said.exec(err)?.[1]).toBe(said.exec(out)?.[1]);
  expect(Number(said.exec(err)?.[1]?.replaceAll(',', ''))).toBeGreaterThan(300);

  keelson.write('changed.yaml', out);
  const again = await keelson.run('plan', 'changed.yaml', '--detailed-exitcode');
  expect(again.status, again.out + again.err).toBe(0);
});

test('of a whole company it is little more than half, and plans to nothing too', async () => {
  const { keelson } = await stage('instance');
  expect((await keelson.run('apply', 'instance', '--auto-approve')).status).toBe(0);
  const whole = (await keelson.run('export')).out.split('\n').length;
  const { out } = await keelson.run('export', '--changed');
  expect(out.split('\n').length).toBeLessThan(0.6 * whole);
  keelson.write('changed.yaml', out);
  const again = await keelson.run('plan', 'changed.yaml', '--detailed-exitcode');
  expect(again.status, again.out + again.err).toBe(0);
}, 60_000);
