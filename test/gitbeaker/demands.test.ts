import { expect, test } from 'vitest';
import { demandsOf } from './demands.ts';
import demands from './demands.json' with { type: 'json' };

test('demands.json is what the declarations of gitbeaker say; -u writes it', async () => {
  const names = Object.keys(demands);
  await expect(`${JSON.stringify(demandsOf(names), null, 2)}\n`).toMatchFileSnapshot('./demands.json');
});

test('what a type leaves open is not demanded', () => {
  expect(demands.MemberSchema).toMatchObject({ username: 'string', access_level: 'number' });
  expect(demands.GroupSchema).toHaveProperty('id');
  expect(demands.GroupSchema).not.toHaveProperty('statistics');
});
