import { expect, it } from 'vitest';
import { endpointClass } from '../../src/api/limits/endpoint-class.ts';

it.each([
  ['GET', '/api/v4/groups/a%2Fb?with_projects=false', 'GET /groups/:'],
  ['GET', '/api/v4/groups?page=2', 'GET /groups'],
  ['DELETE', '/api/v4/groups/7/members/9?skip_subresources=true', 'DELETE /groups/:/members/:'],
  ['POST', '/api/graphql', 'POST //:/graphql'],
  ['PUT', '/groups/1/api/v4/x', 'PUT //:/1/:/v4/:'],
])('%s %s is of the class %s', (method, path, is) => {
  expect(endpointClass(method, path)).toBe(is);
});
