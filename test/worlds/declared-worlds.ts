import fc from 'fast-check';
import { inHalfAYear } from './populate.ts';
import { closed, DEPLOY_KEY, liveWorlds, OTHER_DEPLOY_KEY, seldom, TREE, type LiveWorld } from './live-worlds.ts';

/** A configuration as plain data. */
export type Document = { readonly [part: string]: unknown };

type Part = { readonly [name: string]: unknown };

/** What is live, and what is declared over it. */
export interface World {
  readonly live: LiveWorld;
  readonly declared: Document;
}

const absent = fc.constant({ state: 'absent' });
const level = fc.constantFrom('guest', 'reporter', 'developer', 'maintainer', 'owner');
const roleName = fc.constantFrom('reviewer', 'Auditor');

const mostly = (usual: fc.Arbitrary<unknown>, rare: fc.Arbitrary<unknown>) => seldom(usual, rare, 5);

const section = (key: fc.Arbitrary<string>, entry: fc.Arbitrary<unknown>, same = (name: string): string => name) =>
  fc
    .uniqueArray(fc.tuple(key, entry), { maxLength: 3, selector: ([name]) => same(name) })
    .map((entries): Part => Object.fromEntries(entries));

/** Names that a person would write, in another case than they are live, or (hardly ever: the whole run fails) of nobody. */
const username = mostly(
  fc.constantFrom('alice', 'bob', 'carol', 'erin', 'frank', 'grace'),
  seldom(fc.constantFrom('Alice', 'mallory', 'GRACE'), fc.constant('nobody'), 12),
) as fc.Arbitrary<string>;

const member = fc.oneof(
  { weight: 4, arbitrary: level },
  { weight: 1, arbitrary: fc.record({ access_level: level, expires_at: fc.constantFrom('2040-01-31', '2020-02-02') }) },
  { weight: 1, arbitrary: fc.record({ role: roleName }) },
  { weight: 1, arbitrary: absent },
);
const members = section(username, member, (name) => name.toLowerCase());

const hook = fc.record(
  {
    url: fc.constantFrom('https://one.example.com/', 'https://two.example.com/'),
    push_events: fc.boolean(),
    issues_events: fc.boolean(),
    token: fc.constant({ env: 'WORLD_HOOK_TOKEN' }),
    custom_headers: fc.dictionary(fc.constantFrom('X-A', 'constructor'), fc.constant({ env: 'WORLD_HEADER' })),
  },
  { requiredKeys: ['url'] },
);
const hooks = section(fc.constantFrom('ci', 'CI', 'chat', 'other'), mostly(hook, absent));

/** Every runner has a file of its own for its token: two with one are refused. */
const runners = section(
  fc.constantFrom('build', 'deploy'),
  mostly(fc.record({ tags: fc.subarray(['linux', 'arm']), run_untagged: fc.constant(true) }), absent),
);

const lent = fc.oneof({ weight: 3, arbitrary: fc.record({ access_level: level }) }, fc.record({ role: roleName }));
const samlName = fc.constantFrom('devs', 'Devs', 'ops');

/** In short, or as a list whose links may be of one provider alone. */
const samlLinks = fc.oneof(
  section(samlName, mostly(level, absent)),
  fc.uniqueArray(
    fc
      .tuple(fc.record({ name: samlName, provider: fc.constantFrom('okta', 'saml') }, { requiredKeys: ['name'] }), lent)
      .map(([link, access]) => ({ ...link, ...access })),
    { maxLength: 3, selector: ({ name, provider }) => `${name} ${provider ?? ''}` },
  ),
);

const ldapLinks = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('ldapmain', 'ldapsecondary'),
      fc.constantFrom<Part>({ cn: 'a' }, { cn: 'A' }, { cn: 'b' }, { filter: '(cn=x)' }),
      lent,
    )
    .map(([provider, query, access]) => ({ provider, ...query, ...access })),
  { maxLength: 3, selector: ({ provider, ...link }: Part) => JSON.stringify([provider, link['cn'], link['filter']]) },
);

const integrations = fc.record(
  {
    slack: mostly(fc.constant({ webhook: { env: 'WORLD_WEBHOOK' }, push_channel: '#shop' }), absent),
    'pipelines-email': fc.record({
      recipients: fc.constant('b@example.com'),
      notify_only_broken_pipelines: fc.boolean(),
    }),
    jira: mostly(
      fc.record({
        url: fc.constant('https://jira.example.com'),
        username: fc.constant('j'),
        password: fc.constant({ env: 'WORLD_WEBHOOK' }),
      }),
      absent,
    ),
  },
  { requiredKeys: [] },
);

