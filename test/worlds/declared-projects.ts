import fc from 'fast-check';
import {
  accessTokens,
  deployKeys,
  deployTokens,
  errorTracking,
  HERE,
  hooks,
  integrations,
  members,
  protections,
  protectionsUnnamed,
  pushRules,
  runners,
  shares,
  variables,
  withSinks,
  type Part,
} from './declared-sections.ts';
import { LOST, seldom, type LiveWorld } from './live-worlds.ts';

/** What becomes of a project beside the one that is declared where it is. */
type Deed = 'made' | 'moved' | 'absent' | 'restored';

/** A project to be declared; which one it is, and where, is seen when it is known what there is. */
export interface Wish {
  readonly deed: Deed;
  readonly pick: number;
  readonly into: number;
  readonly segment: string;
  readonly create: Part;
  readonly part: Part;
}

/** The groups around the projects of a world, as they are in the end. */
export interface Ground {
  readonly live: LiveWorld;
  /** The paths of all groups that are there then, in lower case. */
  readonly there: ReadonlySet<string>;
  /** The path that something has then if only its groups move; undefined where these are gone. */
  readonly then: (path: string) => string | undefined;
}

const fields = {
  ...{ hooks, members, shares, variables, push_rules: pushRules, deploy_keys: deployKeys, deploy_tokens: deployTokens },
  access_tokens: seldom(fc.constant({}), accessTokens, 3),
  error_tracking: errorTracking,
  integrations: seldom(fc.constant({}), integrations, 2),
  runners: seldom(fc.constant({}), runners, 1),
  // Whoever may push by name would be pruned with the members, which is warned of, and is planned anew.
  prune: seldom(
    fc.constant([]),
    fc.subarray([
      ...['access_tokens', 'deploy_tokens', 'deploy_keys', 'variables', 'hooks', 'runners', 'integrations'],
    ]),
    1,
  ),
  description: fc.constantFrom('one', 'two', null),
  topics: fc.subarray(['shop', 'app']),
  merge_method: fc.constantFrom('merge', 'ff'),
  container_expiration_policy: fc.record({ keep_n: fc.constantFrom(1, null) }),
  archived: fc.boolean(),
  visibility: fc.constant('private'),
};

/** The attributes and the sections of a project that is there. */
export const projectPart: fc.Arbitrary<Part> = fc
  .record({ ...fields, ...protections }, { requiredKeys: [] })
  .map((part) => withWhoMayPush(part));

/** Whoever may push by name is not to be gone as well, which is warned of, and is planned anew each time. */
function withWhoMayPush(part: Part): Part {
  const { members: declared, protected_branches: branches, protected_tags: tags } = part;
  if (declared === undefined || !JSON.stringify([branches, tags]).includes('frank')) return part;
  const kept = Object.entries(declared as Part).filter(
    ([username, entry]) => username !== 'frank' || !JSON.stringify(entry).includes('absent'),
  );
  return { ...part, members: Object.fromEntries(kept) };
}

/** Those of another one: few give somebody less than the groups above do, which is refused. */
const otherPart: fc.Arbitrary<Part> = fc.record(
  { ...fields, ...protectionsUnnamed, members: seldom(fc.constant({}), members) },
  { requiredKeys: [] },
);

const wish: fc.Arbitrary<Wish> = fc.record({
  deed: fc.constantFrom<Deed>('made', 'made', 'moved', 'moved', 'moved', 'absent', 'absent', 'restored'),
  pick: fc.nat(),
  into: fc.nat(),
  segment: fc.constantFrom('app', 'cli', 'fresh', 'Fresh'),
  create: seldom(fc.constant<Part>({}), fc.constant<Part>({ readme: true }), 4),
  // Some say no more than that they are to be there.
  part: seldom(otherPart, fc.constant<Part>({}), 2),
});

/** In half of all worlds one project or two are to be made, moved, deleted or brought back. */
export const wishes: fc.Arbitrary<readonly Wish[]> = seldom(
  fc.constant<readonly Wish[]>([]),
  fc.array(wish, { minLength: 1, maxLength: 2 }),
  1,
);

