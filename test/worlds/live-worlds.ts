import fc from 'fast-check';

/** What stands on a platform before the program sees it, made by other hands: names that differ in case alone, twins above and below, leftovers. */
export interface LiveWorld {
  readonly groups: readonly LiveGroup[];
  readonly roles: readonly LiveRole[];
  readonly systemHooks: readonly LiveHook[];
  readonly runners: readonly LiveRunner[];
  readonly variables: readonly LiveVariable[];
  /** Whether the instance has a machine of its own. */
  readonly hasMirror: boolean;
  readonly userTokens: readonly LiveUserToken[];
  /** Groups that were deleted, and wait for the day on which they go. */
  readonly leftovers: readonly Leftover[];
  readonly settings: { readonly [name: string]: unknown };
  /** How many snippets lie on each storage; all of these storages are configured. */
  readonly snippets: { readonly [Storage in (typeof STORAGES)[number]]: number };
}

/** A group that waits for its deletion: at the top, at the path of one that may be declared, or below a live one. */
export type Leftover = 'old' | 'labs' | 'shop/old';

export interface LiveRole {
  readonly name: string;
  readonly base_access_level: number;
}

export interface LiveGroup {
  readonly path: string;
  readonly name: string;
  readonly visibility: string;
  readonly members: readonly LiveMember[];
  readonly hooks: readonly LiveHook[];
  readonly runners: readonly LiveRunner[];
  readonly samlLinks: readonly {
    readonly saml_group_name: string;
    readonly provider?: string;
    readonly level: number;
    readonly role?: string;
  }[];
  readonly ldapLinks: readonly {
    readonly cn?: string;
    readonly filter?: string;
    readonly provider: string;
    readonly level: number;
    readonly role?: string;
  }[];
  readonly integrations: { readonly [slug: string]: object };
  /** Its push rule; null for none. */
  readonly pushRule: LivePushRule | null;
  readonly variables: readonly LiveVariable[];
  readonly shares: readonly LiveShare[];
  /** Whether a group token, and so its bot, is a member. */
  readonly bot: boolean;
  readonly tokens: readonly LiveToken[];
  /** Whether it has a machine of its own; none below the top has. */
  readonly robot: boolean;
  /** The name of a project in it. */
  readonly project: string | null;
  readonly projectSettings: { readonly [name: string]: unknown };
  readonly projectTokens: readonly LiveToken[];
  readonly projectRunners: readonly LiveRunner[];
  /** Of one that a group above has already the project has no own: it inherits that. */
  readonly projectIntegrations: { readonly [slug: string]: object };
  readonly projectKeys: readonly (keyof typeof DEPLOY_KEYS)[];
  /** How errors of its project are tracked; null where nobody has ever said so. */
  readonly errorTracking: LiveErrorTracking | null;
  /** Whether a project in it was deleted, and waits for the day on which it goes. */
  readonly lost: boolean;
  readonly settings: { readonly [name: string]: unknown };
}

/** A variable, as it is sent to the platform. */
export interface LiveVariable {
  readonly key: string;
  readonly value: string;
  readonly environment_scope?: string;
  readonly masked_and_hidden?: true;
}

/** The settings of error tracking, and whether there is a client key, which needs no settings. */
export interface LiveErrorTracking {
  readonly settings: { readonly active: boolean; readonly integrated: boolean } | null;
  readonly hasKey: boolean;
}

/** A group that is invited, wherever it is in the tree; it may be none that there is. */
export interface LiveShare {
  readonly group: string;
  readonly level: number;
  readonly role?: string;
  readonly expires_at?: string;
}

/** A token that acts as somebody. */
export interface LiveUserToken {
  readonly username: string;
  readonly sort: 'personal_access_tokens' | 'impersonation_tokens';
  readonly name: string;
  readonly ends: number;
}

/** An access token of a group or a project, which ends in so many days: one of them is due where it is made anew in time. */
export interface LiveToken {
  readonly name: string;
  readonly access_level: number;
  readonly ends: number;
}

