import { fork } from 'node:child_process';
import type { Seen, Wanted } from './process.ts';

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  seen(): Promise<Seen>;
  /** Counts from now on. */
  forget(): Promise<void>;
  close(): void;
}

/** Starts a server in a process of its own, so that it takes no time of what is measured. */
export async function startServer(wanted: Wanted): Promise<Server> {
  const child = fork(new URL('server/process.js', import.meta.url), [JSON.stringify(wanted)]);
  const next = (): Promise<Seen> =>
    new Promise((resolve, reject) => {
      child.once('message', (message) => {
        resolve(message as Seen);
      });
      child.once('exit', (status) => {
        reject(new Error(`the server ended with ${String(status)}`));
      });
    });
  const { url } = await next();
  const ask = (question: string): Promise<Seen> => {
    const answer = next();
    child.send(question);
    return answer;
  };
  return {
    url,
    seen: () => ask('seen'),
    forget: async () => {
      await ask('forget');
    },
    close: () => {
      child.removeAllListeners('exit');
      child.kill();
    },
  };
}