/** The paths at which a world has projects. */
export function liveProjects({ groups }: LiveWorld): readonly string[] {
  return groups.flatMap(({ path, project }) => (project === null ? [] : [`${path}/${project}`]));
}

/** The projects of a configuration: the one that is declared where it is, and what else is wished as far as it fits. */
export function declaredProjects(
  along: { readonly [path: string]: Part },
  wished: readonly Wish[],
  ground: Ground,
): { readonly [path: string]: Part } {
  let declared = along;
  const left = new Map<string, string>();
  const standing = (): readonly string[] =>
    liveProjects(ground.live).filter((path) => !left.has(path) && !isIn(declared, ground.then(path) ?? path));
  for (const one of wished) {
    const entry = entryOf(one, standing(), ground);
    if (entry === undefined || isIn(declared, entry.at)) continue;
    const { at, from } = entry;
    // Nothing comes to where something stays, and none of two takes the other's path: that is permitted one by one.
    if (from !== undefined && (isTaken(at, from, standing(), ground) || left.get(at) === from)) continue;
    if (from !== undefined) left.set(from, at);
    declared = { ...declared, [at]: entry.part };
  }
  return declared;
}

interface Entry {
  readonly at: string;
  readonly part: Part;
  /** Where it was, of one that moves. */
  readonly from?: string;
}

function entryOf(
  { deed, pick, into, segment, create, part }: Wish,
  standing: readonly string[],
  { live, there, then }: Ground,
): Entry | undefined {
  const group = [...there].sort().at(into % Math.max(1, there.size));
  const at = `${group ?? ''}/${segment}`;
  switch (deed) {
    case 'made':
      return group === undefined ? undefined : { at, part: { create, ...fitted(part, at, there) } };
    case 'moved': {
      const from = standing.at(pick % Math.max(1, standing.length));
      if (from === undefined || group === undefined || same(then(from) ?? '', at)) return undefined;
      return { at, from, part: { previously: from, ...fitted(part, at, there) } };
    }
    case 'absent': {
      const staying = standing.flatMap((path) => then(path) ?? []);
      const gone = staying.at(pick % Math.max(1, staying.length));
      return gone === undefined ? undefined : { at: gone, part: { state: 'absent' } };
    }
    case 'restored': {
      const lost = live.groups.flatMap(({ path, lost: isLost }) => (isLost ? (then(`${path}/${LOST}`) ?? []) : []));
      const back = lost.at(pick % Math.max(1, lost.length));
      return back === undefined ? undefined : { at: back, part: { restore: true, ...fitted(part, back, there) } };
    }
  }
}

/** A part of a project with files of its own for its tokens, and without the shares that a platform does not take there. */
export function fitted(part: Part, at: string, there: ReadonlySet<string>): Part {
  const isAbove = (group: string): boolean => `${at.toLowerCase()}/`.startsWith(`${group}/`);
  return withSinks(
    `project-${at}`,
    withInvited(withDsnIn(at, withoutRoles(part)), (group) => there.has(group) && !isAbove(group)),
  );
}

/** A part whose error tracking says something, and brings its DSN to a variable of the project itself. */
function withDsnIn(at: string, { error_tracking: declared, ...part }: Part): Part {
  const { dsn_to: sink, ...settings } = { ...(declared as Part | undefined) };
  const said = { ...settings, ...(sink === HERE && { dsn_to: { variable: { project: at, key: 'SENTRY_DSN' } } }) };
  return Object.keys(said).length === 0 ? part : { ...part, error_tracking: said };
}

/** A part without the shares of groups that `mayBe` says cannot be invited: for one of these a whole world is refused. */
export function withInvited(part: Part, mayBe: (group: string) => boolean): Part {
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

function isTaken(at: string, mover: string, standing: readonly string[], { then }: Ground): boolean {
  return standing.some((path) => path !== mover && same(then(path) ?? path, at));
}

function isIn(declared: Part, at: string): boolean {
  return Object.keys(declared).some((path) => same(path, at));
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
