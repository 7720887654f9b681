import {
  createServer,
  request as forward,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import type { Mishap } from './mishap.ts';

/** A request that has arrived at the wire. */
export interface Seen {
  readonly method: string;
  readonly url: string;
}

/** The wire between the program and the platform: it counts requests, and lets one of them come to grief. */
export interface Wire {
  readonly url: string;
  readonly seen: Seen[];
  /** The token of somebody else, who is quicker where a request is overtaken. */
  rival: string;
  /** Lets the request with this number, from 0, come to grief; `struck` is called then, for a death once it is time to die. */
  arm(number: number, mishap: Mishap, struck?: () => void): void;
  /** Lets every request come to grief that is aimed at. */
  armAll(aim: Aim): void;
  disarm(): void;
  /** Keeps back whatever asks for this, as a proxy does: it is not found. */
  keepBack(urls: RegExp | undefined): void;
  close(): Promise<void>;
}

interface Relayed {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** How a request comes to grief, and what is called then. */
interface Strike {
  readonly mishap: Mishap;
  readonly struck: () => void;
}

/** Says of each request as it arrives, with its number from 0, whether it comes to grief. */
export type Aim = (one: Seen, number: number) => Strike | undefined;

/** Opens a wire to a platform of this process; `passed` is told of each request that the platform has executed. */
export async function openWire(
  { url: target, answer: pass }: Pick<ServedSandbox, 'url' | 'answer'>,
  passed: (seen: Seen) => void = () => undefined,
): Promise<Wire> {
  const seen: Seen[] = [];
  let aim: Aim = () => undefined;
  let rival = '';
  let keptBack: RegExp | undefined;

  // Each on a connection of its own: one that is kept may be closed by the platform at the very moment that it is used again.
  const relay = (incoming: IncomingMessage, body: Buffer, token?: string): Promise<Relayed> =>
    new Promise((resolve, reject) => {
      const { method = 'GET', url = '/' } = incoming;
      const headers = { ...incoming.headers, ...(token !== undefined && { 'private-token': token }) };
      const sent = forward(`${target}${url}`, { method, headers, agent: false }, (answer) => {
        read(answer).then((text) => {
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
        }, reject);
      });
      sent.on('error', reject).end(body);
    });

  const strike = async (
    { mishap, struck }: Strike,
    one: Seen,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const body = await read(incoming).catch(() => undefined);
    // Whoever asked has gone before the whole of it came.
    if (body === undefined) return;
    const as = mishap === 'overtaken' ? rival : undefined;
    const relayed = isAfter(mishap) ? await relay(incoming, body, as) : undefined;
    if (relayed !== undefined) passed(one);
    befall(mishap, incoming, response, relayed);
    struck();
  };

  const serve: RequestListener = (incoming, response) => {
    const { method = 'GET', url = '/' } = incoming;
    const one: Seen = { method, url };
    const strikes = aim(one, seen.length);
    seen.push(one);
    if (keptBack?.test(url)) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
    } else if (strikes === undefined) {
      response.on('finish', () => {
        passed(one);
      });
      pass(incoming, response);
    } else void strike(strikes, one, incoming, response);
  };

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    get rival() {
      return rival;
    },
    set rival(token) {
      rival = token;
    },
    arm: (number, mishap, struck = () => undefined) => {
      aim = (_, at) => (at === number ? { mishap, struck } : undefined);
    },
    armAll: (all) => {
      aim = all;
    },
    disarm: () => {
      aim = () => undefined;
    },
    keepBack: (urls) => {
      keptBack = urls;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function isAfter(mishap: Mishap): boolean {
  return mishap === 'cut' || mishap === 'overtaken' || mishap.endsWith('-after');
}

function befall(
  mishap: Mishap,
  incoming: IncomingMessage,
  response: ServerResponse,
  relayed: Relayed | undefined,
): void {
  switch (mishap) {
    case 'reset-before':
    case 'reset-after':
    case 'overtaken':
      incoming.socket.resetAndDestroy();
      return;
    case 'cut':
      response.writeHead(relayed?.status ?? 200, { 'content-type': 'application/json', 'content-length': '100000' });
      response.write(relayed?.body.subarray(0, relayed.body.length / 2) ?? '', () => incoming.socket.destroy());
      return;
    case '429-text':
      response.writeHead(429, { 'retry-after': '0', 'content-type': 'text/plain' }).end('Retry later\n');
      return;
    case '429-json':
      response
        .writeHead(429, {
          'content-type': 'application/json',
          'ratelimit-reset': String(Math.floor(Date.now() / 1000)),
        })
        .end('{"message":{"error":"This endpoint has been requested too many times. Try again later."}}');
      return;
    case '500':
    case '503':
      response
        .writeHead(Number(mishap), { 'content-type': 'application/json' })
        .end(`{"message":"${mishap} Server Error"}`);
      return;
    case '502':
    case '502-after':
      response.writeHead(502, { 'content-type': 'text/html' }).end('GitLab is not responding');
      return;
    case 'stall-before':
    case 'stall-after':
    case 'killed-before':
    case 'killed-after':
      // Nobody answers until the other end gives up, or dies.
      return;
  }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Without an encoding set, a message yields buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
