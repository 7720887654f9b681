import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { dispatch } from './dispatch.ts';
import type { Incoming } from './dispatch.ts';
import type { Tier } from './edition.ts';
import { createEndpointLimits } from './endpoint-limits.ts';
import { createFaults, parseFaults } from './faults.ts';
import type { Fault, FaultKind, FaultPlan } from './faults.ts';
import { createThrottle } from './rate-limit.ts';
import type { RateLimit } from './rate-limit.ts';
import { message } from './reply.ts';
import type { Reply } from './reply.ts';
import { allRoutes } from './resources/index.ts';
import { createRoutes } from './router.ts';
import { loadState, saveState } from './state.ts';
import type { Snapshot } from './state.ts';
import { createWorld, rootToken } from './world.ts';
import type { World } from './world.ts';
import { writeReply } from './write-reply.ts';

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The administrator's token. */
  readonly token?: string;
  /** A state to begin with, as `state()` gave it. */
  readonly seed?: unknown;
  /** Milliseconds that every request takes at least. */
  readonly latency?: number;
  readonly faults?: string | FaultPlan;
  readonly rateLimit?: RateLimit;
  /** Also counts by endpoint, as a fresh instance does; off unless asked for, since tests ask often. */
  readonly endpointLimits?: 'on';
  readonly version?: string;
  readonly tier?: Tier;
  /** What links and web URLs begin with; the server's own address by default. */
  readonly externalUrl?: string;
  readonly clock?: Clock;
  /** Milliseconds until background work, such as the delete of a user, is done. */
  readonly backgroundDelay?: number;
  /** The largest body that is read, in bytes; 300 MB, as commits may have, unless told otherwise. */
  readonly bodyLimit?: number;
}

/** One line of the request log. */
export interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number | 'dropped';
  readonly faults: readonly FaultKind[];
}

/** A running sandbox. */
export interface Sandbox {
  readonly url: string;
  readonly token: string;
  readonly world: World;
  /** Every request so far, oldest first; a test may empty it. */
  readonly log: LoggedRequest[];
  state(): Snapshot;
  load(state: unknown): void;
  /** Replaces the faults by others; an empty text ends them. */
  fail(faults: string | FaultPlan): void;
  close(): Promise<void>;
}

