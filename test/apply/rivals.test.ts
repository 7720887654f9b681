import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { stage, writes } from './stage.ts';

const document = `instance:
  member_roles:
    auditor: { base: reporter, permissions: [read_vulnerability] }
  system_hooks:
    audit: { url: https://audit.example.com/in, token: { env: RIVAL_SECRET } }
  settings: { max_login_attempts: 7 }
groups:
  one:
    description: the first
    members: { alice: owner, bob: { role: auditor } }
    hooks:
      ci: { url: https://ci.example.com/in, push_events: true, token: { env: RIVAL_SECRET } }
      chat: { url: https://chat.example.com/in }
    saml_links: { devs: developer, auditors: { role: auditor } }
    runners:
      build: { tags: [build], token_to: { file: build.token } }
  one/inner:
    members: { carol: maintainer }
    hooks: { tell: { url: https://tell.example.com/in } }
  two: { members: { carol: owner } }
`;

const env = { RIVAL_SECRET: 'a-secret-of-both' };

it.each([1, 2, 3, 4])(
  'two applies at the same time (seed %i) end in the desired state, with nothing doubled and no secret lost',
  { timeout: 120_000 },
  async (seed) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': document }, {}, env);
    gitlab.sandbox.fail(`seed=${seed},delay=40:0.5,delay=15:0.5`);
    const start = (name: string) => {
      keelson.write(`${name}/keelson.yaml`, document.replace('build.token', `${name}/build.token`));
      const journal = `${name}/journal.jsonl`;
      return keelson.start('apply', `${name}/keelson.yaml`, '--auto-approve', '--json', '--journal', journal).ran;
    };
    const runs = await Promise.all([start('first'), start('second')]);
    gitlab.sandbox.fail('');

    for (const { status, out, err } of runs) expect([0, 1], `${out}${err}`).toContain(status);
    const { tables } = gitlab.sandbox.state();
    expect(doubled(tables)).toEqual([]);
    const { status, out } = await keelson.run('plan', 'first/keelson.yaml', '--detailed-exitcode');
    expect({ status, out }).toMatchObject({ status: 0 });

    const [runner] = (tables['runners'] ?? []) as readonly { readonly token?: unknown }[];
    const kept = ['first', 'second'].map((name) => read(join(keelson.folder, name, 'build.token')));
    expect(kept).toContain(textOf(runner?.token));
  },
);

it('two applies in one folder make one runner, whose token is in the file, and leave no claim', async () => {
  const runner = 'groups:\n  one: { runners: { build: { tags: [build], token_to: { file: build.token } } } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': runner });
  await gitlab.group('one');
  gitlab.sandbox.fail('delay=3000@POST /user/runners');
  const start = (journal: string) => keelson.start('apply', '--auto-approve', '--journal', journal).ran;
  const runs = await Promise.all([start('first.jsonl'), start('second.jsonl')]);
  gitlab.sandbox.fail('');

  const told = runs.map(({ out, err }) => `${out}${err}`).join('');
  expect(runs.map(({ status }) => status).sort(), told).toEqual([0, 1]);
  expect(told).toMatch(/another run \(process \d+ on .+\) has claimed build\.token by build\.token\.claim/);
  expect(writes(gitlab).filter((write) => write.includes('runners'))).toEqual(['POST /user/runners']);
  const runners = gitlab.sandbox.state().tables['runners'] as readonly { readonly token?: unknown }[];
  expect(runners.map(({ token }) => textOf(token))).toEqual([read(join(keelson.folder, 'build.token'))]);
  expect(readdirSync(keelson.folder).filter((name) => name.includes('claim'))).toEqual([]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});

it('what a killed run has left of its claim is in no way', async () => {
  const runner = 'groups:\n  one: { runners: { build: { tags: [build], token_to: { file: build.token } } } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': runner });
  await gitlab.group('one');
  gitlab.sandbox.fail('delay=20000:1x@POST /user/runners');
  const { child, ran } = keelson.start('apply', '--auto-approve');
  const isClaimed = () => readdirSync(keelson.folder).includes('build.token.claim');
  while (!isClaimed()) await sleep(5);
  child.kill('SIGKILL');
  await ran;
  gitlab.sandbox.fail('');
  expect(isClaimed()).toBe(true);
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, `${out}${err}`).toBe(0);
  expect(isClaimed()).toBe(false);
  expect(read(join(keelson.folder, 'build.token'))).toMatch(/^glrt-/);
});

/** What the platform would let stand twice. */
function doubled(tables: { readonly [table: string]: readonly unknown[] }): string[] {
  const named = ['groups', 'members', 'hooks', 'runners', 'samlLinks', 'memberRoles'].flatMap((table) =>
    (tables[table] ?? []).map((row) => {
      const { full_path, name, description, source_type, source_id, user_id, group_id, runner_type } = row as {
        readonly [column: string]: unknown;
      };
      const own = table === 'hooks' || table === 'memberRoles' || table === 'samlLinks' ? name : undefined;
      const of =
        table === 'runners' ? [description, runner_type, group_id] : [source_type, source_id, user_id, group_id];
      return `${table} ${JSON.stringify([full_path, own, of])}`;
    }),
  );
  return named.filter((name, index) => named.indexOf(name) !== index);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
