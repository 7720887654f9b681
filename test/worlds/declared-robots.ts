import fc from 'fast-check';
import { absent, ends, mostly, section, type Part } from './declared-sections.ts';
import { MIRROR, robotOf, seldom, type LiveWorld } from './live-worlds.ts';

/** What is said of machines and of who is called otherwise now, and the tokens that act as them and as others. */
export interface Robots {
  /** What becomes of the machine of the instance; undefined where nothing is said of it. */
  readonly mirror: Part | undefined;
  /** And of those of the groups at the top. */
  readonly builder: Part | undefined;
  readonly isRenamed: boolean;
  readonly personal: { readonly [username: string]: Part };
  readonly impersonation: { readonly [username: string]: Part };
}

const account = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.record({ name: fc.constantFrom('Robot', 'Robot of others') }) },
  { weight: 1, arbitrary: absent },
);

/** Of some, by their names; those of who is not there, or is to be gone, are left out of a world. */
const tokens = section(
  fc.constantFrom('bob', 'erin', 'olga', MIRROR),
  section(
    fc.constantFrom('pull', 'own'),
    mostly(
      fc
        .record({ scopes: fc.constantFrom(['read_api'], ['read_api'], ['api', 'read_user']), until: ends })
        .map(({ until, ...token }): Part => ({ ...token, ...until })),
      absent,
    ),
  ),
) as fc.Arbitrary<Robots['personal']>;

/** In every third world something is said of them. */
export const robots: fc.Arbitrary<Robots | undefined> = seldom(
  fc.constant(undefined),
  fc.record({ mirror: account, builder: account, isRenamed: fc.boolean(), personal: tokens, impersonation: tokens }),
  1,
);

/** What is said of them on the instance, with the people who are declared there. */
export function instanceRobots(said: Robots | undefined, users: unknown, live: LiveWorld): Part {
  if (said === undefined) return {};
  const { mirror, isRenamed } = said;
  const isThere = mirror === undefined ? live.hasMirror : !('state' in mirror);
  const name = (username: string): string => (isRenamed && username === 'olga' ? 'olga.berg' : username);
  const listed = (sort: 'personal' | 'impersonation'): Part =>
    Object.fromEntries(
      Object.entries(said[sort]).flatMap(([username, entries]): [string, unknown][] =>
        username === MIRROR && !isThere ? [] : [[name(username), tokensOf(`${sort}-${username}`, entries)]],
      ),
    );
  return {
    ...(mirror !== undefined && { service_accounts: { [MIRROR]: mirror } }),
    ...(isRenamed && { users: { ...(users as Part | undefined), 'olga.berg': { previously: 'olga' } } }),
    personal_access_tokens: listed('personal'),
    impersonation_tokens: listed('impersonation'),
  };
}

/** What is said of the machine of a group at the top, and of its tokens. */
export function groupRobots(said: Robots | undefined, path: string, live: LiveWorld): Part {
  if (said === undefined || path.includes('/')) return {};
  const { builder, personal } = said;
  const robot = robotOf(path.toLowerCase());
  const isLive = live.groups.some((group) => group.path === path.toLowerCase() && group.robot);
  const isThere = builder === undefined ? isLive : !('state' in builder);
  const entries = Object.values(personal)[0];
  return {
    ...(builder !== undefined && { service_accounts: { [robot]: builder } }),
    ...(isThere && entries !== undefined && { personal_access_tokens: { [robot]: tokensOf(robot, entries) } }),
  };
}

/** In short where there is one, and as a list where there are several; each has a file of its own. */
function tokensOf(whose: string, entries: Part): unknown {
  const listed = Object.entries(entries).map(([name, entry]) => ({
    name,
    ...(entry as Part),
    ...(!('state' in (entry as Part)) && { token_to: { file: `${whose}-${name}.token` } }),
  }));
  return listed.length === 1 ? listed[0] : listed;
}
