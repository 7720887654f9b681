import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import type { JsonObject } from '../ground/api.ts';
import { ground, scenario } from '../ground/ground.ts';
import { live } from '../ground/life.ts';
import { place } from '../ground/place.ts';

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
});
