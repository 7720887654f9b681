import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import { api, ground, scenario, type Needs } from '../ground/ground.ts';
import type { Json, JsonObject } from '../ground/api.ts';
import { live } from '../ground/life.ts';
import { person, place } from '../ground/place.ts';
import { changing, fieldsOf, half, type Pair } from '../ground/values.ts';

type Chosen = { readonly [field: string]: Pair | null };

/** A kind whose entries hang from a group, or from a project. */
interface Case {
  readonly section: string;
  readonly scope: 'group' | 'project';
  readonly needs: Needs;
  /** Where the schema alone does not say what the platform takes; null for what one entry cannot have beside the rest. */
  readonly chosen: Chosen;
  /** The key of the entry. */
  readonly key: () => Promise<string>;
}

const sameTwice = (value: Pair['first']): Pair => ({ first: value, other: value });
const named = (name: string) => () => Promise.resolve(name);
const LEVELS: Pair = { first: 'developer', other: 'reporter' };
const URLS: Pair = { first: 'https://ci.example.com/{one}/x', other: 'https://ci.example.com/{one}/y' };
const HOOK: Chosen = {
  url: URLS,
  url_variables: sameTwice({ one: { env: 'KEELSON_ACCEPTANCE_SECRET' } }),
  // An empty one matches every branch; with all_branches there is none.
  push_events_branch_filter: { first: 'release/*', other: 'main' },
  branch_filter_strategy: { first: 'wildcard', other: 'regex' },
  custom_webhook_template: { first: '{"one": "{{object_kind}}"}', other: '{"other": "{{object_kind}}"}' },
};

/** The value is a secret, as one that is masked is; the plain one excludes it. */
const VARIABLE: Chosen = { plain_value: null };

const CASES: readonly Case[] = [
  {
    ...{ section: 'members', scope: 'group', needs: {} },
    chosen: { access_level: LEVELS, role: null, expires_at: { first: '2098-01-31', other: '2099-01-31' } },
    key: async () => (await person('member')).username,
  },
  {
    ...{ section: 'members', scope: 'project', needs: {} },
    chosen: { access_level: LEVELS, role: null, expires_at: { first: '2098-01-31', other: '2099-01-31' } },
    key: async () => (await person('member')).username,
  },
  {
    ...{ section: 'saml_links', scope: 'group', needs: { tier: 'premium', version: '18.2' } },
    chosen: { access_level: LEVELS, role: null, provider: sameTwice('saml') },
    key: named('Developers of it'),
  },
  { ...{ section: 'hooks', scope: 'group', needs: { tier: 'premium' } }, chosen: HOOK, key: named('ci') },
  {
    ...{ section: 'hooks', scope: 'project', needs: { version: '18.0' } },
    chosen: { ...HOOK, subgroup_events: null, member_events: null, project_events: null },
    key: named('ci'),
  },
  {
    ...{ section: 'runners', scope: 'group', needs: {} },
    chosen: {
      token_to: sameTwice({ file: 'tokens/runner' }),
      maximum_timeout: { first: 600, other: 3600 },
      maintenance_note: { first: 'one', other: 'another' },
    },
    key: named('build'),
  },
  {
    ...{ section: 'variables', scope: 'group', needs: { tier: 'premium' } },
    chosen: { ...VARIABLE, environment_scope: sameTwice('prod/*'), hidden: null },
    key: named('KEY'),
  },
  {
    ...{ section: 'variables', scope: 'project', needs: {} },
    chosen: { ...VARIABLE, environment_scope: sameTwice('test'), hidden: null },
    key: named('KEY'),
  },
];