const share = fc.oneof(
  { weight: 4, arbitrary: level },
  {
    weight: 2,
    arbitrary: fc.record({ access_level: level, expires_at: fc.constantFrom('2040-01-31', '2041-02-02', null) }),
  },
  { weight: 1, arbitrary: fc.record({ role: roleName }) },
  { weight: 1, arbitrary: absent },
);
/** Of any group in the tree, by the path that it has in the end: those that are not there are left out of a world. */
const shares = section(fc.constantFrom(...TREE, 'Tools', 'benches', 'old'), share, (name) => name.toLowerCase());

const pushRules = seldom(
  fc
    .record(
      {
        prevent_secrets: fc.boolean(),
        max_file_size: fc.nat(9),
        branch_name_regex: fc.constantFrom('^x', '', null),
        reject_unsigned_commits: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .map((rule) => (Object.keys(rule).length === 0 ? { deny_delete_tag: true } : rule)),
  absent,
  3,
);

const value = fc.oneof(
  fc.constantFrom<Part>({ value: { env: 'WORLD_CI_VALUE' } }, { value: { env: 'WORLD_CI_VALUE' }, masked: true }),
  fc.constantFrom<Part>({ plain_value: 'north-south' }, { plain_value: 'elsewhere', protected: true }),
);
const hiddenValue = fc.constant<Part>({ value: { env: 'WORLD_CI_VALUE' }, hidden: true });

/** One of a key, or several for other environments. */
const variablesOf = (each: fc.Arbitrary<Part>) =>
  section(
    fc.constantFrom('KEY', 'key', 'REGION'),
    fc.oneof(
      { weight: 3, arbitrary: mostly(each, absent) },
      {
        weight: 2,
        arbitrary: fc.uniqueArray(
          fc
            .tuple(fc.constantFrom('*', 'prod/*', 'test'), mostly(each, absent))
            .map(([environment_scope, entry]) => ({ environment_scope, ...(entry as Part) })),
          { maxLength: 3, selector: ({ environment_scope: scope }) => scope },
        ),
      },
    ),
  );
const variables = variablesOf(fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: hiddenValue }));

const PRUNED = [
  ...['members', 'shares', 'hooks', 'saml_links', 'ldap_links', 'runners', 'integrations', 'variables'],
  ...['deploy_tokens', 'access_tokens'],
];

const holders = fc.constantFrom<unknown>(
  ...['maintainer', 'developer', 'no_access', 30, ['developer', 'maintainer'], [40, { user: 'frank' }]],
);
const protectedBranches = section(
  fc.constantFrom('main', 'Main', 'rel/*'),
  mostly(
    fc.record({ push_access_level: holders, merge_access_level: holders, allow_force_push: fc.boolean() }),
    absent,
  ),
);
const protectedTags = section(fc.constantFrom('v*', 'w'), mostly(holders, absent));

/** The first is in every project that is there, under a title of its own. */
const deployKeys = section(
  fc.constantFrom('reader', 'writer'),
  mostly(fc.record({ key: fc.constantFrom(DEPLOY_KEY, OTHER_DEPLOY_KEY), can_push: fc.boolean() }), absent),
).map((keys) => onceEach(keys));

/** A key is in a project once. */
function onceEach(keys: Part): Part {
  const taken = new Set<unknown>();
  const isFirst = ([, entry]: readonly [string, unknown]): boolean => {
    const key = (entry as Part)['key'];
    return key === undefined || (!taken.has(key) && Boolean(taken.add(key)));
  };
  return Object.fromEntries(Object.entries(keys).filter(isFirst));
}

/** Nothing of them can be changed: another is made, and the old one goes. */
const deployTokens = section(
  fc.constantFrom('pulls', 'Pulls', 'pushes'),
  mostly(
    fc.record(
      {
        scopes: fc.constantFrom(['read_registry'], ['read_repository', 'read_registry']),
        username: fc.constantFrom('puller', null),
      },
      { requiredKeys: ['scopes'] },
    ),
    absent,
  ),
);
const accessTokens = section(
  fc.constantFrom('machine', 'reports'),
  mostly(
    fc.record({
      scopes: fc.constantFrom(['read_api'], ['api', 'read_api']),
      access_level: fc.constantFrom('reporter', 20, 'developer'),
      expires_at: fc.constant(inHalfAYear()),
    }),
    absent,
  ),
);

const groupPart = fc.record(
  {
    description: fc.constantFrom('one', 'two', null),
    request_access_enabled: fc.boolean(),
    lfs_enabled: fc.boolean(),
    prune: fc.subarray(PRUNED),
    protect: fc.boolean(),
    members,
    shares,
    hooks,
    runners,
    variables,
    saml_links: samlLinks,
    ldap_links: seldom(fc.constant([]), ldapLinks),
    integrations: seldom(fc.constant({}), integrations, 2),
    push_rules: pushRules,
    deploy_tokens: seldom(fc.constant({}), deployTokens, 3),
    access_tokens: seldom(fc.constant({}), accessTokens, 3),
  },
  { requiredKeys: [] },
);

