import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What a gateway says in place of GitLab to a write, whether that has reached it or not. */
export interface Said {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A gateway before an instance, that says this in place of the answers to writes below one path until it is mended, and lets them through or not. */
export async function gateway(to: string, below: string, said: Said, lets: boolean) {
  let isBroken = true;
  const server = createServer((asked: IncomingMessage, answer: ServerResponse) => {
    const isMeant = isBroken && asked.method !== 'GET' && (asked.url ?? '').includes(below);
    const forged = (): void => {
      answer.writeHead(said.status, { 'content-type': said.type }).end(said.body);
    };
    if (isMeant && !lets) {
      asked.resume().on('end', forged);
      return;
    }
    const onward = send(`${to}${asked.url ?? ''}`, { method: asked.method, headers: asked.headers }, (from) => {
      if (isMeant) {
        from.resume().on('end', forged);
        return;
      }
      answer.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(answer);
    });
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    mend: () => {
      isBroken = false;
    },
  };
}
