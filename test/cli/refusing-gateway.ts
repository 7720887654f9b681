import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What is refused, and how: requests of a method to paths that fit. */
export interface Refusing {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
  readonly message?: string;
}

/** A gateway before an instance that refuses some requests by itself, and lets all others through; its URL. */
export async function refusingGateway(to: string, { method, path, status, message }: Refusing): Promise<string> {
  const server = createServer((asked, answer) => {
    if (asked.method === method && path.test(asked.url ?? '')) {
      const body = JSON.stringify({ message: message ?? `${status} refused here` });
      asked.resume().on('end', () => answer.writeHead(status, { 'content-type': 'application/json' }).end(body));
      return;
    }
    const onward = send(`${to}${asked.url ?? ''}`, { method: asked.method, headers: asked.headers }, (from) => {
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
  // A server on a port has an address of this type.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