const groups = fc
  .record({
    paths: fc.subarray([...TREE]),
    parts: fc.array(groupPart, { minLength: TREE.length, maxLength: TREE.length }),
    isLoud: fc.boolean(),
  })
  .map(({ paths, parts, isLoud }) =>
    Object.fromEntries(
      closed(paths).map((path, index): [string, Part] => [
        isLoud ? path.replace('shop', 'Shop') : path,
        withSinks(path, parts[index] ?? {}),
      ]),
    ),
  );

/** The sections whose entries have a token that the platform shows once. */
const WITH_TOKENS = ['runners', 'deploy_tokens', 'access_tokens'];

function withSinks(path: string, part: Part): Part {
  const sunk = Object.entries(part).flatMap(([section, declared]): [string, unknown][] => {
    if (!WITH_TOKENS.includes(section) || typeof declared !== 'object' || declared === null) return [];
    const file = (name: string): string => `${path.replaceAll('/', '-')}-${section}-${name}.token`;
    const entries = Object.entries(declared).map(([name, entry]: [string, object]): [string, unknown] => [
      name,
      'state' in entry ? entry : { ...entry, token_to: { file: file(name) } },
    ]);
    return [[section, Object.fromEntries(entries)]];
  });
  return { ...part, ...Object.fromEntries(sunk) };
}

/** On the same level as it is live: another replaces the role, and is refused where somebody has it. */
const roleOver = (live: LiveWorld, name: string) =>
  fc.record({
    base: seldom(
      fc.constant(
        live.roles.some((role) => role.name === name && role.base_access_level === 20) ? 'reporter' : 'guest',
      ),
      fc.constant('reporter'),
    ),
    permissions: fc.constantFrom(['read_code'], ['read_code', 'read_vulnerability']),
  });

const settings = fc.record(
  {
    signup_enabled: fc.boolean(),
    default_projects_limit: fc.nat(50),
    domain_allowlist: fc.subarray(['example.com', 'example.org']),
  },
  { requiredKeys: [] },
);

const user = mostly(
  fc.record(
    {
      name: fc.constantFrom('One', 'Another'),
      note: fc.constantFrom('noted', '', null),
      external: fc.boolean(),
      admin: fc.boolean(),
      private_profile: fc.boolean(),
      email: fc.constantFrom('one@example.com', 'Other@example.com'),
      state: fc.constantFrom('active', 'blocked', 'banned', 'deactivated'),
    },
    { requiredKeys: [] },
  ),
  fc.constant({ state: 'present' }),
);
const newUser = fc.record({
  name: fc.constant('New'),
  email: fc.constant('newcomer@example.com'),
  state: fc.constantFrom('active', 'blocked'),
});
/** Two of them have one address: one is refused. */
const users = fc
  .tuple(
    section(fc.constantFrom('alice', 'Carol', 'mallory'), user, (name) => name.toLowerCase()),
    fc.option(newUser),
  )
  .map(([known, newcomer]): Part => (newcomer === null ? known : { ...known, newcomer }));

const instance = fc.record(
  {
    users: seldom(fc.constant({}), users, 3),
    settings: fc.tuple(settings, fc.subarray(['plantuml', 'gitpod'] as const)).map(
      ([plain, companies]) =>
        Object.assign(
          {},
          plain,
          ...companies.map((name) => ({
            [`${name}_enabled`]: true,
            [`${name}_url`]: `https://${name}.example.com/`,
          })),
        ) as Part,
    ),
    plan_limits: fc.record({ default: fc.record({ ci_pipeline_size: fc.nat(9) }) }),
    system_hooks: section(
      fc.constantFrom('ci', 'CI'),
      mostly(fc.record({ url: fc.constant('https://sys.example.com/') }), absent),
    ),
    runners: runners.map((declared) => withSinks('instance', { runners: declared })['runners']),
    variables: section(fc.constantFrom('KEY', 'REGION'), mostly(value, absent)),
    prune: fc.subarray(['system_hooks', 'runners', 'variables']),
  },
  { requiredKeys: [] },
);

type Fate = 'stays' | 'renamed' | 'absent' | 'leftover' | 'restored';

