import fc from 'fast-check';
import type { Document } from './declared-worlds.ts';

const PATHS = ['shop', 'shop/web', 'shop/web/ui', 'tools', 'tools/ci', 'bench', 'bench/low', 'other'] as const;
/** By the depth of a group: nobody has less below than above. */
const LEVELS = [
  ['guest', 'planner'],
  ['reporter', 'developer'],
  ['developer', 'maintainer'],
] as const;
const person = fc.constantFrom('alice', 'bob', 'carol', 'erin', 'frank', 'grace');
const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { freq: 3, nil: undefined }).chain((made) => fc.constantFrom(made, undefined, undefined));

const group = (path: string) =>
  fc.record(
    {
      visibility: fc.constant('private'),
      description: fc.constantFrom('one', 'two'),
      members: fc.dictionary(person, fc.constantFrom(...(LEVELS[path.split('/').length - 1] ?? LEVELS[2])), {
        minKeys: 1,
        maxKeys: 4,
      }),
      hooks: fc.constant({ ci: { url: 'https://one.example.com/', push_events: true } }),
      saml_links: seldom(fc.constant({ devs: 'developer' })),
      ldap_links: seldom(fc.constant([{ provider: 'ldapmain', cn: 'devs', access_level: 'reporter' }])),
      variables: seldom(fc.constant({ KEY: { value: { env: 'WORLD_CI_VALUE' } } })),
      integrations: seldom(fc.constant({ 'external-wiki': { external_wiki_url: 'https://wiki.example.com' } })),
      push_rules: fc.constant({ max_file_size: 7 }),
      shares: seldom(fc.constant({ other: 'reporter' })),
    },
    { requiredKeys: ['visibility', 'members'] },
  );

/** Configurations that can be applied as they are, so that there is much to believe afterwards. */
export const keptWorlds: fc.Arbitrary<Document> = fc
  .record({
    groups: fc.tuple(...PATHS.map(group)),
    role: fc.boolean(),
    settings: fc.constantFrom({ default_projects_limit: 5 }, { signup_enabled: false }),
  })
  .map(({ groups, role, settings }) => ({
    version: 1,
    instance: {
      settings,
      plan_limits: { default: { ci_pipeline_size: 500 } },
      system_hooks: { audit: { url: 'https://audit.example.com/', push_events: true } },
      ...(role && { member_roles: { reviewer: { base: 'reporter', permissions: ['read_code'] } } }),
    },
    groups: Object.fromEntries(
      groups.map((entry, index) => {
        const path = PATHS[index] ?? '';
        const { shares, ...rest } = entry;
        const all = { ...rest, ...(path !== 'other' && shares !== undefined && { shares }) };
        return [path, Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))];
      }),
    ),
  }));
