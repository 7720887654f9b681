import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { kinds } from '../../src/kinds/index.ts';
import { idOf, type SandboxClient } from '../sandbox/client.ts';
import { stage } from './stage.ts';

/** What no output may show, whatever becomes of its letters in the name of a variable. */
const MARK = 'Ab3dEf6hIj9kLm2nOp5q';
const TOKEN = `glpat-${MARK}`;

const FORMS = [
  TOKEN,
  `jenkins ${TOKEN}`,
  `*${TOKEN} (secret)`,
  `https://deploy:${MARK}@x.example/`,
  `jenkins https://deploy:${MARK}@ci.example`,
  `https:\\\\${MARK}@x.example`,
  `** https://x.example/?private_token=${MARK}&a=b`,
  `u:${MARK}@x.example/hook`,
  `https://hooks.slack.com/services/T00/B00/${MARK}`,
];
const names = fc.uniqueArray(fc.constantFrom(...FORMS), { minLength: 1, maxLength: 3 });

const IN_A_WHILE = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

interface Ground {
  readonly gitlab: SandboxClient;
  readonly group: number;
  readonly project: number;
}

/** How something is made under a name of each kind whose names are free; nothing of those that GitLab names itself. */
const MADE: { readonly [section: string]: ((ground: Ground, name: string, index: number) => Promise<void>) | null } = {
  settings: null,
  plan_limits: null,
  snippet_storage: null,
  integrations: null,
  push_rules: null,
  error_tracking: null,
  async member_roles({ gitlab, group }, name, index) {
    const { object } = await gitlab.post('/member_roles', { name, base_access_level: 20, read_code: true });
    const id = await gitlab.user(`role-${index}`);
    await gitlab.post(`/groups/${group}/members`, { user_id: id, access_level: 20, member_role_id: object['id'] ?? 0 });
  },
  async service_accounts({ gitlab, group }, name, index) {
    await gitlab.post('/service_accounts', { username: `${TOKEN}r${index}`, name });
    await gitlab.post(`/groups/${group}/service_accounts`, { username: `robot${index}`, name });
  },
  async system_hooks({ gitlab }, name, index) {
    await gitlab.post('/hooks', { name, url: `https://ci.example.com/${index}`, token: 'sent along' });
  },
  async groups({ gitlab, group }, _, index) {
    const made = await gitlab.post('/groups', { name: `g${index}`, path: `${TOKEN}${index}`, parent_id: group });
    await gitlab.post(`/groups/${idOf(made)}/members`, { username: 'alice', access_level: 30 });
  },
  async projects({ gitlab, group }, _, index) {
    await gitlab.post('/projects', { name: `p${index}`, path: `p.${TOKEN}${index}`, namespace_id: group });
  },
  async members({ gitlab, group, project }, _, index) {
    const user = await gitlab.user(`${TOKEN}${index}`);
    await gitlab.post(`/groups/${group}/members`, { user_id: user, access_level: 30 });
    await gitlab.post(`/projects/${project}/members`, { user_id: user, access_level: 40 });
  },
  async saml_links({ gitlab, group }, name) {
    const { state } = gitlab.sandbox.platform;
    const rest = { group_id: group, access_level: 30, member_role_id: null };
    await gitlab.post(`/groups/${group}/saml_group_links`, { saml_group_name: name, access_level: 30 });
    state.samlLinks.insert({ ...rest, name: 'fine', provider: name });
  },
  async ldap_links({ gitlab, group }, name) {
    const rest = { group_access: 30, provider: 'ldapmain' };
    await gitlab.post(`/groups/${group}/ldap_group_links`, { ...rest, cn: name });
    await gitlab.post(`/groups/${group}/ldap_group_links`, { ...rest, filter: name });
  },
  async hooks({ gitlab, group, project }, name, index) {
    const header = [{ key: TOKEN, value: 'x' }];
    for (const at of [`/groups/${group}`, `/projects/${project}`]) {
      const url = `https://ci.example.com/${index}`;
      await gitlab.post(`${at}/hooks`, { name, url, token: 'sent along', custom_headers: header });
      await gitlab.post(`${at}/hooks`, { name: `fine ${index}`, url, custom_headers: header });
    }
  },
  // One key cannot be made twice: each has its own material, and its comment may hold anything.
  async deploy_keys({ gitlab, project }, title, index) {
    const material = Buffer.from(`\0\0\0\x0bssh-ed25519\0\0\0 ${'x'.repeat(31)}${index}`).toString('base64');
    await gitlab.post(`/projects/${project}/deploy_keys`, { title, key: `ssh-ed25519 ${material} ${title}` });
  },
  async deploy_tokens({ gitlab, group, project }, name) {
    for (const at of [`/groups/${group}`, `/projects/${project}`])
      await gitlab.post(`${at}/deploy_tokens`, { name, scopes: ['read_registry'] });
  },
  async access_tokens({ gitlab, group, project }, name) {
    const said = { name, description: name, scopes: ['read_api'], access_level: 20, expires_at: IN_A_WHILE };
    for (const at of [`/groups/${group}`, `/projects/${project}`]) await gitlab.post(`${at}/access_tokens`, said);
  },
  async users({ gitlab }, _, index) {
    await gitlab.user(`person.${TOKEN}${index}`);
  },
  async shares({ gitlab, group, project }, _, index) {
    const guest = idOf(await gitlab.post('/groups', { name: `guest ${index}`, path: `guest.${TOKEN}${index}` }));
    for (const at of [`/groups/${group}`, `/projects/${project}`])
      await gitlab.post(`${at}/share`, { group_id: guest, group_access: 30 });
  },
  async protected_branches({ gitlab, group, project }, name) {
    for (const at of [`/groups/${group}`, `/projects/${project}`])
      await gitlab.post(`${at}/protected_branches`, { name });
  },
  async protected_tags({ gitlab, project }, name) {
    await gitlab.post(`/projects/${project}/protected_tags`, { name });
  },
  // A key is of letters and digits; an environment may be called as a token is.
  async variables({ gitlab, group, project }, name, index) {
    const said = { key: `A${index}`, value: name, description: name };
    await gitlab.post('/admin/ci/variables', said);
    for (const at of [`/groups/${group}`, `/projects/${project}`]) {
      await gitlab.post(`${at}/variables`, said);
      await gitlab.post(`${at}/variables`, { key: 'B', value: 'x', environment_scope: name });
    }
  },
  async personal_access_tokens({ gitlab }, name) {
    await gitlab.post('/users/1/personal_access_tokens', { name, scopes: ['api'], expires_at: IN_A_WHILE });
  },
  async impersonation_tokens({ gitlab }, name) {
    await gitlab.post('/users/1/impersonation_tokens', { name, scopes: ['api'], expires_at: IN_A_WHILE });
  },
  async runners({ gitlab, group, project }, description) {
    await gitlab.post('/user/runners', { runner_type: 'instance_type', description });
    await gitlab.post('/user/runners', { runner_type: 'group_type', group_id: group, description });
    await gitlab.post('/user/runners', { runner_type: 'project_type', project_id: project, description });
  },
};

