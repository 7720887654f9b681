import fc from 'fast-check';
import { absent, mostly, runners, section, value, withSinks, type Part } from './declared-sections.ts';
import { seldom, type LiveWorld } from './live-worlds.ts';

/** On the same level as it is live: another replaces the role, and is refused where somebody has it. */
export const roleOver = (live: LiveWorld, name: string) =>
  fc.record({
    base: seldom(
      fc.constant(
        live.roles.some((role) => role.name === name && role.base_access_level === 20) ? 'reporter' : 'guest',
      ),
      fc.constant('reporter'),
      20,
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

export const instance = fc.record(
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
    // What comes to a storage that is emptied itself is refused.
    snippet_storage: fc.constantFrom<Part>({}, { 'nfs-1': 'nfs-2' }, { 'nfs-2': 'nfs-1' }, { 'nfs-3': 'nfs-2' }),
    prune: fc.subarray(['system_hooks', 'runners', 'variables']),
  },
  { requiredKeys: [] },
);
