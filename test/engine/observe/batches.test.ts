import { describe, expect, it } from 'vitest';
import { configuration, groupPath, liveState, memberOf, username, type Size } from '../../../bench/estate.ts';
import { loaded } from '../../../bench/load.ts';
import { ApiError } from '../../../src/api/api-error.ts';
import type { Answer } from '../../../src/api/exchange.ts';
import { isMap } from '../../../src/base/shape.ts';
import type { Json } from '../../../src/model.ts';
import type { MemberRow } from '../../../src/sandbox/members/rows.ts';
import { sandbox, type SandboxClient } from '../../sandbox/client.ts';
import { answerOf, look, off, type Interference } from './two-ways.ts';

/** Enough groups for batches of every size, of whose members a few are not as declared. */
const SIZE: Size = { groups: 220, members: 3, extras: 'members alone', changed: 1, missing: 1 };

/** An estate, with a role that nobody has. */
function seed(size: Size): ReturnType<typeof liveState> {
  return { tables: { ...liveState(size).tables, memberRoles: [ROLE] } };
}

const ROLE = {
  id: 1,
  group_id: null,
  name: 'reviewer',
  description: null,
  base_access_level: 40,
  permissions: ['read_code'],
  created_at: '2026-01-01T00:00:00.000Z',
};

/** What GraphQL answers, changed. */
const changed =
  (change: (text: string) => string): Interference =>
  async (ask) => {
    const answer = await ask();
    return { ...answer, body: JSON.parse(change(JSON.stringify(answer.body))) as Json };
  };

const always =
  (answer: Answer): Interference =>
  () =>
    Promise.resolve(answer);

/** Only the batches, and not the count before them. */
const inBatches =
  (interfere: Interference): Interference =>
  (ask, query, number) =>
    query.ids === 0 ? ask() : interfere(ask, query, number);

const tooComplex = answerOf(200, {
  errors: [{ message: 'Query has complexity of 351, which exceeds max complexity of 250' }],
});
const older = answerOf(200, {
  errors: [{ message: "Field 'groupMembers' doesn't exist on type 'Group'", extensions: { code: 'undefinedField' } }],
});
const unanswered = (): Promise<Answer> =>
  Promise.reject(new ApiError('unreachable', 'no answer has begun', { method: 'GET', path: '/api/graphql' }));

/** A part that took too long is null, and told beside the rest. */
const partly = inBatches(async (ask) => {
  const answer = await ask();
  const errors = [{ message: 'Timeout on GroupMember.user', path: ['scopes', 'nodes', 0, 'rows'] }];
  return { ...answer, body: { ...(isMap(answer.body) ? answer.body : {}), errors } };
});

/** The first of what a pattern finds is replaced. */
const first = (pattern: RegExp, by: string): Interference => inBatches(changed((text) => text.replace(pattern, by)));
const every = (pattern: RegExp, by: string): Interference => inBatches(changed((text) => text.replaceAll(pattern, by)));

/** With each way in which GraphQL can fail, how many queries are sent at most until it is left alone. */
const FAILURES: readonly (readonly [name: string, interfere: Interference, most: number])[] = [
  ['it is off', off, 1],
  ['the token is not good for it', always(answerOf(401, { errors: [{ message: 'Invalid token' }] })), 1],
  ['the caller may not use it', always(answerOf(403, { errors: [{ message: 'API not accessible for user' }] })), 1],
  ['it is of another version', inBatches(always(older)), 5],
  ['it answers with a page of a proxy', always(answerOf(200, '<html>')), 1],
  ['it answers with nothing', always(answerOf(200, { data: null })), 1],
  [
    'what it does not show is not counted',
    changed((text) => text.replaceAll(/"membersCount":\d+/g, '"membersCount":null')),
    1,
  ],
  [
    'there are more roles than it tells',
    async (ask, query) => {
      const answer = await ask();
      if (query.ids > 0) return answer;
      return answerOf(200, { data: { memberRoles: { nodes: [], pageInfo: { hasNextPage: true } } } });
    },
    1,
  ],
  ['every query is too complex', inBatches(always(tooComplex)), 12],
  ['no query is answered in time', inBatches(unanswered), 12],
  ['the server fails', inBatches(always(answerOf(502, 'Bad Gateway'))), 12],
  ['a part is left out of every answer', partly, 12],
  ['levels are of another type', every(/"integerValue":(\d+)/g, '"integerValue":"$1"'), 12],
  ['groups are of another type', every(/gid:\/\/gitlab\/Group/g, 'gid://gitlab/Namespace'), 12],
];

