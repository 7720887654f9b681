import { describe, expect, test } from 'vitest';
import { configurationFingerprint } from '../../src/engine/parts/configuration-fingerprint.ts';
import { mergePlans } from '../../src/engine/parts/merge-plans.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { partOf, shardOf } from '../../src/engine/parts/shard.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';
import type { Plan } from '../../src/model.ts';
import { parsePlan } from '../../src/report/parse-plan.ts';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import { desiredOf } from '../support/keelson.ts';
import { workspace, type Workspace } from '../cli/keelson.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const kinds = kindsByName(allKinds);
const tops = ['ash', 'beech', 'cedar', 'elm', 'fir', 'oak'];

/** Every tree has something to add, to change and to remove; the instance has a role and a setting. */
const yaml = [
  'instance:',
  '  settings: { signup_enabled: false }',
  '  member_roles: { auditor: { base: guest, permissions: [read_vulnerability] } }',
  'groups:',
  ...tops.flatMap((top) => [
    `  ${top}:`,
    '    description: A tree',
    '    members: { alice: owner, bob: maintainer, mallory: { state: absent } }',
    `  ${top}/inner:`,
    '    members: { carol: { role: auditor } }',
    '    hooks: { ci: { url: "https://ci.example.com", push_events: true } }',
  ]),
].join('\n');

async function forest(): Promise<{ readonly gitlab: SandboxClient; readonly keelson: Workspace }> {
  const gitlab = await sandbox({});
  const ids = new Map<string, number>();
  for (const name of ['alice', 'bob', 'carol', 'mallory']) ids.set(name, await gitlab.user(name));
  for (const top of tops) {
    const { body } = await gitlab.post('/groups', { name: top, path: top, visibility: 'private' });
    const { id } = body as { readonly id: number };
    await gitlab.post('/groups', { name: 'inner', path: 'inner', parent_id: id, visibility: 'private' });
    await gitlab.post(`/groups/${id}/members`, { user_id: ids.get('bob'), access_level: 30 });
    await gitlab.post(`/groups/${id}/members`, { user_id: ids.get('mallory'), access_level: 30 });
  }
  const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  gitlab.sandbox.log.length = 0;
  return { gitlab, keelson: workspace({ 'keelson.yaml': yaml }, env) };
}

function writes({ sandbox: { log } }: SandboxClient): string[] {
  return log.filter(({ method }) => method !== 'GET').map(({ method, url, status }) => `${method} ${url} ${status}`);
}

