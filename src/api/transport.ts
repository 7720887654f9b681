import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { toldBy } from './limits/rate-limit-headers.ts';
import { ApiError } from './api-error.ts';
import { backoff, waitAsked } from './limits/backoff.ts';
import { endpointClass } from './limits/endpoint-class.ts';
import { FileChanged, formOf, type Form } from './form.ts';
import { createGate, type Pass } from './limits/gate.ts';
import { workedOn } from './limits/read-pace.ts';
import { isOwnRefusal } from './own-refusal.ts';
import { Endless, noAnswer, unreachable } from './no-answer.ts';
import { proxied } from './proxy.ts';
import { STALL, WHOLE_ANSWER } from './timeout.ts';
import type { Delay } from '../base/delay.ts';
import { unhurryParser } from './unhurried-parser.ts';
import type { Json } from '../model.ts';
import type { Request, Answer, Witness } from './exchange.ts';

const ATTEMPTS = 6;

const CONNECT = 10_000;

/** After so many milliseconds without an answer it is said that there is none, and not more often than that. */
const PATIENCE = 5000;

/** By how much undici's own timers, which go in ticks, may be late, in milliseconds. */
const TICKS = 2000;

/** No page of the platform comes near this, in bytes; what is larger is no answer of a GitLab. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

/** The platform's answers are a dozen deep at most, and what is kept as it was sent is refused long before this. */
const DEEPEST_ANSWER = 500;