/** Starts the platform in memory on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const world = createWorld({ ...options, edition: editionOf(options) });
  if (options.seed !== undefined) loadState(world.state, options.seed);
  const find = createRoutes(allRoutes, world.edition);
  const faults = createFaults(planOf(options.faults ?? ''));
  const throttle = options.rateLimit && createThrottle(options.rateLimit, world.clock);
  const limited = options.endpointLimits === 'on' ? createEndpointLimits(world) : undefined;
  const log: LoggedRequest[] = [];
  const lastAnswers = new Map<string, Reply>();

  function execute(request: Incoming, struck: readonly Fault[]): Reply {
    const key = `${callerOf(request)} ${request.url}`;
    const old = lastAnswers.get(key);
    if (request.method === 'GET' && old !== undefined && struck.some((fault) => fault.kind === 'stale')) return old;
    const admin = stateEndpoint(world, request);
    const answered = admin ?? overLimit(request) ?? dispatch(world, find, request);
    if (request.method === 'GET' && faults.keepsOldAnswers()) lastAnswers.set(key, answered);
    return answered;
  }

  function overLimit(request: Incoming): Reply | undefined {
    const path = request.url.split('?', 1)[0]?.replace(/^\/api\/v4/, '') ?? '';
    const secret = callerOf(request).replace(/^Bearer\s+/i, '');
    return limited?.({ method: request.method, path, secret, bytes: request.body.length });
  }

  function throttled(request: Incoming, struck: readonly Fault[]): Reply {
    if (throttle === undefined || !request.url.startsWith('/api/')) return execute(request, struck);
    const caller = callerOf(request);
    const verdict = throttle(caller, caller === '');
    if (verdict.refused !== undefined) return verdict.refused;
    const reply = execute(request, struck);
    return { ...reply, headers: { ...verdict.headers, ...reply.headers } };
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = incoming.method ?? 'GET';
    const url = incoming.url ?? '/';
    const path = url.split('?', 1)[0]?.replace(/^\/api\/v4/, '') ?? '';
    const struck = faults.strike(method, path);
    const has = (kind: FaultKind) => struck.find((fault) => fault.kind === kind);
    const note = (status: number | 'dropped') =>
      log.push({ method, url, status, faults: struck.map((fault) => fault.kind) });
    const drop = (): void => {
      note('dropped');
      incoming.socket.resetAndDestroy();
    };
    if (has('refuse')) {
      drop();
      return;
    }
    const body = await readBody(incoming, options.bodyLimit ?? 300 * 1024 * 1024);
    const delay = (options.latency ?? 0) + (has('delay')?.value ?? (has('delay') ? 100 : 0));
    if (delay > 0) await wait(delay);
    if (has('reset-before')) {
      drop();
      return;
    }
    const request = { method, url, headers: headersOf(incoming), body: body ?? Buffer.alloc(0) };
    const reply = body === undefined ? tooLarge : (faultReply(struck) ?? throttled(request, struck));
    if (has('reset-after')) {
      drop();
      return;
    }
    note(reply.status);
    writeReply(request, response, reply, world.clock, has('cut') !== undefined);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: '500 Internal Server Error' }));
    });
  });
  const port = await listen(server, options.port ?? 0);
  const url = `http://127.0.0.1:${port}`;
  world.externalUrl = options.externalUrl ?? url;
  return {
    url,
    token: options.token ?? rootToken,
    world,
    log,
    state: () => structuredClone(saveState(world.state)),
    load: (state) => {
      loadState(world.state, state);
    },
    fail: (plan) => {
      faults.set(planOf(plan));
    },
    close: () => close(server),
  };
}

const tooLarge = message(413, '413 Request Entity Too Large');

function editionOf(options: SandboxOptions) {
  return {
    ...(options.version === undefined ? {} : { version: options.version }),
    ...(options.tier === undefined ? {} : { tier: options.tier }),
  };
}

function planOf(faults: string | FaultPlan): FaultPlan {
  return typeof faults === 'string' ? parseFaults(faults) : faults;
}

/** `GET` and `PUT /sandbox/state`: the whole state, read or replaced. */
function stateEndpoint(world: World, request: Incoming): Reply | undefined {
  if (request.url !== '/sandbox/state') return undefined;
  if (request.method === 'GET') return { status: 200, body: { ...saveState(world.state) } };
  if (request.method !== 'PUT') return message(405, '405 Method Not Allowed');
  try {
    loadState(world.state, JSON.parse(request.body.toString('utf8')));
    return { status: 204 };
  } catch (error) {
    return message(400, error instanceof Error ? error.message : 'not a state');
  }
}

/** The reply of a fault that answers in the platform's place. */
function faultReply(struck: readonly Fault[]): Reply | undefined {
  for (const fault of struck) {
    const retry = { 'Retry-After': String(fault.value ?? 1) };
    switch (fault.kind) {
      case '429-text':
        return { status: 429, text: 'Retry later\n', headers: retry };
      case '429-json': {
        const error = 'This endpoint has been requested too many times. Try again later.';
        return { status: 429, body: { message: { error } }, headers: retry };
      }
      case '500':
        return message(500, '500 Internal Server Error');
      case '502':
        return { status: 502, text: 'GitLab is not responding' };
      case '503':
        return { ...message(503, '503 Service Unavailable'), ...(fault.value === undefined ? {} : { headers: retry }) };
      case 'refuse':
      case 'reset-before':
      case 'reset-after':
      case 'cut':
      case 'delay':
      case 'stale':
        break;
    }
  }
  return undefined;
}

function callerOf(request: Incoming): string {
  return request.headers['private-token'] ?? request.headers['authorization'] ?? '';
}

function headersOf(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** The body, or undefined when it is larger than the limit, or says that it will be. */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit && request.url !== '/sandbox/state') return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    // Without an encoding set, a request yields buffers.
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size <= limit || request.url === '/sandbox/state') chunks.push(bytes);
  }
  return size > limit && request.url !== '/sandbox/state' ? undefined : Buffer.concat(chunks);
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
