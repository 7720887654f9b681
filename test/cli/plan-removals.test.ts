import { expect, it } from 'vitest';
import { stage } from '../apply/stage.ts';

const COUNT = 26;
const paths = Array.from({ length: COUNT }, (_, index) => `g${index}`);
const YAML = `defaults: { groups: { "*": { prune: [hooks], hooks: {} } } }\ngroups:\n${paths.map((path) => `  ${path}: {}\n`).join('')}`;

/** Groups with a hook each, all of which one default takes. */
async function hooked() {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': YAML });
  for (const path of paths) {
    await gitlab.group(path);
    await gitlab.post(`/groups/${path}/hooks`, { name: 'ci', url: `https://${path}.example.com`, push_events: true });
  }
  const left = async () =>
    (await Promise.all(paths.map(async (path) => (await gitlab.get(`/groups/${path}/hooks`)).list.length))).reduce(
      (sum, count) => sum + count,
      0,
    );
  return { keelson, left };
}

const REFUSED = 'error[guard-plan-removals]: 26 entries of 26 sections would be removed in all: 26 of hooks';

it('one default that takes one thing out of each of many groups is refused, until its own flag permits it', async () => {
  const { keelson, left } = await hooked();
  const { status, err } = await keelson.run('apply', '--auto-approve', '--allow-mass-removal');
  expect([status, err.replace(/\s+/g, ' '), await left()]).toEqual([3, expect.stringContaining(REFUSED), COUNT]);
  expect((await keelson.run('explain', 'plan-removals')).out).toContain('`--allow-plan-removals` permits');
  expect((await keelson.run('apply', '--auto-approve', '--allow-plan-removals')).status).toBe(0);
  expect(await left()).toBe(0);
});

it('the plans of shards are counted together where they are merged', async () => {
  const { keelson, left } = await hooked();
  for (const index of [1, 2])
    expect(await keelson.run('plan', '--shard', `${index}/2`, '--out', `${index}.json`)).toMatchObject({ status: 0 });
  const { err } = await keelson.run('merge', '1.json', '2.json', '--out', 'plan.json');
  expect(err.replace(/\s+/g, ' ')).toContain('26 entries of 26 sections would be removed in all');
  expect((await keelson.run('apply', 'plan.json', '--auto-approve')).status).toBe(3);
  expect(await left()).toBe(COUNT);
  expect((await keelson.run('apply', 'plan.json', '--auto-approve', '--allow-plan-removals')).status).toBe(0);
  expect(await left()).toBe(0);
});
