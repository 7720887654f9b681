import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import type { JsonObject } from '../ground/api.ts';
import { ground, scenario } from '../ground/ground.ts';
import { live } from '../ground/life.ts';
import { place } from '../ground/place.ts';
import { fieldsOf, half } from '../ground/values.ts';

describe('people go through their life', () => {
  scenario('made, made a member, changed, renamed and removed', {}, async () => {
    const here = await place();
    const [one, other] = ['one', 'other'].map((called) => `${ground.root}-${called}-${randomBytes(3).toString('hex')}`);
    if (one === undefined || other === undefined) throw new Error('there are no names');
    const within = (username: string, user: JsonObject): JsonObject => ({
      instance: { users: { [username]: user } },
      groups: { [here.path]: { members: { [username]: 'developer' } } },
    });
    const email = `${one}@example.com`;
    await live({
      made: within(one, { name: 'One', email, note: 'first', projects_limit: 3, private_profile: true }),
      changed: within(other, {
        ...{ previously: one, name: 'Other', email: `${other}@example.com`, note: '', external: true },
        ...{ projects_limit: 0, private_profile: false, can_create_group: false, state: 'blocked' },
      }),
      fields: ['username', 'name', 'email', 'note', 'external', 'private_profile', 'state'],
      undeclared: { groups: { [here.path]: {} } },
      removed: { instance: { users: { [other]: { state: 'absent' } } } },
      target: `group[${here.path}]**`,
    });
  });

  scenario(
    'machines: of the instance, made, made a member, changed, renamed and removed',
    { tier: 'premium' },
    async () => {
      const here = await place();
      const [one, other] = ['robot', 'droid'].map(
        (called) => `${ground.root}-${called}-${randomBytes(3).toString('hex')}`,
      );
      if (one === undefined || other === undefined) throw new Error('there are no names');
      const within = (username: string, account: JsonObject): JsonObject => ({
        instance: { service_accounts: { [username]: account } },
        groups: { [here.path]: { members: { [username]: 'developer' } } },
      });
      await live({
        made: within(one, { name: 'One', email: `${one}@example.com` }),
        changed: within(other, { previously: one, name: 'Other' }),
        fields: ['username', 'name'],
        undeclared: { groups: { [here.path]: {} } },
        removed: { instance: { service_accounts: { [other]: { state: 'absent' } } } },
        target: `group[${here.path}]**`,
      });
    },
  );

  /** Two turns of a token, as one entry or, with a second one, several. */
  const turns = (section: string) => {
    const sink = (turn: string) => ({ file: `tokens/${section}-${turn}` });
    return fieldsOf(section, {
      scopes: { first: ['read_api'], other: ['read_user', 'read_repository'] },
      expires_at: { first: inDays(200), other: inDays(300) },
      token_to: { first: sink('one'), other: sink('two') },
      ...{ username: null, rotate: null },
    });
  };
  const entry = (section: string, which: 'first' | 'other'): JsonObject => ({
    name: 'of the acceptance',
    ...half(turns(section), which),
  });
  const gone = { name: 'of the acceptance', state: 'absent' };

  scenario('their personal and impersonation tokens, made, changed and revoked', {}, async () => {
    const here = await place();
    const one = `${ground.root}-holder-${randomBytes(3).toString('hex')}`;
    const [personal, impersonating] = ['personal_access_tokens', 'impersonation_tokens'];
    const users = { [one]: { name: 'One', email: `${one}@example.com` } };
    const within = (which: 'first' | 'other'): JsonObject => ({
      instance: {
        users,
        [personal]: { [one]: entry(personal, which) },
        [impersonating]: { [one]: entry(impersonating, which) },
      },
    });
    await live({
      made: within('first'),
      changed: within('other'),
      fields: ['replace'],
      undeclared: { groups: { [here.path]: {} } },
      removed: {
        instance: {
          users: { [one]: { state: 'absent' } },
          [personal]: { [one]: gone },
          [impersonating]: { [one]: gone },
        },
      },
      target: `group[${here.path}]**`,
    });
  });

  scenario('the tokens of machines of a group at the top, made, changed and revoked', { tier: 'premium' }, async () => {
    const one = `${ground.root}-machine-${randomBytes(3).toString('hex')}`;
    const personal = 'personal_access_tokens';
    const within = (account: JsonObject, token: JsonObject): JsonObject => ({
      groups: { [ground.root]: { service_accounts: { [one]: account }, [personal]: { [one]: [token] } } },
    });
    await live({
      made: within({ name: 'One' }, entry(personal, 'first')),
      changed: within({ name: 'One' }, entry(personal, 'other')),
      fields: ['replace'],
      undeclared: { groups: { [ground.root]: {} } },
      removed: within({ state: 'absent' }, gone),
      target: `group[${ground.root}]`,
    });
  });
});

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
