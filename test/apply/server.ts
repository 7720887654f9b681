import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/api/client.ts';
import type { Delay } from '../../src/base/delay.ts';
import { createTransport, type Transport } from '../../src/api/transport.ts';

/** A server that answers as a test says, and remembers what it was asked. */
export interface Server {
  readonly url: string;
  readonly port: number;
  readonly asked: { readonly method: string; readonly url: string; readonly token: string }[];
}

/** What a server does with the n-th request, from 0. */
export type Behaviour = (response: ServerResponse, number: number, request: IncomingMessage) => void;

/** Starts a server that ends with the test; at a free port, unless one is named. */
export async function serverOf(behaviour: Behaviour, port = 0): Promise<Server> {
  const asked: Server['asked'] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, token: String(headers['private-token'] ?? '') });
    behaviour(response, asked.length - 1, request);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  );
  // A server on a port has an address of this type.
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, asked };
}

/** Answers with JSON. */
export function answer(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A transport that ends with the test. */
export function transportTo(url: string, stall?: number, waiting?: (delay: Delay) => void): Transport {
  const transport = createTransport({
    url,
    token: 'glpat-of-the-test',
    concurrency: 4,
    userAgent: 'keelson/test',
    witness: () => undefined,
    stall,
    ...(waiting && { waiting }),
  });
  onTestFinished(() => transport.close());
  return transport;
}

/** A client that ends with the test. */
export function clientTo(url: string, stall?: number): Client {
  return createClient(transportTo(url, stall));
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