describe('each kind of a group or project goes through its life', () => {
  for (const { section, scope, needs, chosen, key } of CASES)
    scenario(`${section} of a ${scope}`, needs, async () => {
      const here = await place();
      if (scope === 'project') await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
      const name = await key();
      const pairs = fieldsOf(section, chosen);
      const where = scope === 'group' ? here.path : `${here.path}/app`;
      const within = (sections: JsonObject): JsonObject => ({ [`${scope}s`]: { [where]: sections } });
      await live({
        made: within({ [section]: { [name]: half(pairs, 'first') } }),
        changed: within({ [section]: { [name]: half(pairs, 'other') } }),
        // What has no update is replaced as a whole.
        fields: section === 'saml_links' ? ['replace'] : changing(pairs),
        undeclared: within({}),
        removed: within({ [section]: { [name]: { ...half(pairs, 'other'), state: 'absent' } } }),
        target: `${scope}[${where}]**`,
      });
    });

  for (const scope of ['group', 'project'] as const)
    scenario(`push_rules of a ${scope}`, { tier: 'premium' }, async () => {
      const here = await place();
      if (scope === 'project') await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
      const where = scope === 'group' ? here.path : `${here.path}/app`;
      const within = (sections: JsonObject): JsonObject => ({ [`${scope}s`]: { [where]: sections } });
      const pairs = fieldsOf('push_rules');
      await live({
        made: within({ push_rules: half(pairs, 'first') }),
        changed: within({ push_rules: half(pairs, 'other') }),
        fields: changing(pairs),
        undeclared: within({}),
        removed: within({ push_rules: { state: 'absent' } }),
        target: `${scope}[${where}]**`,
      });
    });

  scenario('protected_branches and protected_tags of a project', { tier: 'premium' }, async () => {
    const here = await place();
    const { username } = await person('member');
    await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
    const within = (sections: JsonObject): JsonObject => ({ projects: { [`${here.path}/app`]: sections } });
    const members = { [username]: 'developer' };
    const branch = (push: Json, merge: Json, isLoose: boolean): JsonObject => ({
      'rel/*': { push_access_level: push, merge_access_level: merge, allow_force_push: isLoose },
    });
    await live({
      made: within({
        members,
        protected_branches: branch('no_access', ['maintainer', { user: username }], true),
        protected_tags: { 'v*': 'maintainer' },
      }),
      changed: within({
        members,
        protected_branches: branch(['developer', { user: username }], 'maintainer', false),
        protected_tags: { 'v*': ['developer', { user: username }] },
      }),
      fields: ['push_access_level', 'merge_access_level', 'allow_force_push', 'replace'],
      undeclared: within({ members }),
      removed: within({
        members,
        protected_branches: { 'rel/*': { state: 'absent' } },
        protected_tags: { 'v*': { state: 'absent' } },
      }),
      target: `project[${here.path}/app]**`,
    });
  });

  scenario('deploy_keys of a project', {}, async () => {
    const here = await place();
    await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
    const within = (keys: JsonObject): JsonObject => ({ projects: { [`${here.path}/app`]: { deploy_keys: keys } } });
    // No two keys of an instance have one material.
    const [key, other] = [sshKey(), sshKey()];
    const gone = { state: 'absent' };
    await live({
      made: within({ reader: { key: `${key} a@machine`, can_push: true }, worn: { key: other } }),
      changed: within({ reads: { key, can_push: false }, worn: { key: sshKey(), expires_at: '2098-01-31' } }),
      fields: ['title', 'can_push', 'replace'],
      undeclared: within({}),
      removed: within({ reads: gone, worn: gone }),
      target: `project[${here.path}/app]**`,
    });
  });

  for (const scope of ['group', 'project'] as const)
    scenario(`deploy_tokens and access_tokens of a ${scope}`, {}, async () => {
      const here = await place();
      if (scope === 'project') await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
      const where = scope === 'group' ? here.path : `${here.path}/app`;
      const within = (sections: JsonObject): JsonObject => ({ [`${scope}s`]: { [where]: sections } });
      const tokens = (scopes: readonly string[], level: string, turn: string): JsonObject => ({
        deploy_tokens: {
          pulls: { scopes: ['read_repository', ...scopes], token_to: { file: `tokens/pulls-${turn}` } },
          named: {
            scopes: ['read_repository'],
            username: 'puller',
            expires_at: '2098-01-31',
            token_to: { file: 'tokens/named' },
          },
        },
        access_tokens: {
          bot: {
            ...{ scopes: ['read_api'], access_level: level, description: 'reads', expires_at: inDays(200) },
            token_to: { file: `tokens/bot-${turn}` },
          },
        },
      });
      const gone = { state: 'absent' };
      await live({
        made: within(tokens([], 'reporter', 'one')),
        changed: within(tokens(['read_package_registry'], 'developer', 'two')),
        fields: ['replace'],
        undeclared: within({}),
        removed: within({ deploy_tokens: { pulls: gone, named: gone }, access_tokens: { bot: gone } }),
        target: `${scope}[${where}]**`,
      });
    });

  scenario('shares of a group and of a project', {}, async () => {
    const here = await place();
    await here.group('team');
    await here.group('guests');
    await here.group('others');
    const team = await api.get(`/groups/${encodeURIComponent(`${here.path}/team`)}`);
    await api.post('/projects', { name: 'app', path: 'app', namespace_id: Number(team.object['id']) });
    const within = (shares: JsonObject): JsonObject => ({
      groups: { [`${here.path}/team`]: { shares } },
      projects: { [`${here.path}/team/app`]: { shares } },
    });
    const [guests, others] = [`${here.path}/guests`, `${here.path}/others`];
    await live({
      made: within({ [guests]: { access_level: 'reporter', expires_at: '2099-01-31' }, [others]: 'guest' }),
      changed: within({ [guests]: { access_level: 'developer', expires_at: null }, [others]: 'guest' }),
      fields: ['replace'],
      undeclared: within({}),
      removed: within({ [guests]: { state: 'absent' }, [others]: { state: 'absent' } }),
      target: `group[${here.path}/team]**`,
    });
  });

  scenario('protected_branches of a group at the top', {}, async () => {
    const within = (sections: JsonObject): JsonObject => ({ groups: { [ground.root]: sections } });
    await live({
      made: within({ protected_branches: { 'rel/*': { push_access_level: 'maintainer' } } }),
      changed: within({ protected_branches: { 'rel/*': { push_access_level: ['developer', 'maintainer'] } } }),
      fields: ['push_access_level'],
      undeclared: within({}),
      removed: within({ protected_branches: { 'rel/*': { state: 'absent' } } }),
      target: `group[${ground.root}]/**`,
    });
  });

  for (const by of ['cn', 'filter'])
    scenario(`ldap_links by ${by}`, by === 'cn' ? {} : { tier: 'premium' }, async () => {
      const here = await place();
      const link = { provider: 'ldapmain', [by]: by === 'cn' ? 'developers' : '(department=build)' };
      const within = (links: readonly JsonObject[]): JsonObject => ({ groups: { [here.path]: { ldap_links: links } } });
      await live({
        made: within([{ ...link, access_level: 'developer' }]),
        changed: within([{ ...link, access_level: 'reporter' }]),
        fields: [],
        undeclared: { groups: { [here.path]: {} } },
        removed: within([{ ...link, access_level: 'reporter', state: 'absent' }]),
        target: `group[${here.path}]**`,
      });
    });
});

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** A public key that nobody has. */
function sshKey(): string {
  const sized = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const material = Buffer.concat([sized(Buffer.from('ssh-ed25519')), sized(randomBytes(32))]);
  return `ssh-ed25519 ${material.toString('base64')}`;
}