/** What sends requests: with retries where a repetition cannot do harm, and never more at a time than the platform bears. */
export interface Transport {
  /** How many requests are under way together at most. */
  readonly atATime: number;
  send(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

/** A transport to the instance at `url`, which answers every request with `token`. Throws ApiError where no answer can be had, and FileChanged. */
export function createTransport(options: {
  readonly url: string;
  readonly token: string;
  readonly concurrency: number;
  readonly userAgent: string;
  readonly witness: Witness;
  /** How long an answer may stand still before its request is given up, in milliseconds. */
  readonly stall?: number | undefined;
  /** Is told where nothing comes back for long, now and then, and why. */
  readonly waiting?: (delay: Delay) => void;
}): Transport {
  unhurryParser();
  const gate = createGate(options.concurrency, (milliseconds) =>
    options.waiting?.({ type: 'kept-back', milliseconds }),
  );
  const stall = options.stall ?? STALL;
  const dispatcher = dispatcherFor(options.concurrency, stall);
  let closed = false;
  let told = Number.NEGATIVE_INFINITY;
  const stillWaiting = (since: number, message: string, attempt: number): void => {
    const now = performance.now();
    if (now - since < PATIENCE || now - told < PATIENCE) return;
    told = now;
    options.waiting?.({ type: 'no-answer', message, attempt, of: ATTEMPTS });
  };
  const origin = new URL(options.url);
  const base = origin.pathname.replace(/\/+$/, '');
  const headers = { 'private-token': options.token, 'user-agent': options.userAgent, accept: 'application/json' };

  const once = async (request: Request): Promise<Answer> => {
    const started = new Date();
    const url = new URL(`${origin.origin}${base}${request.path}`);
    const answer = await exchange(
      { dispatcher, headers, begun: 2 * stall + TICKS, ended: WHOLE_ANSWER * stall + TICKS },
      url,
      request,
    );
    options.witness(request, answer, started, Date.now() - started.getTime());
    return answer;
  };

  return {
    atATime: options.concurrency,
    async send(request) {
      let mayBeDone = false;
      const since = performance.now();
      for (let attempt = 0; ; attempt++) {
        const tried = await gate.run(
          async (pass) => {
            const tried = await once(request).then(answered, failed);
            if (tried.type === 'answer') tell(pass, tried.answer, attempt);
            return tried;
          },
          endpointClass(request.method, request.path),
        );
        const isRefused = tried.type === 'answer' && tried.answer.status === 429;
        const last = closed || attempt + 1 >= ATTEMPTS || (request.once === true && !isRefused);
        if (tried.type === 'answer') {
          const { answer } = tried;
          // Its predecessor's answer was lost, and now there is nothing left to delete: it has been deleted.
          if (mayBeDone && request.method === 'DELETE' && answer.status === 404)
            return { ...answer, status: 204, body: undefined, isJson: false };
          if (last || !mayRepeat(request, answer)) return answer;
          if (!isLimited(answer)) mayBeDone = true;
          // The gate keeps back what was refused by a limiter, and all that would be refused with it.
          if (answer.status !== 429) await sleep(waitAsked(answer.header, Date.now()) ?? backoff(attempt));
        } else {
          // What was sent of it is no whole request, so that nobody has done anything.
          if (tried.error instanceof FileChanged) throw tried.error;
          const unlike = unlikeGitlab(tried.error);
          if (unlike !== undefined) throw notGitlab(request, unlike);
          const trouble = noAnswer(tried.error, options.url);
          mayBeDone ||= trouble.mayBeDone;
          // What came through before the last attempt may have been done, whatever kept that one from coming through.
          if (last || trouble.isFinal || (mayBeDone && !isRepeatable(request)))
            throw unreachable(request, trouble, mayBeDone);
          stillWaiting(since, trouble.message, attempt + 2);
          await sleep(backoff(attempt));
        }
      }
    },
    close() {
      closed = true;
      // What still tries to connect is not waited for.
      return dispatcher.destroy();
    },
  };
}

/**
 * Tells the gate what an answer says of limits, and of the work on it. A limit of one endpoint is told in JSON, that of all requests in
 * plain text (18.9).
 */
function tell(pass: Pass, { status, header, isJson }: Answer, attempt: number): void {
  const now = Date.now();
  const told = toldBy(header, now);
  if (told !== undefined) pass.told(told);
  const worked = workedOn(header);
  if (worked !== undefined) pass.worked(worked);
  if (status !== 429) return;
  pass.refused(waitAsked(header, now) ?? backoff(attempt), isJson ? 'this endpoint' : 'everything');
}

type Tried = { readonly type: 'answer'; readonly answer: Answer } | { readonly type: 'failure'; readonly error: Error };

function answered(answer: Answer): Tried {
  return { type: 'answer', answer };
}

function failed(error: unknown): Tried {
  return { type: 'failure', error: error instanceof Error ? error : new Error(String(error)) };
}

function dispatcherFor(connections: number, stall: number): Dispatcher {
  const bounds = {
    connections,
    headersTimeout: stall,
    bodyTimeout: stall,
    connect: { timeout: Math.min(CONNECT, stall) },
    maxResponseSize: LARGEST_ANSWER,
  };
  const isProxied = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].some((name) => process.env[name]);
  return isProxied ? proxied(bounds) : new Agent(bounds);
}

/** What all requests of a transport have in common. */
interface Wire {
  readonly dispatcher: Dispatcher;
  readonly headers: { readonly 'private-token': string; readonly [name: string]: string };
  /** Within so many milliseconds an answer has begun, whatever undici waits for. */
  readonly begun: number;
  /** Within so many milliseconds a whole answer has come, however steadily it comes. */
  readonly ended: number;
}

async function exchange({ dispatcher, headers, begun, ended }: Wire, url: URL, request: Request): Promise<Answer> {
  const form = request.attaches && formOf(request.body, request.attaches);
  // While a file is sent, nothing is answered.
  const latest = begun + (form?.sending ?? 0);
  const sent = dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: { ...headers, ...contentOf(request, form), ...request.headers },
    ...(form ? { body: Readable.from(form.body()), headersTimeout: latest } : jsonOfBody(request)),
  });
  const { statusCode, headers: answered, body } = await within(latest, sent, new Error('no answer has begun'));
  const whole = within(ended, body.text(), new Endless(ended - TICKS)).catch((error: unknown) => {
    body.destroy();
    throw error;
  });
  const text = await whole;
  const header = (name: string): string | undefined => {
    const value = answered[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const isFile = request.asText === true && statusCode >= 200 && statusCode < 300;
  return { status: statusCode, header, ...(isFile ? { body: text, isJson: false } : parse(text)) };
}

function contentOf({ body }: Request, form: Form | undefined): { readonly [name: string]: string } {
  if (form !== undefined) return form.headers;
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function jsonOfBody({ body }: Request): { readonly body?: string } {
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

/** What a promise comes to within so many milliseconds; a rejection where it comes to nothing. */
function within<Result>(milliseconds: number, promise: Promise<Result>, late: Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(late);
    }, milliseconds);
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/** An answer whose parts stand in one another so deep that whatever walks through it would run out of its stack. */
class TooDeep extends Error {}

function parse(text: string): Pick<Answer, 'body' | 'isJson'> {
  if (text === '') return { body: undefined, isJson: false };
  const body = jsonOf(text);
  if (body === undefined) return { body: text, isJson: false };
  if (isDeeper(body, DEEPEST_ANSWER)) throw new TooDeep();
  return { body, isJson: true };
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether lists and maps stand in one another deeper than this. */
function isDeeper(value: Json, than: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return than === 0 || Object.values(value).some((inner: Json) => isDeeper(inner, than - 1));
}

/** A list of changes, as a PATCH takes it, is done twice as little as a creation: what goes is gone, and what comes is there. */
function isRepeatable({ method }: Request): boolean {
  return method !== 'POST' && method !== 'PATCH';
}

/** A refusal by GitLab's own limiters comes before anything is executed; the other temporary answers may come after. */
function mayRepeat(request: Request, answer: Answer): boolean {
  return isLimited(answer) || (isRepeatable(request) && [408, 429, 500, 502, 503, 504].includes(answer.status));
}

function isLimited(answer: Answer): boolean {
  return answer.status === 429 && isOwnRefusal(answer);
}

/** What is said of an answer that no GitLab gives. Asked again, it would be as large or as deep again. */
function unlikeGitlab(error: Error): string | undefined {
  if (error instanceof TooDeep) return `is nested more than ${DEEPEST_ANSWER} deep`;
  const isTooLarge = 'code' in error && error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
  return isTooLarge ? `is larger than ${LARGEST_ANSWER / 1024 / 1024} MiB` : undefined;
}

function notGitlab(request: Request, unlike: string): ApiError {
  const outcomeUnknown = request.method !== 'GET';
  return new ApiError('not-gitlab', `the answer to ${request.method} ${request.path} ${unlike}`, request, {
    outcomeUnknown,
  });
}
