import { format } from 'prettier';
import { expect, test } from 'vitest';
import { coveragePage, routeOf } from './coverage.ts';
import { identityEndpoints, projectEndpoints } from './listed-endpoints.ts';

test('docs/platform-coverage.md is what the routes say', async () => {
  await expect(await format(coveragePage(), { parser: 'markdown' })).toMatchFileSnapshot(
    '../../docs/platform-coverage.md',
  );
});

test('every endpoint of identity, groups and administration is there', () => {
  expect(identityEndpoints.filter((endpoint) => routeOf(endpoint) === undefined)).toEqual([]);
});

test('every endpoint of projects is there', () => {
  expect(projectEndpoints.filter((endpoint) => routeOf(endpoint) === undefined)).toEqual([]);
});

test('an endpoint that nobody has is not taken for covered', () => {
  expect(routeOf('GET /groups/:id/members/nobody/:user_id')).toBeUndefined();
  expect(routeOf('PATCH /groups/:id')).toBeUndefined();
});