export interface LiveMember {
  readonly username: string;
  readonly level: number;
  readonly role?: string;
  /** A day; one that has passed is that of a membership which the daily job has not taken away yet. */
  readonly expires_at?: string;
}

export interface LiveHook {
  readonly name: string;
  readonly url: string;
  readonly push_events: boolean;
  readonly token?: string;
}

export interface LivePushRule {
  readonly prevent_secrets?: boolean;
  readonly max_file_size?: number;
  readonly branch_name_regex?: string;
}

export interface LiveRunner {
  readonly description: string;
  readonly tag_list: readonly string[];
}

/** The people of every world; the last one is blocked. */
export const PEOPLE = ['alice', 'bob', 'carol', 'erin', 'frank', 'Grace', 'olga', 'mallory'] as const;

/** The storages of every world; what is new comes to the first. */
export const STORAGES = ['nfs-1', 'nfs-2', 'nfs-3'] as const;

/** The machine of the instance. */
export const MIRROR = 'mirror';

/** The machine of a group at the top. */
export function robotOf(path: string): string {
  return `${path}-builder`;
}

/** A key that most projects have, and one that few have. */
export const DEPLOY_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO by hand';
export const OTHER_DEPLOY_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';

/** By the titles that they have on the platform. */
export const DEPLOY_KEYS = { reader: DEPLOY_KEY, writer: OTHER_DEPLOY_KEY } as const;

/** What a project is called that was deleted. */
export const LOST = 'lost';

export const TREE = ['shop', 'shop/web', 'shop/web/ui', 'tools', 'tools/ci', 'labs'] as const;

const level = fc.constantFrom(10, 20, 30, 40, 50);
const some = <Item>(item: fc.Arbitrary<Item>, by: (item: Item) => unknown, most = 3) =>
  fc.uniqueArray(item, { maxLength: most, selector: by });

/** This in few of all cases: what a plan refuses as a whole, so that little else is seen in such a world. */
export const seldom = <Item, Rare = Item>(
  usual: fc.Arbitrary<Item>,
  rare: fc.Arbitrary<Rare>,
  times = 9,
): fc.Arbitrary<Item | Rare> => fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: rare });

const roleName = fc.constantFrom('reviewer', 'Auditor');

const member: fc.Arbitrary<LiveMember> = fc.record(
  {
    username: fc.constantFrom(...PEOPLE),
    level,
    role: roleName,
    expires_at: fc.constantFrom('2040-01-31', '2041-12-01', '2020-02-02'),
  },
  { requiredKeys: ['username', 'level'] },
);

/** Hooks without a name are known by their URLs. */
const hook: fc.Arbitrary<LiveHook> = fc.record(
  {
    name: fc.constantFrom('ci', 'CI', 'chat', ''),
    url: fc.constantFrom('https://one.example.com/', 'https://two.example.com/', 'https://three.example.com/in'),
    push_events: fc.boolean(),
    token: fc.constant('set by hand'),
  },
  { requiredKeys: ['name', 'url', 'push_events'] },
);

/** Twice the same name is permitted on the platform, and so is none. */
const hooks = seldom(
  some(hook, ({ name, url }) => name || url),
  fc.array(hook, { maxLength: 3 }),
);

const runner: fc.Arbitrary<LiveRunner> = fc.record({
  description: fc.constantFrom('build', 'Build', 'deploy'),
  tag_list: fc.subarray(['linux', 'docker']),
});

const provider = fc.constantFrom('ldapmain', 'ldapsecondary');
const lent = { provider, level, role: roleName };

const integrations = fc.record(
  {
    slack: fc.constant({ webhook: 'https://hooks.example.com/x', push_channel: '#shop' }),
    'pipelines-email': fc.record({
      recipients: fc.constant('a@example.com'),
      notify_only_broken_pipelines: fc.boolean(),
    }),
    jira: fc.constant({ url: 'https://jira.example.com', username: 'jira', password: 'long enough' }),
  },
  { requiredKeys: [] },
);

