import type { Read } from '../read.ts';

/** People, tokens' bots and service accounts; not the platform's own users, such as the ghost (GET /users, 18.9). */
export const EVERYBODY: Read = { path: '/users', query: { exclude_internal: true }, pages: true };

/** One user or none, whatever the letter case; the list of all is asked where that is cheaper (GET /users, 18.9). */
export function userCalled(username: string): Read {
  return {
    path: '/users',
    query: { username },
    unpaged: true,
    rowOf: { list: EVERYBODY, by: 'username', is: username },
  };
}