describe('by GraphQL a plan is what it is by REST', () => {
  it('in a hundredth of the requests', async () => {
    const size = { ...SIZE, changed: 0, missing: 0 };
    const gl = await sandbox({ seed: seed(size) });
    const desired = loaded(configuration(size, 1));
    const seen = await look(gl.sandbox, gl.token, desired);
    expect(seen.byRest).toEqual([]);
    expect(seen.queries.map(({ ids }) => ids)).toEqual([0, 25, 25, 25, 25, 50, 50, 20]);
    const { plan, world, byRest } = await look(gl.sandbox, gl.token, desired, off);
    expect(byRest.length).toBe(size.groups);
    expect(seen.plan).toEqual(plan);
    expect(seen.world.sections).toEqual(world.sections);
  });

  it.each(FAILURES)('where %s', async (_, interfere, most) => {
    const gl = await sandbox({ seed: seed(SIZE) });
    const desired = loaded(configuration(SIZE, 1));
    const { plan, world } = await look(gl.sandbox, gl.token, desired, off);
    expect(plan.changes.length).toBeGreaterThan(5);
    const seen = await look(gl.sandbox, gl.token, desired, interfere);
    expect(seen.plan).toEqual(plan);
    expect(seen.world.sections).toEqual(world.sections);
    expect(seen.byRest.length).toBe(SIZE.groups);
    expect(seen.queries.length).toBeGreaterThan(0);
    expect(seen.queries.length).toBeLessThanOrEqual(most);
  });
});

/** A smaller estate, on which somebody has been at work, and what is seen of it both ways. */
async function bothWays(
  work: (gl: SandboxClient, desired: string) => Promise<string | undefined> | string | undefined,
  interfere?: Interference,
) {
  const gl = await sandbox({ seed: seed(SMALL) });
  const text = [...configuration(SMALL, 1).values()].join('\n');
  const declared = (await work(gl, text)) ?? text;
  const desired = loaded(new Map([['keelson.yaml', declared]]));
  const rest = await look(gl.sandbox, gl.token, desired, off);
  const seen = await look(gl.sandbox, gl.token, desired, interfere);
  expect(seen.plan).toEqual(rest.plan);
  return { ...seen, changes: rest.plan.changes.map(({ action, address }) => `${action} ${address}`) };
}

const SMALL: Size = { ...SIZE, groups: 30, changed: 0, missing: 0 };
const [top, unit, other, third] = [groupPath(0), groupPath(1), groupPath(2), groupPath(3)];

/** Who the nth member of a group is, by the number of the group; the first is an owner. */
const name = (group: number, nth: number): string => username(memberOf(SMALL, group, nth));

function update({ sandbox: { platform } }: SandboxClient, group: number, nth: number, to: Partial<MemberRow>): void {
  const { members } = platform.state;
  const row = members
    .all()
    .find(({ source_id: id, user_id: user }) => id === group + 1 && user === memberOf(SMALL, group, nth) + 2);
  if (row === undefined) throw new Error('there is no such member');
  members.update(row, to);
}