const pushRule = fc.record(
  {
    prevent_secrets: fc.constant(true),
    max_file_size: fc.constantFrom(1, 7),
    branch_name_regex: fc.constantFrom('', '^x'),
  },
  { requiredKeys: ['prevent_secrets'] },
);

const variable: fc.Arbitrary<LiveVariable> = fc.record(
  {
    key: fc.constantFrom('KEY', 'key', 'REGION'),
    value: fc.constantFrom('north-south', 'set-by-hand'),
    environment_scope: fc.constantFrom('*', 'prod/*', 'test'),
    masked_and_hidden: fc.constant(true),
  },
  { requiredKeys: ['key', 'value'] },
);
const variables = some(variable, ({ key, environment_scope: scope }) => `${key} ${scope ?? '*'}`);

const shared = { group: fc.constantFrom(...TREE), level: fc.constantFrom(10, 20, 30, 50), role: roleName };
/** One that ends is made anew by each change of it, and a plan that does not say when is refused. */
const share: fc.Arbitrary<LiveShare> = seldom(
  fc.record(shared, { requiredKeys: ['group', 'level'] }),
  fc.record({ ...shared, expires_at: fc.constant('2040-01-31') }, { requiredKeys: ['group', 'level', 'expires_at'] }),
  5,
);

/** In every third place. */
const tokens = seldom(
  fc.constant<readonly LiveToken[]>([]),
  some(
    fc.record({
      name: fc.constantFrom('reports', 'Reports', 'by-hand'),
      access_level: fc.constantFrom(20, 30),
      ends: fc.constantFrom(5, 60, 180),
    }),
    ({ name }) => name,
    2,
  ),
  1,
);

const userTokens = seldom(
  fc.constant<readonly LiveUserToken[]>([]),
  some(
    fc.record({
      username: fc.constantFrom('bob', 'erin', 'olga', MIRROR),
      sort: fc.constantFrom('personal_access_tokens', 'impersonation_tokens'),
      name: fc.constantFrom('pull', 'own'),
      ends: fc.constantFrom(5, 60, 180),
    }),
    (token) => JSON.stringify([token.username, token.sort, token.name]),
  ),
  1,
);

const group = fc.record({
  visibility: fc.constantFrom('private', 'private', 'internal'),
  named: fc.constantFrom('as its path', 'The same name', 'otherwise'),
  members: some(member, ({ username }) => username, 4),
  hooks,
  runners: some(runner, ({ description }) => description, 2),
  samlLinks: some(
    fc.record(
      {
        saml_group_name: fc.constantFrom('devs', 'Devs', 'ops'),
        provider: fc.constantFrom('okta', 'saml'),
        level,
        role: roleName,
      },
      { requiredKeys: ['saml_group_name', 'level'] },
    ),
    ({ saml_group_name, provider: of }) => `${saml_group_name} ${of ?? ''}`,
  ),
  // Few groups are synced: the platform refuses to add members to them by hand.
  ldapLinks: seldom(
    fc.constant([]),
    some(
      fc.oneof(
        fc.record({ ...lent, cn: fc.constantFrom('a', 'A', 'b') }, { requiredKeys: ['cn', 'provider', 'level'] }),
        fc.record({ ...lent, filter: fc.constant('(cn=x)') }, { requiredKeys: ['filter', 'provider', 'level'] }),
      ),
      (link) => JSON.stringify(['cn' in link ? link.cn : link.filter, link.provider]),
    ),
    7,
  ),
  integrations: seldom(fc.constant({}), integrations, 2),
  variables,
  shares: some(share, ({ group: invited }) => invited, 2),
  bot: fc.boolean(),
  robot: seldom(fc.constant(false), fc.constant(true), 2),
  tokens,
  pushRule: seldom(fc.constant(null), pushRule, 3),
  project: fc.option(fc.constantFrom('app', 'cli')),
  projectSettings: fc.record(
    {
      description: fc.constantFrom('two', 'by hand'),
      topics: fc.subarray(['app', 'tool']),
      merge_method: fc.constantFrom('rebase_merge', 'ff'),
      visibility: fc.constant('internal'),
    },
    { requiredKeys: ['merge_method'] },
  ),
  projectTokens: tokens,
  projectRunners: seldom(
    fc.constant<readonly LiveRunner[]>([]),
    some(runner, ({ description }) => description, 2),
    1,
  ),
  projectIntegrations: seldom(fc.constant({}), integrations, 2),
  projectKeys: seldom(fc.constant(['reader'] as const), fc.subarray(['reader', 'writer'] as const), 2),
  errorTracking: seldom(
    fc.constant(null),
    fc.record({
      settings: fc.option(fc.record({ active: fc.boolean(), integrated: fc.boolean() })),
      hasKey: fc.boolean(),
    }),
    1,
  ),
  lost: seldom(fc.constant(false), fc.constant(true), 4),
  settings: fc.record(
    {
      description: fc.constantFrom('one', 'by hand'),
      lfs_enabled: fc.boolean(),
      require_two_factor_authentication: fc.boolean(),
      shared_runners_setting: fc.constantFrom('enabled', 'disabled_and_unoverridable', 'disabled_and_overridable'),
    },
    { requiredKeys: [] },
  ),
});

