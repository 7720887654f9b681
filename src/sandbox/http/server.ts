import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { dispatch, type Incoming } from './dispatch.ts';
import { createEndpointLimits } from './endpoint-limits.ts';
import { createFaults, parseFaults, type Fault, type FaultKind, type FaultPlan } from './faults.ts';
import { createThrottling, type Throttle } from './rate-limit.ts';
import { type RateLimit } from '../options.ts';
import { message, type Reply } from './reply.ts';
import { allRoutes } from '../all-routes.ts';
import { createRoutes } from './router.ts';
import { settingThrottles } from '../settings/throttles.ts';
import { loadState, saveState } from '../store/state.ts';
import type { Snapshot } from '../store/state.ts';
import { createPlatform, rootToken, type Platform } from '../store/platform.ts';
import { createWorkers } from './workers.ts';
import { writeReply } from './write-reply.ts';
import type { SandboxOptions, LoggedRequest, Sandbox } from '../options.ts';

/** A running sandbox with its inside, for the tests of the sandbox itself. */
export interface ServedSandbox extends Sandbox {
  readonly platform: Platform;
  /** What answers a request: for what stands in front of it in the same process, and has no need to send it on. */
  readonly answer: RequestListener;
  state(): Snapshot;
}

/** Starts the platform in memory on 127.0.0.1. Throws what makes no sense: a state, faults or a version that are none. */
export async function serveSandbox(options: SandboxOptions = {}): Promise<ServedSandbox> {
  const faults = createFaults(planOf(options.faults ?? ''));
  const jobFails = (does: string, path: string): boolean => faults.fails(does, path);
  const platform = createPlatform({ ...options, edition: editionOf(options), jobFails });
  if (options.seed !== undefined) loadState(platform.state, options.seed);
  const find = createRoutes(allRoutes, platform.edition);
  const throttle = createThrottling(platform.clock);
  const limited = options.endpointLimits === 'on' ? createEndpointLimits(platform) : undefined;
  const inLine = createWorkers(options.workers ?? Infinity);
  const log: LoggedRequest[] = [];
  const underway = new Set<string>();
  const lastAnswers = new Map<string, Reply>();

  function execute(request: Incoming, struck: readonly Fault[]): Reply {
    const key = `${callerOf(request)} ${request.url}`;
    const old = lastAnswers.get(key);
    if (request.method === 'GET' && old !== undefined && struck.some((fault) => fault.kind === 'stale')) return old;
    const admin = stateEndpoint(platform, request);
    const answered = admin ?? overLimit(request) ?? dispatch(platform, find, request);
    if (request.method === 'GET' && faults.keepsOldAnswers()) lastAnswers.set(key, answered);
    return answered;
  }

  function overLimit(request: Incoming): Reply | undefined {
    const path = request.url.split('?', 1)[0]?.replace(/^\/api\/v4/, '') ?? '';
    const secret = callerOf(request).replace(/^Bearer\s+/i, '');
    return limited?.({ method: request.method, path, secret, bytes: request.body.length });
  }

  function throttled(request: Incoming, struck: readonly Fault[]): Reply {
    if (request.url.startsWith('/sandbox/')) return execute(request, struck);
    const verdicts = throttlesOf(platform, options.rateLimit, request).map(throttle);
    const refused = verdicts.find((verdict) => verdict.refused !== undefined)?.refused;
    if (refused !== undefined) return refused;
    const reply = execute(request, struck);
    const headers = verdicts.map((verdict) => (verdict.refused === undefined ? verdict.headers : {}));
    return { ...reply, headers: Object.assign({}, ...headers, reply.headers) as Record<string, string> };
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
    await inLine(async () => {
      const began = performance.now();
      if (delay > 0) {
        underway.add(`${method} ${path}`);
        await wait(delay);
        underway.delete(`${method} ${path}`);
      }
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
      const runtime = (performance.now() - began) / 1000;
      writeReply(request, response, reply, platform.clock, { runtime, cutShort: has('cut') !== undefined });
    });
  }

  const answer: RequestListener = (request, response) => {
    serve(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ message: '500 Internal Server Error' }));
    });
  };
  const server = createServer(answer);
  const port = await listen(server, options.port ?? 0);
  const url = `http://127.0.0.1:${port}`;
  platform.externalUrl = options.externalUrl ?? url;
  return {
    url,
    token: options.token ?? rootToken,
    platform,
    answer,
    log,
    underway,
    state: () => structuredClone(saveState(platform.state)),
    load: (state) => {
      loadState(platform.state, state);
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
function stateEndpoint(platform: Platform, request: Incoming): Reply | undefined {
  if (request.url !== '/sandbox/state') return undefined;
  if (request.method === 'GET') return { status: 200, body: { ...saveState(platform.state) } };
  if (request.method !== 'PUT') return message(405, '405 Method Not Allowed');
  try {
    loadState(platform.state, JSON.parse(request.body.toString('utf8')));
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
      case 'job-fails':
        break;
    }
  }
  return undefined;
}

/** What a request counts for: the limit that the sandbox was started with, and those of the instance's settings. */
function throttlesOf(platform: Platform, limit: RateLimit | undefined, request: Incoming): readonly Throttle[] {
  const set = settingThrottles(platform, request);
  if (limit === undefined || !request.url.startsWith('/api/')) return set;
  const caller = callerOf(request);
  const name = caller === '' ? 'throttle_unauthenticated_api' : 'throttle_authenticated_api';
  return [{ name, caller, limit }, ...set];
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