/** The same with every section pruned that may be, declared or not. */
function pruned(text: string): string {
  const document = parseDocument(text);
  const scopes = document.toJS() as { groups?: object; projects?: object };
  const all = {
    instance: ['member_roles', 'system_hooks', 'runners', 'variables'],
    project: ['members', 'hooks', 'runners', 'variables', 'shares', 'deploy_tokens', 'access_tokens'],
  };
  const ofGroup = [...all.project, 'saml_links', 'ldap_links'];
  const prune = (path: readonly string[], sections: readonly string[]): void => {
    document.setIn([...path, 'prune'], sections);
    for (const section of sections)
      if (!document.hasIn([...path, section])) document.setIn([...path, section], section === 'ldap_links' ? [] : {});
  };
  prune(['instance'], all.instance);
  for (const path of Object.keys(scopes.groups ?? {})) prune(['groups', path], ofGroup);
  for (const path of Object.keys(scopes.projects ?? {})) prune(['projects', path], all.project);
  return document.toString({ lineWidth: 0 });
}

it('a secret in a name leaves an export of no kind, which plans to nothing, and removes nothing where all is pruned', async () => {
  expect(Object.keys(MADE).sort()).toEqual(kinds.map(({ section }) => section).sort());
  await fc.assert(
    fc.asyncProperty(names, async (chosen) => {
      const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\n' });
      const group = await gitlab.group('team');
      const made = await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: group });
      const ground = { gitlab, group, project: idOf(made) };
      for (const [index, name] of chosen.entries())
        for (const make of Object.values(MADE)) await make?.(ground, name, index);
      const quiet = async (...args: readonly string[]): Promise<string> => {
        const { status, out, err } = await keelson.run(...args);
        expect((out + err).toLowerCase(), args.join(' ')).not.toContain(MARK.toLowerCase());
        expect(status, `${args.join(' ')}\n${out}\n${err}`).toBe(0);
        return out;
      };
      const out = await quiet('export');
      for (const text of [out, pruned(out)]) {
        keelson.write('keelson.yaml', text);
        await quiet('validate');
        await quiet('plan', '--detailed-exitcode');
      }
    }),
    { numRuns: 5, examples: [[FORMS.slice(0, 5)], [FORMS.slice(5)]], endOnFailure: true },
  );
});

it('a star in a name that is left out lets nothing else be', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': 'version: 1\n' });
  const id = await gitlab.group('team');
  await gitlab.post(`/groups/${id}/hooks`, { url: 'https://ci.example.com/?token=abc', name: '*' });
  await gitlab.post(`/groups/${id}/hooks`, { url: 'https://ci.example.com/', name: TOKEN });
  await gitlab.post(`/groups/${id}/hooks`, { url: 'https://ci.example.com/', name: 'fine' });
  keelson.write('keelson.yaml', (await keelson.run('export', '--target', 'group**')).out);
  expect((await keelson.run('drift')).status).toBe(0);
  await gitlab.post(`/groups/${id}/hooks`, { url: 'https://elsewhere.example.com/', name: 'added' });
  const { status, out } = await keelson.run('drift');
  expect([status, out]).toEqual([2, expect.stringContaining('group[team]/hook[added]')]);
});
