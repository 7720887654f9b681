import type { LookUps } from '../batches.ts';
import { numberOf } from './graphql-nodes.ts';

/** Users by their names, a hundred at once; it costs 17 of 250, and leaves out whom it does not know (Query.users, 18.9). */
export const userLookUps: LookUps = {
  path: '/users',
  by: 'username',
  what: 'user',
  section: 'users',
  remedy:
    'check the spelling, or declare a new one in `users` of the instance; who comes from a directory may have to sign in first',
  query: 'query($names: [String!]) { found: users(usernames: $names, first: 100) { nodes { id username } } }',
  row({ id, username }) {
    const number = numberOf(id);
    return Number.isNaN(number) || typeof username !== 'string' ? undefined : { id: number, username };
  },
};