test('shards together send exactly the calls of one whole run, and then there is nothing left to do', async () => {
  const whole = await forest();
  expect((await whole.keelson.run('apply', '--auto-approve')).status).toBe(0);
  const parts = await forest();
  for (const index of [1, 2, 3]) {
    const ran = await parts.keelson.run('apply', '--auto-approve', '--shard', `${index}/3`);
    expect(ran).toMatchObject({ status: 0 });
  }
  expect(writes(parts.gitlab).length).toBeGreaterThan(tops.length * 3);
  expect(writes(parts.gitlab).sort()).toEqual(writes(whole.gitlab).sort());
  expect((await parts.keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
}, 120_000);

test('a machine that is there, in a tree of another shard, stands in the way of nothing', async () => {
  const gitlab = await sandbox({});
  const names = ['one', 'two'].map((name) => `${name}-robot`);
  const lines = ['groups:'];
  for (const top of tops) {
    const { body } = await gitlab.post('/groups', { name: top, path: top });
    const { id } = body as { readonly id: number };
    for (const name of names) await gitlab.post(`/groups/${id}/service_accounts`, { username: `${top}-${name}`, name });
    const machines = names.map((name) => `${top}-${name}: { name: ${name} }`);
    lines.push(`  ${top}: { service_accounts: { ${machines.join(', ')} } }`);
  }
  // The people are read, and tell of every machine.
  const declared = ['instance: { users: {} }', ...lines].join('\n');
  const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const keelson = workspace({ 'keelson.yaml': declared }, env);
  for (const index of [1, 2, 3])
    expect(await keelson.run('plan', '--detailed-exitcode', '--shard', `${index}/3`)).toMatchObject({ status: 0 });
});

test('the plans of all shards make one plan, which does all of it', async () => {
  const { gitlab, keelson } = await forest();
  await keelson.run('plan', '--out', 'whole.json');
  for (const index of [1, 2, 3]) await keelson.run('plan', '--shard', `${index}/3`, '--out', `part-${index}.json`);
  const merged = await keelson.run(
    'merge',
    ...['part-1.json', 'part-2.json', 'part-3.json', '--out', 'merged.json', '--detailed-exitcode'],
  );
  expect(merged.status).toBe(2);
  expect(merged.out).toContain('group[oak]');
  const one = planIn(keelson, 'whole.json');
  const other = planIn(keelson, 'merged.json');
  expect(addresses(other)).toEqual(addresses(one));
  expect(other.unchanged).toBe(one.unchanged);
  expect(other.shard).toBeUndefined();
  const applied = await keelson.run('apply', 'merged.json', '--auto-approve');
  expect(applied).toMatchObject({ status: 0 });
  expect(writes(gitlab).length).toBe(one.changes.reduce((sum, { calls }) => sum + calls.length, 0));
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
}, 120_000);

describe('what each shard removes one of', () => {
  /** The first tree that falls to each shard. */
  const oneOfEach = [1, 2, 3].map((index) => tops.find((top) => shardOf(top, 3) === index) ?? 'none');
  const pruned = (guards: string) =>
    `guards: ${guards}\ngroups:\n${tops
      .flatMap((top) => [`  ${top}: {}`, `  ${top}/inner: {${oneOfEach.includes(top) ? 'state: absent' : ''}}`])
      .join('\n')}\n`;
  async function merged(guards: string, ...flags: readonly string[]) {
    const { gitlab, keelson } = await forest();
    keelson.write('keelson.yaml', pruned(guards));
    const files = [1, 2, 3].map((index) => `part-${index}.json`);
    for (const [at, file] of files.entries())
      await keelson.run('plan', '--shard', `${at + 1}/3`, '--out', file, '--allow-scope-deletion', ...flags);
    const together = await keelson.run('merge', ...files, '--out', 'merged.json');
    return { gitlab, keelson, together };
  }

  test('is weighed as a mass of all of them: by merge, and when that is applied', async () => {
    const { gitlab, keelson, together } = await merged('{ max_removal_percent: 20 }');
    const said = '3 of the 12 entries of instance/groups would be removed (the bounds are 10, and 20 %)';
    expect(together.err).toContain(said);
    const applied = await keelson.run('apply', 'merged.json', '--auto-approve');
    expect(applied.status).toBe(3);
    expect(applied.err).toContain(said);
    expect(writes(gitlab)).toEqual([]);
    expect(await keelson.run('apply', 'merged.json', '--auto-approve', '--allow-mass-removal')).toMatchObject({
      status: 0,
    });
  });

  test('is none where it is little of the whole, of shards without a change as well', async () => {
    const { keelson, together } = await merged('{ max_removal_percent: 26 }');
    expect(together.err).not.toContain('mass-removal');
    expect(await keelson.run('apply', 'merged.json', '--auto-approve')).toMatchObject({ status: 0 });
  });
});

test('a flag that one shard alone was given permits nothing of the whole that is looked at once more', async () => {
  const { gitlab, keelson } = await forest();
  const top = tops.find((one) => shardOf(one, 2) === 2) ?? 'none';
  keelson.write('keelson.yaml', `groups: { ${tops.map((one) => `${one}: { description: x }`).join(', ')} }\n`);
  keelson.write('owners.yaml', `groups: { ${top}: { members: { root: { state: absent } } } }\n`);
  for (const [index, flags] of [
    [1, []],
    [2, ['--allow-last-owner', '--allow-own-access']],
  ] as const)
    await keelson.run('plan', '.', '--shard', `${index}/2`, '--out', `part-${index}.json`, ...flags);
  const together = await keelson.run('merge', 'part-1.json', 'part-2.json', '--out', 'merged.json');
  expect(together.out).not.toContain('Permitted');
  expect(together.err).toContain('guard-last-owner');
  expect((await keelson.run('apply', 'merged.json', '--auto-approve')).status).toBe(3);
  expect(writes(gitlab)).toEqual([]);
});

test('a shard that waits for what another makes is refused before the first write', async () => {
  const { gitlab, keelson } = await forest();
  const second = await keelson.run('apply', '--auto-approve', '--shard', '2/2');
  expect(second.status).toBe(3);
  expect(second.err).toContain('which another shard makes');
  expect(writes(gitlab)).toEqual([]);
});

test('what was left unfinished in a tree that falls to another shard since is told by that which has its journal', async () => {
  // Of trees that are one the first by name tells the shard.
  const other = tops.find((top) => shardOf(top, 2) === 1) ?? '';
  const alone = tops.find((top) => shardOf(top, 2) === 2 && top > other) ?? '';
  const tree = (more: string) =>
    `groups: { ${other}: {}, ${alone}: { runners: { build: { tags: [x], token_to: { file: build.token } } }${more} } }\n`;
  const { gitlab, keelson } = await forest();
  keelson.write('keelson.yaml', tree(''));
  const inShard = (index: number, command: string, ...more: readonly string[]) =>
    keelson.run(command, '--shard', `${index}/2`, '--journal', `journal-${index}/journal.jsonl`, ...more);
  gitlab.sandbox.fail('reset-after:9x@POST /user/runners');
  expect((await inShard(2, 'apply', '--auto-approve')).status).toBe(1);
  gitlab.sandbox.fail('');
  keelson.write('keelson.yaml', tree(`, shares: { ${other}: reporter }`));
  const { out, err } = await inShard(2, 'plan');
  expect(out).toContain('Nothing to do');
  expect(`${out}${err}`).toMatch(
    new RegExp(
      String.raw`did not finish group\[${alone}\]/runner\[build\].*: this plan does not hold it, .*\n.*It falls to another shard`,
    ),
  );
});

test('plans of shards that were saved together are applied in their order: what the first has made is looked for', async () => {
  const { gitlab, keelson } = await forest();
  for (const index of [1, 2]) await keelson.run('plan', '--shard', `${index}/2`, '--out', `part-${index}.json`);
  const early = await keelson.run('apply', 'part-2.json', '--auto-approve');
  expect(early.status).toBe(3);
  expect(early.err).toContain('instance/member_role[auditor], which another shard makes and has not made yet');
  expect(writes(gitlab)).toEqual([]);
  expect(await keelson.run('apply', 'part-1.json', '--auto-approve')).toMatchObject({ status: 0 });
  expect(await keelson.run('apply', 'part-2.json', '--auto-approve')).toMatchObject({ status: 0 });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test('a role that another shard has yet to make anew is not taken for the old one', async () => {
  const { gitlab, keelson } = await forest();
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  keelson.write('keelson.yaml', yaml.replace('base: guest', 'base: reporter'));
  await keelson.run('plan', '--shard', '2/2', '--out', 'part-2.json');
  gitlab.sandbox.log.length = 0;
  const early = await keelson.run('apply', 'part-2.json', '--auto-approve');
  expect([early.status, early.err]).toEqual([3, expect.stringContaining('has not made yet')]);
  expect(writes(gitlab)).toEqual([]);
  // Who holds it in the other shard's trees is not seen, and the platform would not delete it.
  const first = await keelson.run('plan', '--shard', '1/2');
  expect([first.status, first.err]).toEqual([1, expect.stringContaining('--shard')]);
  expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

test('a merge that lacks a part, or has one twice, is refused', async () => {
  const { keelson } = await forest();
  for (const index of [1, 2]) await keelson.run('plan', '--shard', `${index}/2`, '--out', `part-${index}.json`);
  const lacking = await keelson.run('merge', 'part-1.json');
  expect(lacking).toMatchObject({ status: 3, out: '' });
  expect(lacking.err).toContain('the plan of shard 2 of 2 is missing');
  const twice = await keelson.run('merge', 'part-1.json', 'part-2.json', 'part-2.json');
  expect(twice).toMatchObject({ status: 3, out: '' });
  const absent = await keelson.run('merge', 'part-1.json', 'part-3.json');
  expect(absent).toMatchObject({ status: 3, out: '' });
  expect(absent.err).toContain('part-3.json cannot be read');
  await keelson.run('plan', '--out', 'whole.json');
  expect((await keelson.run('merge', 'part-1.json', 'whole.json')).err).toContain('not made with --shard');
}, 120_000);

test('every scope is planned by exactly one shard, and a tree is never split', () => {
  const desired = desiredOf(yaml);
  const shards = [1, 2, 3, 4].map((index) => partOf(desired, { index, of: 4 }, kinds));
  for (const { scope } of desired.sections) {
    expect(shards.filter(({ owns }) => owns(scope))).toHaveLength(1);
  }
  for (const { owns } of shards) {
    for (const top of tops)
      expect(owns({ type: 'group', path: top })).toBe(owns({ type: 'project', path: `${top}/a/b` }));
  }
});

test('trees that something moves between are one', () => {
  const desired = desiredOf({ groups: { ash: {}, 'oak/inner': { previously: 'ash/inner' }, oak: {} } });
  for (const index of [1, 2, 3, 4, 5, 6, 7]) {
    const { owns } = partOf(desired, { index, of: 7 }, kinds);
    expect(owns({ type: 'group', path: 'ash' })).toBe(owns({ type: 'group', path: 'oak' }));
  }
});

test('a shard is the same in every run', () => {
  expect(tops.map((top) => shardOf(top, 5))).toMatchInlineSnapshot(`
    [
      2,
      3,
      3,
      4,
      3,
      4,
    ]
  `);
});

test('plans for different instances make no plan', () => {
  const part = (index: number, url: string): Plan => ({
    target: { url, version: '18.9.0' },
    changes: [],
    unchanged: 0,
    unmanaged: [],
    unverifiable: [],
    diagnostics: [],
    shard: { index, of: 2, configuration: 'one' },
  });
  expect(mergePlans([part(1, 'https://one'), part(2, 'https://other')])).toHaveProperty('problem');
  expect(mergePlans([part(1, 'https://one'), part(2, 'https://one')])).toHaveProperty('plan');
});

test('plans of different states of the repository make no plan, and those of the same state in other files do', async () => {
  const { keelson } = await forest();
  const planned = async (shard: string, file: string, text = yaml) => {
    keelson.write(file, text);
    expect(await keelson.run('plan', file, '--shard', shard, '--out', `${shard.slice(0, 1)}.json`)).toMatchObject({
      status: 0,
    });
    return keelson.run('merge', '1.json', '2.json');
  };
  expect((await planned('1/2', 'a.yaml')).status).toBe(3);
  const reordered = `# The same, said otherwise.\n${yaml.replace('alice: owner, bob: maintainer', 'bob: { access_level: maintainer }, alice: owner')}`;
  expect(await planned('2/2', 'b.yaml', reordered)).toMatchObject({ status: 0 });
  const others = [
    yaml.replace('description: A tree', 'description: Another'),
    yaml.replace('  oak:', '  yew:').replace('  oak/inner:', '  yew/inner:'),
    `${yaml}\nguards: { max_changes: 1 }`,
    `${yaml}\nlock: { project: oak/locks }`,
    `${yaml}\nledger: { file: sent.json }`,
    yaml.replace('    description: A tree', '    prune: [members]\n    description: A tree'),
  ];
  for (const other of others) {
    const [one, another] = [yaml, other].map((text) => configurationFingerprint(desiredOf(text)));
    expect(one, other).not.toBe(another);
  }
  for (const other of others.slice(0, 3))
    expect(await planned('2/2', 'c.yaml', other)).toMatchObject({
      status: 3,
      err: expect.stringContaining('the plans are parts of different configurations') as string,
    });
});

test('what tells configurations apart holds nothing of a secret but where it is to be had', () => {
  const hook = (token: string, url = 'https://ci.example.com') =>
    configurationFingerprint(
      desiredOf({
        allow_plain_secrets: ['group[oak]/hook[ci].token', 'group[oak]/hook[ci].url'],
        groups: { oak: { hooks: { ci: { url, token } } } },
      }),
    );
  expect(hook('one-secret')).toBe(hook('another-secret'));
  expect(hook('x', 'https://ci.example.com/?token=one-secret')).toBe(
    hook('x', 'https://ci.example.com/?token=another'),
  );
  expect(hook('x', 'https://ci.example.com/?token=one')).not.toBe(hook('x', 'https://cd.example.com/?token=one'));
  const named = (name: string) =>
    configurationFingerprint(
      desiredOf(
        { groups: { oak: { hooks: { ci: { url: 'https://ci.example.com', token: { env: name } } } } } },
        { A: 'same', B: 'same' },
      ),
    );
  expect(named('A')).not.toBe(named('B'));
});

function planIn({ folder }: Workspace, file: string): Plan {
  const parsed = parsePlan(readFileSync(join(folder, file), 'utf8'));
  if ('diagnostic' in parsed) throw new Error(parsed.diagnostic.message);
  return parsed.plan;
}

function addresses({ changes }: Plan): string[] {
  return changes.map(({ action, address }) => `${action} ${address}`).sort();
}