/** A configuration of the same names as the live world has; the roles that it may refer to are in every one. */
function declaredOver(live: LiveWorld): fc.Arbitrary<Document> {
  const projects = live.groups.flatMap(({ path, project }) => (project === null ? [] : [`${path}/${project}`]));
  return fc
    .record({
      instance,
      groups,
      reviewer: roleOver(live, 'reviewer'),
      auditor: roleOver(live, 'Auditor'),
      fate: fc.constantFrom<Fate>('stays', 'stays', 'stays', 'renamed', 'absent', 'leftover', 'restored'),
      defaults: fc.option(fc.record({ request_access_enabled: fc.boolean() })),
      project: fc.option(
        fc.record(
          {
            ...{ hooks, members, shares, variables, push_rules: pushRules },
            ...{ protected_branches: protectedBranches, protected_tags: protectedTags, deploy_keys: deployKeys },
            deploy_tokens: deployTokens.map(
              (tokens) => withSinks('project', { deploy_tokens: tokens })['deploy_tokens'],
            ),
            description: fc.constantFrom('one', 'two', null),
            topics: fc.subarray(['shop', 'app']),
            merge_method: fc.constantFrom('merge', 'ff'),
            container_expiration_policy: fc.record({ keep_n: fc.constantFrom(1, null) }),
            archived: fc.boolean(),
            visibility: fc.constant('private'),
          },
          { requiredKeys: [] },
        ),
      ),
      // A project that is not there cannot be made: the plan is refused.
      path: seldom(fc.constantFrom(undefined, ...projects), fc.constant('tools/none'), 20),
    })
    .map(({ instance: rest, groups: all, reviewer, auditor, fate, defaults, project, path }) => {
      const groups = withFate(all, fate, live);
      const there = pathsThen(groups, fate, live);
      return {
        version: 1,
        instance: { ...rest, member_roles: { reviewer, Auditor: auditor } },
        ...(defaults !== null && { defaults: { groups: { '**': defaults } } }),
        groups: Object.fromEntries(
          Object.entries(groups).map(([at, part]) => [at, withInvited(part as Part, (group) => there.has(group))]),
        ),
        ...(project !== null &&
          path !== undefined &&
          withProject(
            path,
            withInvited(withoutRoles(project), (group) => there.has(group) && !isAbove(group, path)),
            fate,
          )),
      };
    });
}

/** The paths of all groups that are there once a configuration is applied, in lower case. */
function pathsThen(groups: Part, fate: Fate, live: LiveWorld): ReadonlySet<string> {
  const gone = (path: string): boolean => fate === 'absent' && `${path}/`.startsWith('tools/');
  const then = (path: string): string => (fate === 'renamed' ? path.replace(/^labs(?=\/|$)/, 'benches') : path);
  const standing = live.groups.map(({ path }) => then(path));
  return new Set([...standing, ...Object.keys(groups)].map((path) => path.toLowerCase()).filter((path) => !gone(path)));
}

/** A part without the shares of groups that `mayBe` says cannot be invited: for one of these a whole world is refused. */
function withInvited(part: Part, mayBe: (group: string) => boolean): Part {
  const { shares: declared } = part;
  if (typeof declared !== 'object' || declared === null) return part;
  const kept = Object.entries(declared as Part).filter(([group]) => mayBe(group.toLowerCase()));
  return { ...part, shares: Object.fromEntries(kept) };
}

/** What a project's share does not take. */
function withoutRoles(part: Part): Part {
  const { shares: declared } = part;
  if (typeof declared !== 'object' || declared === null) return part;
  const plain = Object.entries(declared as { readonly [group: string]: string | Part }).map(([group, entry]) => [
    group,
    typeof entry === 'object' && 'role' in entry ? 'developer' : entry,
  ]);
  return { ...part, shares: Object.fromEntries(plain) as Part };
}

function isAbove(group: string, project: string): boolean {
  return [project, project.replace(/^labs\//, 'benches/')].some((path) => `${path}/`.startsWith(`${group}/`));
}

function withFate(all: { readonly [path: string]: Part }, fate: Fate, { leftovers }: LiveWorld): Part {
  const without = (root: string) =>
    Object.fromEntries(Object.entries(all).filter(([path]) => path !== root && !path.startsWith(`${root}/`)));
  switch (fate) {
    case 'stays':
      return all;
    case 'renamed':
      return { ...without('labs'), benches: { ...all['labs'], previously: 'labs' } };
    case 'absent':
      return { ...without('tools'), tools: { state: 'absent' } };
    case 'leftover':
      return { ...all, old: { description: 'a new one' } };
    case 'restored':
      return leftovers.includes('old') ? { ...all, old: { restore: true, description: 'back' } } : all;
  }
}

/** A project with what its group becomes; not where that is declared absent, which `validate` refuses. */
function withProject(path: string, project: Part, fate: Fate): Part {
  if (fate === 'absent' && path.startsWith('tools/')) return {};
  return { projects: { [fate === 'renamed' ? path.replace(/^labs\//, 'benches/') : path]: project } };
}

/** A platform as other hands have left it, and a configuration of much the same names. */
export const worlds: fc.Arbitrary<World> = liveWorlds.chain((live) =>
  declaredOver(live).map((declared) => ({ live, declared })),
);
