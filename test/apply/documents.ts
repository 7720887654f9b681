import fc from 'fast-check';

/** The people that documents speak of. */
export const PEOPLE = ['alice', 'bob', 'carol'];

/** The secrets that documents refer to. */
export const SECRETS = { PREVIEW_ONE: 'first-secret', PREVIEW_TWO: 'second-secret' };

const secret = fc.constantFrom({ env: 'PREVIEW_ONE' }, { env: 'PREVIEW_TWO' });
const level = fc.constantFrom('guest', 'reporter', 'developer', 'maintainer', 'owner');
const role = fc.record({ role: fc.constantFrom('auditor', 'builder') });

const hook = fc.record(
  {
    url: fc.constantFrom('https://one.example.com/in', 'https://two.example.com/in'),
    push_events: fc.boolean(),
    token: secret,
    custom_headers: fc.dictionary(fc.constantFrom('X-One', 'X-Two'), secret, { maxKeys: 2 }),
  },
  { requiredKeys: ['url'] },
);

const sections = {
  members: some(PEOPLE, fc.oneof(level, role)),
  hooks: some(['ci', 'chat', 'deploy'], hook),
  saml_links: some(['devs', 'leads'], fc.oneof(level, role)),
  description: fc.constantFrom('one', 'another'),
  request_access_enabled: fc.boolean(),
  prune: fc.subarray(['members', 'hooks', 'saml_links']),
};

const group = fc.record(sections, { requiredKeys: [] });

const lower = fc.record(
  { hooks: sections.hooks, description: sections.description, prune: fc.constant(['hooks']) },
  { requiredKeys: [] },
);

const roles = fc.record({
  auditor: fc.record({
    base: fc.constant('reporter'),
    permissions: fc.subarray(['read_vulnerability', 'read_dependency'], { minLength: 1 }),
  }),
  // Another base is a replacement, which all that has the role has to go along with.
  keeper: fc.record({ base: fc.constantFrom('guest', 'reporter'), permissions: fc.constant(['read_vulnerability']) }),
  builder: fc.constant({ base: 'developer', permissions: ['admin_cicd_variables'] }),
});

/** Documents about a few groups: one may be created, changed, pruned or deleted by the next. */
export const documents = fc.record({
  version: fc.constant(1),
  instance: fc.record({
    member_roles: roles,
    plan_limits: fc.record({ default: fc.record({ ci_pipeline_size: fc.constantFrom(100, 200) }) }),
  }),
  groups: fc.record(
    {
      alpha: group,
      'alpha/one': lower,
      gamma: fc.record({
        members: fc.constant({ alice: { role: 'keeper' }, bob: 'owner' }),
        saml_links: fc.constant({ keepers: { role: 'keeper' } }),
      }),
      beta: fc.oneof({ weight: 4, arbitrary: group }, { weight: 1, arbitrary: fc.constant({ state: 'absent' }) }),
    },
    { requiredKeys: ['alpha', 'gamma'] },
  ),
});

function some<Value>(names: readonly string[], value: fc.Arbitrary<Value>): fc.Arbitrary<{ [name: string]: Value }> {
  return fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length });
}
