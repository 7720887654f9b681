import { ApiError } from '../../src/api/api-error.ts';
import type { Client } from '../../src/api/client.ts';

/** A client of which a test says what it needs; whatever else is asked of it is an error. */
export function fakeClient(answers: Partial<Client>): Client {
  const unexpected = (what: string) => (): Promise<never> => Promise.reject(new Error(`nobody expected ${what}`));
  return {
    atATime: 32,
    read: unexpected('a read'),
    list: unexpected('a list'),
    readUntil: unexpected('a part of a list'),
    count: unexpected('a count'),
    text: unexpected('a file'),
    // Behind a proxy that lets REST pass alone, there is no GraphQL.
    ask: () =>
      Promise.reject(new ApiError('not-found', 'status 404', { method: 'GET', path: '/api/graphql' }, { status: 404 })),
    send: unexpected('a call'),
    lastAnsweredAt: () => undefined,
    clockAhead: () => 0,
    close: () => Promise.resolve(),
    ...answers,
  };
}
