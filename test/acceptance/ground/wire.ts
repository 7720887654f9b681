import { Agent, createServer, request as plainly, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as SecureAgent, request as securely } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/**
 * How a request comes to grief: nothing reaches the platform, the platform does it and nobody hears, half the answer arrives, or the wire
 * refuses it with 403 in the platform's place.
 */
export type Cut = 'before' | 'after' | 'in the answer' | 'refused';

/** Which request is struck, and what happens then. */
export interface Strike {
  readonly cut: Cut;
  /** Whether it is this request; `write` is its number among the writes, from 0, and undefined for a read. */
  readonly when: (request: { readonly method: string; readonly url: string }, write: number | undefined) => boolean;
  /** Called when it has struck. */
  readonly struck?: () => void;
}

/** A proxy between the program and the platform. */
export interface Wire {
  readonly url: string;
  /** How many requests it has carried, and how many writes. */
  readonly count: () => { readonly requests: number; readonly writes: number };
  /** What was asked of it, in order: `GET /api/v4/version`. */
  readonly asked: readonly string[];
  /** How many requests were under way when each of them came, itself included. */
  readonly underway: readonly number[];
  /** Lets one request come to grief: the next one that fits. */
  strike(strike: Strike): void;
  /** Nobody passes any more; what had passed is done by then. */
  close(): Promise<void>;
}

/** Opens a proxy on the loopback interface; behind it at most `atOnce` requests are under way, each for some milliseconds at least. */
export async function openWire(target: string, atOnce = Number.POSITIVE_INFINITY, atLeast = 0): Promise<Wire> {
  const carry = carrierTo(target);
  const gate = createGate(atOnce);
  const counted = { requests: 0, writes: 0 };
  const asked: string[] = [];
  const underway: number[] = [];
  const serving = new Set<Promise<unknown>>();
  let armed: Strike | undefined;

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = incoming;
    const body = await whole(incoming);
    counted.requests += 1;
    asked.push(`${method} ${url}`);
    underway.push(serving.size);
    const write = method === 'GET' || method === 'HEAD' || url.includes('graphql') ? undefined : counted.writes++;
    const strike = armed?.when({ method, url }, write) === true ? armed : undefined;
    if (strike !== undefined) armed = undefined;
    if (strike?.cut === 'refused') {
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"403 Forbidden"}');
      strike.struck?.();
      return;
    }
    if (strike?.cut !== 'before') {
      const answer = await gate(async () => {
        const [carried] = await Promise.all([carry(incoming, body), setTimeout(atLeast)]);
        return carried;
      });
      if (strike === undefined) {
        response.writeHead(answer.status, here(answer.headers, self)).end(answer.body);
        return;
      }
      if (strike.cut === 'in the answer') await half(response, answer);
    }
    strike.struck?.();
    incoming.socket.destroy();
  };

  const server = createServer((incoming, response) => {
    const served = serve(incoming, response)
      .catch(() => incoming.socket.destroy())
      .finally(() => serving.delete(served));
    serving.add(served);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  const self = `http://127.0.0.1:${port}`;
  return {
    url: self,
    ...{ asked, underway },
    count: () => ({ ...counted }),
    strike: (strike) => {
      armed = strike;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, ...serving]);
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function carrierTo(target: string): (incoming: IncomingMessage, body: Buffer) => Promise<Answer> {
  const secure = target.startsWith('https:');
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const base = target.replace(/\/$/, '');
  return ({ method = 'GET', url = '/', headers }, body) =>
    new Promise((resolve, reject) => {
      const sent = { ...headers, host: new URL(target).host, 'accept-encoding': 'identity' };
      const request = (secure ? securely : plainly)(`${base}${url}`, { method, headers: sent, agent }, (answer) => {
        whole(answer).then((bytes) => {
          resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes });
        }, reject);
      });
      request.on('error', reject).end(body);
    });
}

/** Links to further pages lead through the proxy, too. */
function here(headers: IncomingMessage['headers'], self: string): IncomingMessage['headers'] {
  const { link } = headers;
  return typeof link !== 'string' ? headers : { ...headers, link: link.replace(/<https?:\/\/[^/>]+/g, `<${self}`) };
}

async function half(response: ServerResponse, { status, body }: Answer): Promise<void> {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length + 100 });
  await new Promise((resolve) => response.write(body.subarray(0, body.length / 2), resolve));
}

async function whole(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Without an encoding set, a message yields buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function createGate(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
