import fc from 'fast-check';
import { DEPLOY_KEY, OTHER_DEPLOY_KEY, seldom, TREE } from './live-worlds.ts';
import { inHalfAYear } from './populate.ts';

/** A part of a configuration as plain data. */
export type Part = { readonly [name: string]: unknown };

/** The project itself, in a sink that is to be one of its own variables. */
export const HERE = 'here';

export const absent = fc.constant({ state: 'absent' });
const level = fc.constantFrom('guest', 'reporter', 'developer', 'maintainer', 'owner');
const roleName = fc.constantFrom('reviewer', 'Auditor');

export const mostly = (usual: fc.Arbitrary<unknown>, rare: fc.Arbitrary<unknown>) => seldom(usual, rare, 5);

export const section = (
  key: fc.Arbitrary<string>,
  entry: fc.Arbitrary<unknown>,
  same = (name: string): string => name,
) =>
  fc
    .uniqueArray(fc.tuple(key, entry), { maxLength: 3, selector: ([name]) => same(name) })
    .map((entries): Part => Object.fromEntries(entries));

/** Names that a person would write, in another case than they are live, or (hardly ever: the whole run fails) of nobody. */
const username = mostly(
  fc.constantFrom('alice', 'bob', 'carol', 'erin', 'frank', 'grace'),
  seldom(fc.constantFrom('Alice', 'mallory', 'GRACE'), fc.constant('nobody'), 40),
) as fc.Arbitrary<string>;

const member = fc.oneof(
  { weight: 4, arbitrary: level },
  { weight: 1, arbitrary: fc.record({ access_level: level, expires_at: fc.constantFrom('2040-01-31', '2020-02-02') }) },
  { weight: 1, arbitrary: fc.record({ role: roleName }) },
  { weight: 1, arbitrary: absent },
);
export const members = section(username, member, (name) => name.toLowerCase());

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
export const hooks = section(fc.constantFrom('ci', 'CI', 'chat', 'other'), mostly(hook, absent));

/** Every runner has a file of its own for its token: two with one are refused. */
export const runners = section(
  fc.constantFrom('build', 'deploy'),
  mostly(fc.record({ tags: fc.subarray(['linux', 'arm']), run_untagged: fc.constant(true) }), absent),
);

const lent = fc.oneof({ weight: 3, arbitrary: fc.record({ access_level: level }) }, fc.record({ role: roleName }));
const samlName = fc.constantFrom('devs', 'Devs', 'ops');

/** In short, or as a list whose links may be of one provider alone. */
export const samlLinks = fc.oneof(
  section(samlName, mostly(level, absent)),
  fc.uniqueArray(
    fc
      .tuple(fc.record({ name: samlName, provider: fc.constantFrom('okta', 'saml') }, { requiredKeys: ['name'] }), lent)
      .map(([link, access]) => ({ ...link, ...access })),
    { maxLength: 3, selector: ({ name, provider }) => `${name} ${provider ?? ''}` },
  ),
);

export const ldapLinks = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('ldapmain', 'ldapsecondary'),
      fc.constantFrom<Part>({ cn: 'a' }, { cn: 'A' }, { cn: 'b' }, { filter: '(cn=x)' }),
      lent,
    )
    .map(([provider, query, access]) => ({ provider, ...query, ...access })),
  { maxLength: 3, selector: ({ provider, ...link }: Part) => JSON.stringify([provider, link['cn'], link['filter']]) },
);

export const integrations = fc.record(
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
export const shares = section(fc.constantFrom(...TREE, 'Tools', 'benches', 'old'), share, (name) => name.toLowerCase());

export const pushRules = seldom(
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

/** Both at once: `active` where nothing is live needs to know by whom errors are tracked. */
export const errorTracking = fc
  .record(
    { settings: fc.record({ active: fc.boolean(), integrated: fc.boolean() }), dsn_to: fc.constant(HERE) },
    { requiredKeys: [] },
  )
  .map(({ settings, ...sink }): Part => ({ ...settings, ...sink }));

export const value = fc.oneof(
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
export const variables = variablesOf(fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: hiddenValue }));

export const PRUNED = [
  ...['members', 'shares', 'hooks', 'saml_links', 'ldap_links', 'runners', 'integrations', 'variables'],
  ...['deploy_tokens', 'access_tokens', 'protected_branches'],
];

const holders = fc.constantFrom<unknown>(
  ...['maintainer', 'developer', 'no_access', 30, ['developer', 'maintainer'], [40, { user: 'frank' }]],
);
/** Where he is no member yet, whom GitLab lets in nowhere for that. */
const holdersUnnamed = fc.constantFrom<unknown>('maintainer', 'developer', 'no_access', 30, [
  'developer',
  'maintainer',
]);
const protectionsOf = (of: fc.Arbitrary<unknown>) => ({
  protected_branches: section(
    fc.constantFrom('main', 'Main', 'rel/*'),
    mostly(fc.record({ push_access_level: of, merge_access_level: of, allow_force_push: fc.boolean() }), absent),
  ),
  protected_tags: section(fc.constantFrom('v*', 'w'), mostly(of, absent)),
});
export const protections = protectionsOf(holders);
export const protectionsUnnamed = protectionsOf(holdersUnnamed);

/** The first is in every project that is there, under this title; a key has one title in all projects, or the plan is refused. */
const keyOf = (own: string, other: string) =>
  mostly(fc.record({ key: seldom(fc.constant(own), fc.constant(other), 20), can_push: fc.boolean() }), absent);
export const deployKeys = fc
  .record(
    { reader: keyOf(DEPLOY_KEY, OTHER_DEPLOY_KEY), writer: keyOf(OTHER_DEPLOY_KEY, DEPLOY_KEY) },
    { requiredKeys: [] },
  )
  .map((keys) => onceEach(keys));

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
export const deployTokens = section(
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
/** How long a token is good: until a day, or as it is made anew in time, for which those that end in days are due. */
export const ends = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Part>({ expires_at: inHalfAYear() }) },
  { weight: 1, arbitrary: fc.constant<Part>({ rotate: { before: '14d', lifetime: '90d' } }) },
);
export const accessTokens = section(
  fc.constantFrom('machine', 'reports'),
  mostly(
    fc
      .record({
        scopes: fc.constantFrom(['read_api'], ['read_api'], ['api', 'read_api']),
        access_level: fc.constantFrom('reporter', 20, 'developer'),
        ends,
      })
      .map(({ ends: until, ...token }): Part => ({ ...token, ...until })),
    absent,
  ),
);

/** The sections whose entries have a token that the platform shows once. */
const WITH_TOKENS = ['runners', 'deploy_tokens', 'access_tokens'];

export function withSinks(path: string, part: Part): Part {
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
