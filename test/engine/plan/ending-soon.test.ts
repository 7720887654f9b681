import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model.ts';
import { instance } from '../instance.ts';
import { group, member, type Live } from '../live.ts';
import { codes, planFor } from '../world.ts';

/** What is said of access that ends, on 2026-01-31. */
function said(members: string, live: Live, guards = ''): readonly string[] {
  const { diagnostics } = planFor(`${guards}groups:\n  team:\n    members:\n${members}`, live);
  return diagnostics
    .filter(({ code }) => code.endsWith('-ends'))
    .map(({ code, severity, message, place }) => `${severity} ${code} ${place?.line ?? '-'}: ${message}`);
}

const live = (...members: readonly JsonObject[]): Live => ({
  'instance/groups': [group(1, 'team')],
  'group[team]/members': members,
});
const tomorrow = { expires_at: '2026-02-01' };
const last =
  'warning last-owner-ends 4: group[team]/member[alice] ends on 2026-02-01, and no owner of group[team] was seen who stays longer';

describe('the last owner whose day comes soon', () => {
  const alice = '      alice: { access_level: owner, expires_at: 2026-02-01 }\n';

  it('is told with the line and the day, changed or not', () => {
    expect(said(alice, live(member('alice', 50, tomorrow)))).toEqual([last]);
    expect(said(alice, live(member('alice', 50)))).toEqual([last]);
    expect(said(alice, live())).toEqual([last]);
  });

  it('is told of those who stay to the last, by the bound of the configuration', () => {
    const both = live(
      member('alice', 50, tomorrow),
      member('bob', 50, { expires_at: '2026-01-31' }),
      member('eve', 40),
    );
    expect(said(alice, both)).toEqual([last]);
    expect(said(alice, live(member('alice', 50, tomorrow), member('bob', 50)))).toEqual([]);
    expect(said(`${alice}      bob: owner\n`, live(member('alice', 50, tomorrow)))).toEqual([]);
    expect(said(alice.replace('02-01', '02-08'), live())).toEqual([]);
    expect(said(alice, live(), 'guards: { min_owners: 0 }\n')).toEqual([]);
    const two = said(`${alice}      bob: owner\n`, live(), 'guards: { min_owners: 2 }\n');
    expect(two).toEqual([last.replace('ends 4', 'ends 5')]);
  });

  it.each([...[['absent'], ['blocked'], ['deactivated'], ['banned']]])(
    'is told where the others are %s as users by the same plan',
    (state) => {
      const user = { id: 7, username: 'bob', name: 'Bob', state: 'active' };
      const both = { ...live(member('alice', 50, tomorrow), member('bob', 50)), 'instance/users': [user] };
      expect(said(alice, both, `instance: { users: { bob: { name: Bob } } }\n`)).toEqual([]);
      expect(said(alice, both, `instance: { users: { bob: { state: ${state} } } }\n`)).toEqual([
        last.replace('ends 4', 'ends 5'),
      ]);
    },
  );

  it('is not told of what a target leaves out', () => {
    const yaml = `groups:\n  team:\n    members:\n${alice}      bob: developer\n`;
    const target = (address: string) => address === 'group[team]/member[bob]';
    expect(codes(planFor(yaml, live(member('alice', 50, tomorrow)), { target }))).toEqual([]);
  });
});

it("the own user's access whose day comes soon is told with the line and the day, in any group", () => {
  const { username } = instance.me;
  const there = live(member('alice', 50));
  const mine = `      ${username}: { access_level: maintainer, expires_at: 2026-02-01 }\n`;
  expect(said(mine, there)).toEqual([
    `warning own-access-ends 4: group[team]/member[${username}] is the access of this token's own user, and ends on 2026-02-01`,
  ]);
  expect(said(mine.replace('02-01', '03-01'), there)).toEqual([]);
});
