import fc from 'fast-check';
import { withoutLess } from './declared-access.ts';
import { instance, roleOver } from './declared-instance.ts';
import { declaredProjects, fitted, liveProjects, projectPart, wishes, withInvited } from './declared-projects.ts';
import { groupRobots, instanceRobots, robots, type Robots } from './declared-robots.ts';
import {
  accessTokens,
  deployTokens,
  hooks,
  integrations,
  ldapLinks,
  members,
  protectionsUnnamed,
  PRUNED,
  pushRules,
  runners,
  samlLinks,
  shares,
  variables,
  withSinks,
  type Part,
} from './declared-sections.ts';
import { closed, liveWorlds, seldom, TREE, type LiveWorld } from './live-worlds.ts';

/** A configuration as plain data. */
export type Document = { readonly [part: string]: unknown };

/** What is live, and what is declared over it. */
export interface World {
  readonly live: LiveWorld;
  readonly declared: Document;
}

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
    protected_branches: protectionsUnnamed.protected_branches,
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
        withSinks(path, heldBelow(path, parts[index] ?? {})),
      ]),
    ),
  );

/** Branches are protected by groups at the top alone, and anything else is refused. */
function heldBelow(path: string, { protected_branches: branches, ...part }: Part): Part {
  return branches === undefined || path.includes('/') ? part : { ...part, protected_branches: branches };
}

type Fate = 'stays' | 'renamed' | 'absent' | 'leftover' | 'restored';

/** A configuration of the same names as the live world has; the roles that it may refer to are in every one. */
function declaredOver(live: LiveWorld): fc.Arbitrary<Document> {
  return fc
    .record({
      instance,
      groups,
      reviewer: roleOver(live, 'reviewer'),
      auditor: roleOver(live, 'Auditor'),
      fate: fc.constantFrom<Fate>('stays', 'stays', 'stays', 'renamed', 'absent', 'leftover', 'restored'),
      defaults: fc.option(fc.record({ request_access_enabled: fc.boolean() })),
      project: fc.option(projectPart),
      // A project that is not there is not made without a word: the plan is refused.
      path: seldom(fc.constantFrom(undefined, ...liveProjects(live)), fc.constant('tools/none'), 40),
      wished: wishes,
      said: robots,
      isOrderly: seldom(fc.constant(true), fc.constant(false), 5),
    })
    .map(
      ({ instance: rest, groups: all, reviewer, auditor, fate, defaults, project, path, wished, said, isOrderly }) => {
        const groups = withFate(all, fate, live) as { readonly [path: string]: Part };
        const fit = (scopes: { readonly [path: string]: Part }) =>
          isOrderly ? withoutLess(scopes, groups, live) : scopes;
        const then = (before: string): string | undefined => pathThen(before, fate);
        const there = pathsThen(groups, then, live);
        // Not where its group is declared absent, which `validate` refuses.
        const at = project === null || path === undefined ? undefined : then(path);
        const along = at === undefined ? {} : { [at]: fitted(project ?? {}, at, there) };
        return {
          version: 1,
          instance: {
            ...rest,
            ...instanceRobots(said, rest.users, live),
            member_roles: { reviewer, Auditor: auditor },
          },
          ...(defaults !== null && { defaults: { groups: { '**': defaults } } }),
          groups: Object.fromEntries(
            Object.entries(fit(groups)).map(([at, part]) => [
              at,
              withRobots(
                said,
                at,
                withInvited(part, (group) => there.has(group)),
                live,
              ),
            ]),
          ),
          projects: fit(declaredProjects(along, wished, { live, there, then })),
        };
      },
    );
}

/** The paths of all groups that are there once a configuration is applied, in lower case. */
function pathsThen(groups: Part, then: (path: string) => string | undefined, live: LiveWorld): ReadonlySet<string> {
  const standing = live.groups.map(({ path }) => path);
  return new Set([...standing, ...Object.keys(groups)].flatMap((path) => then(path.toLowerCase()) ?? []));
}

/** The path that something has in the end; undefined where its group is to be gone. */
function pathThen(path: string, fate: Fate): string | undefined {
  if (fate === 'absent' && `${path}/`.startsWith('tools/')) return undefined;
  return fate === 'renamed' ? path.replace(/^labs(?=\/|$)/, 'benches') : path;
}

/** Not in a group that is to be gone. */
function withRobots(said: Robots | undefined, path: string, part: Part, live: LiveWorld): Part {
  return part['state'] === 'absent' ? part : { ...part, ...groupRobots(said, path, live) };
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

/** A platform as other hands have left it, and a configuration of much the same names. */
export const worlds: fc.Arbitrary<World> = liveWorlds.chain((live) =>
  declaredOver(live).map((declared) => ({ live, declared })),
);
