import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import type { Workspace } from '../cli/keelson.ts';
import type { SandboxClient } from '../sandbox/client.ts';
import { stage } from './stage.ts';

/** What YAML, a terminal or a rule of ours may take for something else. */
const ODD = [
  ...[
    'x',
    '~',
    'null',
    'yes',
    'no',
    'true',
    '1e3',
    '0x10',
    '0o7',
    '.inf',
    '1_000',
    '2020-01-01',
    '<<',
    '=',
    '__proto__',
    'constructor',
  ],
  ...[
    '# no comment',
    'a # b',
    'a: b',
    'a:',
    ': a',
    '- a',
    '-',
    '---',
    '...',
    '? a',
    '!tag',
    '&anchor',
    '*alias',
    '**',
    '%YAML',
    '@a',
    '`a`',
  ],
  ...[
    "it's",
    '"quoted"',
    "'",
    '"',
    '{a}',
    '[a]',
    'a,b',
    '|',
    '>',
    '\\',
    'a\\nb',
    '🚢 café',
    'a\u2028b',
    'a\u0085b',
    '\ufeffa',
    'a\u0000b',
  ],
  ...[' a', 'a ', ' ', 'a\nb', 'a\r\nb', '\ta', 'a/b', '#4', 'env', '\u001b[31mred', 'A', 'a'],
] as const;

const name = fc.constantFrom<string>(...ODD);
const names = fc.uniqueArray(name, { maxLength: 4 });

/** A value that no rule of the platform's own would let in today: it has been there since before. */
const settings = fc.constantFrom(
  {},
  { deactivate_dormant_users_period: 1 },
  { deactivate_dormant_users_period: 1, after_sign_up_text: ' a\n# b\n' },
  { max_attachment_size: -1, home_page_url: 'no url', default_branch_name: 'a b' },
  { domain_allowlist: ['#', 'yes', '1e3', ' a '], session_expire_delay: 0 },
);

const worlds = fc.record({
  links: names,
  hooks: names,
  roles: names,
  runners: names,
  name,
  description: name,
  settings,
});
type OddWorld = typeof worlds extends fc.Arbitrary<infer World> ? World : never;

/** Makes a group with odd things in it; what today's platform refuses is put there as it would be found. */
async function populate(gitlab: SandboxClient, world: OddWorld): Promise<void> {
  const id = await gitlab.group('team');
  await gitlab.group('gone');
  await gitlab.group('gone/kid');
  await gitlab.delete('/groups/gone');
  await gitlab.put(`/groups/${id}`, { description: world.description });
  const { state } = gitlab.sandbox.platform;
  const row = state.groups.get(id);
  if (row !== undefined) state.groups.update(row, { name: world.name });
  for (const role of world.roles) await gitlab.post('/member_roles', { name: role, base_access_level: 10 });
  for (const [index, link] of world.links.entries()) {
    const provider = index % 2 === 0 ? null : 'okta';
    state.samlLinks.insert({ group_id: id, name: link, provider, access_level: 30, member_role_id: null });
  }
  for (const [index, hook] of world.hooks.entries())
    await gitlab.post(`/groups/${id}/hooks`, { url: `https://ci.example.com/${index}`, name: hook });
  for (const description of world.runners)
    await gitlab.post('/user/runners', { runner_type: 'group_type', group_id: id, description });
  Object.assign(state.settings, world.settings);
}

/** The same with every section pruned that may be. */
function pruned(text: string): string {
  // The document itself, which keeps the quotes that it was written with.
  const document = parseDocument(text);
  const { instance, groups = {} } = document.toJS() as { instance?: object; groups?: { [path: string]: object } };
  if (instance !== undefined) document.setIn(['instance', 'prune'], ['member_roles']);
  for (const path of Object.keys(groups))
    document.setIn(['groups', path, 'prune'], ['saml_links', 'hooks', 'runners', 'member_roles', 'members']);
  return document.toString({ lineWidth: 0 });
}

async function quiet(keelson: Workspace, ...args: readonly string[]): Promise<void> {
  const { status, out, err } = await keelson.run(...args);
  expect(status, `${args.join(' ')}\n${out}\n${err}`).toBe(0);
}

it('what is exported of any world is valid and plans to nothing, and what is left out is not removed where all is pruned', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\n' });
      await populate(gitlab, world);
      const { status, out, err } = await keelson.run('export');
      expect(status, err).toBe(0);
      for (const text of [out, pruned(out)]) {
        keelson.write('keelson.yaml', text);
        await quiet(keelson, 'validate');
        await quiet(keelson, 'plan', '--detailed-exitcode');
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

it('names what it leaves out with the reason, in words, and writes it down as something to be left alone', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\n' });
  const id = await gitlab.group('team');
  const { state } = gitlab.sandbox.platform;
  for (const link of ['fine', 'two\nlines'])
    state.samlLinks.insert({ group_id: id, name: link, provider: null, access_level: 30, member_role_id: null });
  state.settings['deactivate_dormant_users_period'] = 1;
  const { status, out, err } = await keelson.run('export');
  expect(status, err).toBe(0);
  const words = err.replace(/\s+/g, ' ');
  expect(words).toContain('instance/settings.deactivate_dormant_users_period (');
  expect(words).toContain('group[team]/saml_link[two\\nlines] (');
  expect(parseDocument(out).toJS()).toMatchObject({
    groups: { team: { ignore: { saml_links: ['two\nlines'] }, saml_links: { fine: 'developer' } } },
  });
});

it('leaves alone what it cannot write for the secret in its URL, and does not write that there', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\n' });
  const id = await gitlab.group('team');
  await gitlab.post(`/groups/${id}/hooks`, { url: 'https://bot:hunter2@ci.example.com/in' });
  const { status, out, err } = await keelson.run('export');
  expect(status, err).toBe(0);
  expect(out + err).not.toContain('hunter2');
  expect(out).toContain('ignore:');
  keelson.write('keelson.yaml', pruned(out));
  await quiet(keelson, 'plan', '--detailed-exitcode');
});
