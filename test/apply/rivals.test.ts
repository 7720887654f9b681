import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { stage } from './stage.ts';

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