/** What hangs from the instance is named after the run. */
describe('each kind of the instance goes through its life', () => {
  const name = `${ground.root}-one`;
  // The key of a variable has no dashes.
  const nameIn = (section: string): string => (section === 'variables' ? name.replaceAll('-', '_') : name);
  const within = (section: string, entry: JsonObject): JsonObject => ({
    instance: { [section]: { [nameIn(section)]: entry } },
  });
  const cases: readonly (readonly [string, Needs, Chosen])[] = [
    ['system_hooks', { version: '17.1' }, { ...HOOK, push_events_branch_filter: null, branch_filter_strategy: null }],
    ['variables', {}, { ...VARIABLE, environment_scope: null, hidden: null }],
    [
      'runners',
      {},
      { token_to: sameTwice({ file: 'tokens/runner' }), maximum_timeout: { first: 600, other: 3600 }, locked: null },
    ],
    [
      'member_roles',
      { tier: 'ultimate' },
      {
        base: sameTwice('reporter'),
        permissions: { first: ['read_vulnerability'], other: ['read_vulnerability', 'read_dependency'] },
      },
    ],
  ];
  for (const [section, needs, chosen] of cases)
    scenario(section, needs, async () => {
      const pairs = fieldsOf(section, chosen);
      await live({
        made: within(section, half(pairs, 'first')),
        changed: within(section, half(pairs, 'other')),
        fields: changing(pairs),
        undeclared: { instance: {} },
        removed: within(section, { state: 'absent' }),
        // Others rename people of the instance meanwhile.
        target: `instance/${section.slice(0, -1)}[${nameIn(section)}]`,
      });
    });

  scenario('plan_limits', { instance: true }, async () => {
    const pairs = fieldsOf('plan_limits', {
      // Each bounds the next one.
      storage_size_limit: null,
      ...{ notification_limit: null, enforcement_limit: null },
    });
    const limits = (which: 'first' | 'other'): JsonObject => ({
      instance: { plan_limits: { default: half(pairs, which) } },
    });
    // An 18.9 takes max_pipelines_per_merge_train and does not show it, whatever its documents say.
    const seen = new Set(Object.keys((await api.get('/application/plan_limits')).object));
    await live({
      made: limits('first'),
      changed: limits('other'),
      fields: changing(pairs).filter((field) => seen.has(field)),
      undeclared: { instance: {} },
      removed: undefined,
      target: 'instance/plan_limit[default]',
    });
  });
});