describe('REST is asked where a batch does not tell', () => {
  it('what role somebody has, in the groups whose levels fit, until all who have one are found', async () => {
    const none = await bothWays(() => undefined);
    expect([none.byRest, none.changes]).toEqual([[], []]);
    const one = await bothWays((gl) => {
      update(gl, 1, 1, { access_level: 40, member_role_id: 1 });
      return undefined;
    });
    const address = `update group[${unit}]/member[${name(1, 1)}]`;
    expect(one.changes).toEqual([address]);
    const withMaintainers = one.byRest.length;
    expect(withMaintainers).toBeGreaterThan(1);
    expect(withMaintainers).toBeLessThan(SMALL.groups);
  });

  it('what role somebody has, first where one is declared: where all are found there, nowhere else', async () => {
    const { byRest, changes } = await bothWays((gl, text) => {
      update(gl, 1, 1, { access_level: 40, member_role_id: 1 });
      return text.replace(new RegExp(`(${unit}:[^]*?${name(1, 1)}: )developer`), '$1{ role: reviewer }');
    });
    expect([byRest, changes]).toEqual([[unit], []]);
    const another = await bothWays((gl, text) => {
      update(gl, 2, 1, { access_level: 40, member_role_id: 1 });
      return text.replace(new RegExp(`(${unit}:[^]*?${name(1, 1)}: )developer`), '$1{ role: reviewer }');
    });
    expect(another.changes).toContain(`update group[${other}]/member[${name(2, 1)}]`);
  });

  it('who is kept by a directory, where there is a link to one', async () => {
    const { byRest, changes } = await bothWays((gl) => {
      gl.sandbox.platform.state.ldapLinks.insert({ ...LINK, group_id: 2 });
      update(gl, 1, 1, { ldap: true });
      return undefined;
    });
    expect([byRest, changes]).toEqual([[unit], []]);
  });

  it('what is about to change', async () => {
    const { byRest, changes } = await bothWays((gl) => {
      update(gl, 1, 1, { access_level: 20 });
      update(gl, 2, 1, { access_level: 50 });
      return undefined;
    });
    expect(byRest.toSorted()).toEqual([unit, other]);
    expect(changes.length).toBe(2);
  });

  it('who waits, or whose time is over, and is about to be removed', async () => {
    const { byRest, changes } = await bothWays((gl, text) => {
      update(gl, 1, 1, { state: 'awaiting' });
      update(gl, 2, 1, { state: 'awaiting', access_level: 40, expires_at: '2025-01-01' });
      update(gl, 3, 1, { state: 'awaiting', expires_at: '2025-01-01' });
      const pruned = text.replace(`  ${unit}:\n`, `  ${unit}:\n    prune: [members]\n`);
      return pruned.replace(new RegExp(`(${unit}:[^]*?)      ${name(1, 1)}: .*\\n`), '$1');
    });
    expect(byRest.toSorted()).toEqual([unit, other, third]);
    expect(changes.toSorted()).toEqual([
      `delete group[${unit}]/member[${name(1, 1)}]`,
      `update group[${other}]/member[${name(2, 1)}]`,
    ]);
  });

  it('more than a page of members, or who has not accepted an invitation', async () => {
    const { byRest } = await bothWays(
      () => undefined,
      inBatches(async (ask, query, number) => {
        const moved = /("rows":.*?"hasNextPage":)false/;
        const invited = /"user":\{.*?\}(.*)$/;
        return number === 1
          ? first(moved, '$1true')(ask, query, number)
          : first(invited, '"user":null$1')(ask, query, number);
      }),
    );
    expect(byRest.length).toBe(2);
  });

  it('groups that it does not show', async () => {
    const { byRest } = await bothWays(() => undefined, first(/\{"id":"gid:\/\/gitlab\/Group\/1",.*?\}\}\},?/, ''));
    expect(byRest).toEqual([top]);
    const closed = await bothWays(() => undefined, first(/"rows":\{.*?\}\}(?=\})/, '"rows":null'));
    expect(closed.byRest.length).toBe(2);
  });

  it('who is kept by a directory whose link is gone, where somebody is not declared', async () => {
    const { byRest, plan } = await bothWays((gl, text) => {
      update(gl, 1, 1, { ldap: true });
      update(gl, 2, 1, { ldap: true });
      return text.replace(new RegExp(`(${unit}:[^]*?)      ${name(1, 1)}: .*\\n`), '$1');
    });
    expect(byRest).toEqual([unit]);
    expect(plan.unmanaged).toEqual([]);
  });

  it('on which day an access ends that has another form than by REST', async () => {
    const { byRest } = await bothWays(
      (gl, text) => {
        update(gl, 1, 1, { expires_at: '2040-01-01' });
        return text.replace(
          new RegExp(`(${unit}:[^]*?${name(1, 1)}: )developer`),
          '$1{ access_level: developer, expires_at: 2040-01-01 }',
        );
      },
      every(/"expiresAt":"2040-01-01"/g, '"expiresAt":"2040-01-01T00:00:00+02:00"'),
    );
    expect(byRest).toEqual([unit]);
  });

  it('what is pruned as a whole, and so few groups that a question before would cost more', async () => {
    const few = await bothWays((_, text) => text.split(`  ${third}:`)[0]);
    expect([few.byRest.length, few.queries]).toEqual([3, []]);
  });
});

