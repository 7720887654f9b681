import fc from 'fast-check';

/** A configuration as plain data, as it would be parsed from YAML. */
export type Document = { readonly [part: string]: unknown };

export const USERS = ['alice', 'bob', 'carol', 'erin', 'frank', 'grace', 'dave'] as const;

/** Nobody is a member both of a group and of one above it: what is inherited from a section that nobody declares is not read. */
const BY_DEPTH = [
  { one: 'alice', other: 'bob' },
  { one: 'carol', other: 'erin' },
  { one: 'frank', other: 'grace' },
] as const;

/** The one who has custom roles, in root groups alone: their level is not known to the plan, and may be less than an inherited one. */
const ROLE_HOLDER = 'dave';

const level = fc.constantFrom('guest', 'reporter', 'developer', 'maintainer', 'owner');
const state = fc.constant({ state: 'absent' });
const roleName = fc.constantFrom('reviewer', 'auditor');
const visibility = fc.constantFrom('private', 'internal', 'public');

const role = fc.record({
  base: fc.constantFrom('guest', 'reporter'),
  permissions: fc.constantFrom(['read_code'], ['read_code', 'read_vulnerability']),
});

const memberEntry = fc.oneof(
  { weight: 4, arbitrary: level },
  { weight: 1, arbitrary: fc.record({ access_level: level, expires_at: fc.constantFrom('2040-01-31', '2041-12-01') }) },
  { weight: 1, arbitrary: state },
);

const hook = fc.record(
  {
    url: fc.constantFrom('https://one.example.com/', 'https://two.example.com/'),
    push_events: fc.boolean(),
    token: fc.constant({ env: 'PROPERTY_SECRET' }),
    custom_headers: fc.dictionary(fc.constantFrom('X-A', 'X-B'), fc.constant({ env: 'PROPERTY_SECRET' })),
  },
  { requiredKeys: ['url'] },
);

const section = <Entry>(key: fc.Arbitrary<string>, entry: fc.Arbitrary<Entry>) =>
  fc.dictionary(key, entry, { maxKeys: 3 });

const samlLink = fc.oneof(level, fc.record({ role: roleName }), state);

const groupPart = fc.record(
  {
    description: fc.constantFrom('one', 'two', null),
    lfs_enabled: fc.boolean(),
    prune: fc.uniqueArray(fc.constantFrom('members', 'hooks', 'saml_links')),
    members: section(fc.constantFrom('one', 'other'), memberEntry),
    hooks: section(fc.constantFrom('ci', 'chat'), fc.oneof({ weight: 4, arbitrary: hook }, state)),
    saml_links: section(fc.constantFrom('devs', 'ops'), samlLink),
  },
  { requiredKeys: [] },
);

const TREE = ['shop', 'shop/web', 'shop/web/ui', 'tools', 'tools/ci'] as const;

/** Some groups with all those above them, each root with one visibility for all that is in it. */
const groups = fc
  .record({
    paths: fc.subarray([...TREE]),
    parts: fc.array(groupPart, { minLength: TREE.length, maxLength: TREE.length }),
    visible: fc.record({ shop: visibility, tools: visibility }),
    holds: fc.option(fc.oneof<fc.Arbitrary<unknown>[]>(level, fc.record({ role: roleName }))),
  })
  .map(({ paths, parts, visible, holds }) => {
    const whole = TREE.filter((path) => paths.some((chosen) => chosen === path || chosen.startsWith(`${path}/`)));
    return Object.fromEntries(
      whole.map((path, index) => [
        path,
        {
          ...withPeople(path, parts[index] ?? {}, holds),
          visibility: path.startsWith('shop') ? visible.shop : visible.tools,
        },
      ]),
    );
  });

function withPeople(
  path: string,
  part: { readonly members?: { readonly [name: string]: unknown } },
  holds: unknown,
): object {
  const { members } = part;
  if (members === undefined) return part;
  const names = BY_DEPTH[path.split('/').length - 1] ?? BY_DEPTH[0];
  const named: { [username: string]: unknown } = {};
  for (const [name, entry] of Object.entries(members)) named[name === 'one' ? names.one : names.other] = entry;
  if (!path.includes('/') && holds !== null) named[ROLE_HOLDER] = holds;
  return { ...part, members: named };
}