/** Some go together with others, which the platform asks for in the same request. */
const settings = fc
  .subarray([
    { signup_enabled: false },
    { plantuml_enabled: true, plantuml_url: 'https://plantuml.example.com/' },
    { gitpod_enabled: true, gitpod_url: 'https://gitpod.example.com/' },
    { shared_runners_enabled: true, shared_runners_text: 'Ask first' },
    { require_two_factor_authentication: true, two_factor_grace_period: 12 },
    { domain_allowlist: ['example.com', 'example.org'] },
  ])
  .map((chosen): LiveWorld['settings'] => Object.assign({}, ...chosen) as LiveWorld['settings']);

const count = seldom(fc.constant(0), fc.nat(2), 1);

/** A world of at most six groups; each has all those above it. */
export const liveWorlds: fc.Arbitrary<LiveWorld> = fc
  .record({
    paths: fc.subarray([...TREE]),
    groups: fc.array(group, { minLength: TREE.length, maxLength: TREE.length }),
    roles: some(
      fc.record({
        name: fc.constantFrom('reviewer', 'Auditor', 'spare'),
        base_access_level: fc.constantFrom(10, 10, 10, 20),
      }),
      ({ name }) => name,
    ),
    systemHooks: hooks,
    runners: some(runner, ({ description }) => description, 2),
    variables: some(
      fc.record({ key: fc.constantFrom('KEY', 'REGION'), value: fc.constant('north-south') }),
      ({ key }) => key,
    ),
    hasMirror: seldom(fc.constant(false), fc.constant(true), 2),
    userTokens,
    leftovers: fc.subarray<Leftover>(['old', 'labs', 'shop/old']),
    settings,
    snippets: fc.record({ 'nfs-1': count, 'nfs-2': count, 'nfs-3': count }),
  })
  .map(({ paths, groups, ...rest }) => ({
    ...rest,
    groups: closed(paths).flatMap((path, index): LiveGroup[] => {
      const made = groups[index];
      return made === undefined ? [] : [{ ...made, path, name: nameOf(path, made.named) }];
    }),
  }));

/** These paths and all those above them, each after the one above it. */
export function closed(paths: readonly string[]): string[] {
  return TREE.filter((path) => paths.some((chosen) => chosen === path || chosen.startsWith(`${path}/`)));
}

function nameOf(path: string, named: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (named === 'as its path') return last;
  return named === 'otherwise' ? `The ${last}` : `Group of ${path.split('/')[0] ?? path}`;
}
