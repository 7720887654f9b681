import type { Client } from '../../src/api/client.ts';

/** A client that dies at its nth request, before it is sent or before its answer is there. */
export function dying(client: Client, at: number, when: 'before' | 'after'): Client {
  let count = 0;
  const dead = (): never => {
    throw new Error('killed');
  };
  const through = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    count += 1;
    if (count === at && when === 'before') dead();
    const result = await work();
    if (count === at) dead();
    return result;
  };
  return {
    ...client,
    read: (read) => through(() => client.read(read)),
    send: (call) => through(() => client.send(call)),
  };
}