const instance = fc.record(
  {
    settings: fc.record(
      {
        signup_enabled: fc.boolean(),
        default_projects_limit: fc.integer({ min: 0, max: 50 }),
        domain_allowlist: fc.subarray(['a.example.com', 'b.example.com', 'c.example.com']),
      },
      { requiredKeys: [] },
    ),
    plan_limits: fc.record({ default: fc.record({ ci_pipeline_size: fc.integer({ min: 0, max: 9 }) }) }),
    system_hooks: section(
      fc.constantFrom('audit', 'mirror'),
      fc.record({ url: fc.constant('https://sys.example.com/') }),
    ),
  },
  { requiredKeys: [] },
);

/** A small configuration; the roles that it may refer to are in every one. */
export const documents: fc.Arbitrary<Document> = fc
  .record({ instance, groups, reviewer: role, auditor: role })
  .map(({ instance: rest, groups: all, reviewer, auditor }) => ({
    version: 1,
    instance: { ...rest, member_roles: { reviewer, auditor } },
    groups: all,
  }));

type Fate = 'as it is' | 'renamed' | 'absent';

/** Two configurations of which the second may rename a root group of the first, or let it go. */
export const pairs: fc.Arbitrary<{ readonly before: Document; readonly after: Document }> = fc
  .record({
    before: documents,
    after: documents,
    fate: fc.constantFrom<Fate>('as it is', 'renamed', 'absent'),
  })
  .map(({ before, after, fate }) => {
    const fated = withFate(before, after, fate);
    return { before, after: withRoles(before, withVisibility(before, fated)) };
  });

function withFate(before: Document, after: Document, fate: Fate): Document {
  const wanted = mapOf(after['groups']);
  if (fate === 'as it is' || !('tools' in mapOf(before['groups']))) return after;
  const kept = Object.fromEntries(Object.entries(wanted).filter(([path]) => !/^tools(\/|$)/.test(path)));
  const last =
    fate === 'renamed' ? { bench: { ...mapOf(wanted['tools']), previously: 'tools' } } : { tools: { state: 'absent' } };
  return { ...after, groups: { ...kept, ...last } };
}

/** A group cannot be less visible than one in it that nobody declares any more. */
function withVisibility(before: Document, after: Document): Document {
  const wanted = mapOf(after['groups']);
  if (Object.keys(mapOf(before['groups'])).every((path) => path in wanted)) return after;
  const visible = Object.entries(wanted).map(([path, part]): [string, unknown] => {
    return [path, 'visibility' in mapOf(part) ? { ...mapOf(part), visibility: 'public' } : part];
  });
  return { ...after, groups: Object.fromEntries(visible) };
}

/** A role that something undeclared refers to cannot be replaced: the platform refuses to delete it, and shows nobody why. */
function withRoles(before: Document, after: Document): Document {
  const wanted = mapOf(after['groups']);
  const declares = (path: string, section: string, key: string): boolean => key in mapOf(mapOf(wanted[path])[section]);
  const forgotten = Object.entries(mapOf(before['groups'])).some(([path, part]) =>
    ['members', 'saml_links'].some((section) =>
      Object.entries(mapOf(mapOf(part)[section])).some(
        ([key, entry]) => 'role' in mapOf(entry) && !declares(path, section, key),
      ),
    ),
  );
  if (!forgotten) return after;
  const { member_roles } = mapOf(before['instance']);
  return { ...after, instance: { ...mapOf(after['instance']), member_roles } };
}

/** The same data with its names in another order. */
export function shuffled(value: unknown, random: () => number): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => shuffled(item, random));
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [number, string, unknown] => [
    random(),
    name,
    shuffled(inner, random),
  ]);
  return Object.fromEntries(entries.sort(([one], [other]) => one - other).map(([, name, inner]) => [name, inner]));
}

function mapOf(value: unknown): { readonly [name: string]: unknown } {
  return isMap(value) ? value : {};
}

function isMap(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