describe('a batch finds', () => {
  it('a group that is renamed, by its number', async () => {
    const { byRest, changes } = await bothWays((_, text) =>
      text.replace(`  ${unit}:\n`, `  ${top}/renamed:\n    previously: ${unit}\n`),
    );
    expect(byRest).toEqual([]);
    expect(changes).toEqual([`update group[${top}/renamed]`]);
  });
});

describe('after trouble', () => {
  it('less is asked for at once, and what was not answered is asked again', async () => {
    const gl = await sandbox({ seed: seed({ ...SIZE, changed: 0, missing: 0 }) });
    const desired = loaded(configuration({ ...SIZE, changed: 0, missing: 0 }, 1));
    const { queries, byRest } = await look(gl.sandbox, gl.token, desired, (ask, { ids }) =>
      ids > 25 ? Promise.resolve(tooComplex) : ask(),
    );
    expect(byRest).toEqual([]);
    expect(queries.filter(({ ids }) => ids === 25).length).toBeGreaterThanOrEqual(8);
  });
});

describe('both ways held against each other', () => {
  const twice = async (size: Size, interfere?: Interference, work: (gl: SandboxClient) => void = () => undefined) => {
    const gl = await sandbox({ seed: seed(size) });
    work(gl);
    return look(gl.sandbox, gl.token, loaded(configuration(size, 1)), interfere, true);
  };

  it('agree, in up to a hundred sections', async () => {
    const { said, byRest, queries } = await twice({ ...SIZE, changed: 0, missing: 0 });
    expect([said, byRest.length, queries.length]).toEqual([[], 74, 8]);
    const few = await twice({ ...SMALL, groups: 2 });
    expect([few.said, few.byRest.length, few.queries.length]).toEqual([[], 2, 2]);
    const changing = await twice(SIZE);
    expect(changing.said).toEqual([]);
  });

  it('agree where somebody has a role, which is not told by a batch', async () => {
    const { said } = await twice(SMALL, undefined, (gl) => {
      update(gl, 1, 1, { access_level: 40, member_role_id: 1 });
    });
    expect(said).toEqual([]);
  });

  it.each([
    ['a level that is another one', first(/"integerValue":30/, '"integerValue":40')],
    ['an end that is another one', first(/"expiresAt":null/, '"expiresAt":"2040-01-01"')],
    ['a user with another number', first(/gitlab\/User\/\d+/, 'gitlab/User/1')],
    ['somebody who is left out', first(/\{"accessLevel":\{"integerValue":30\}.*?\}\},?/, '')],
  ])('differ in %s: that is an error, and the plan is that of REST', async (_, interfere) => {
    const { said, plan } = await twice(SMALL, interfere);
    expect(said.length).toBeGreaterThanOrEqual(1);
    expect(said[0]).toMatch(
      /^reads-differ: group\[.*\]\/members is not the same by GraphQL as by REST: they differ in person\./,
    );
    expect(plan.changes).toEqual([]);
  });
});

const LINK = { cn: 'developers', filter: null, provider: 'ldapmain', group_access: 30, member_role_id: null };
