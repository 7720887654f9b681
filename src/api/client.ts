import { isMap } from '../base/shape.ts';
import { toldWords, UNTOLD } from '../base/told-words.ts';
import type { Json, JsonObject } from '../model.ts';
import type { Read } from '../read.ts';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { objectOf, saysYes, type FilledCall } from './call-answers.ts';
import { graphqlErrors } from './graphql-errors.ts';
import { workedOn } from './limits/read-pace.ts';
import { following, totalOf, type Following } from './pages.ts';
import { ahead } from './pages-ahead.ts';
import { createBound } from './pages-bound.ts';
import { createPlatformClock } from './platform-clock.ts';
import { toldBy, type Told } from './query.ts';
import type { Transport } from './transport.ts';
import type { Answer, Request } from './exchange.ts';
import { isOwnRefusal } from './own-refusal.ts';
import { absolute, target } from './request-target.ts';
import { serverMessageOf } from './server-message.ts';

export type { FilledCall } from './call-answers.ts';

/** The platform's largest page; it cuts a larger one silently. */
const PAGE = 100;

/** Queries are answered to GET as well, mutations are not (GET /api/graphql, 18.9). */
const GRAPHQL = '/api/graphql';

/** A list whose pages do not agree on how long it is has changed while it was read: it is read again, so many times in all. */
const MOST_TRIES = 3;

/** The rows of all pages, and whether some went or came between two of them: one may be missing that is there. */
interface Listed {
  readonly rows: readonly JsonObject[];
  readonly hasMoved: boolean;
}

/** A list of which the first page has been read. */
export interface Listing {
  readonly rows: readonly JsonObject[];
  /** How many pages there are; undefined where the platform does not say. */
  readonly pages: number | undefined;
  /** All rows, those of the first page included. */
  all(): Promise<readonly JsonObject[]>;
}

/** The platform, as this program sees it: reads with all their pages, and calls. Both throw ApiError for anything but success. */
export interface Client {
  /** How many requests are under way together at most; others wait for them. */
  readonly atATime: number;
  /** What is at the other end of a read: an object, or all rows of a list; undefined where it may be missing and is. */
  read(read: Read): Promise<JsonObject | readonly JsonObject[] | undefined>;
  /** The first page of a list, and the way to the others. */
  list(read: Read): Promise<Listing>;
  /**
   * The rows of a list up to the page that has one of this sort, page after page, so many pages at most; and whether these are all that
   * there are.
   */
  readUntil(
    read: Read,
    isEnough: (row: JsonObject) => boolean,
    most: number,
  ): Promise<{ readonly rows: readonly JsonObject[]; readonly areAll: boolean }>;
  /** How many rows a list has, asked for one of them; undefined where it has some and the platform does not say how many, as above 10,000. */
  count(read: Read): Promise<number | undefined>;
  /** The text of a file, as it stands there; undefined where there is none. */
  text(path: string): Promise<string | undefined>;
  /** What GraphQL says to a query: asked by GET and once, because REST is another way to whatever it says. */
  ask(query: string, variables: JsonObject): Promise<Told>;
  /**
   * Sends a call, and gives the object that it answers with; undefined where it answers with nothing, as a removal may. Success in any
   * other shape is none of GitLab's, and nobody knows what became of the call.
   */
  send(call: FilledCall): Promise<JsonObject | undefined>;
  /** The platform's own time of its last answer to a read, as an HTTP date. */
  lastAnsweredAt(): string | undefined;
  /** By how many milliseconds its clock is ahead of this one's, as that answer told; 0 where the two are one as far as can be seen. */
  clockAhead(): number;
  close(): Promise<void>;
}

/** A client on top of a transport. */
export function createClient(transport: Transport): Client {
  const clock = createPlatformClock();
  const get = async (path: string, { secrets }: Read): Promise<Answer> => {
    const answer = await follow(transport, { method: 'GET', path, secrets });
    clock.heard(answer.header('date'));
    return answer;
  };

  const rest = async (read: Read, first: Answer): Promise<readonly JsonObject[]> => {
    let listed = await allPages(read, first);
    for (let tries = 1; listed.hasMoved && tries < MOST_TRIES; tries++)
      listed = await allPages(read, await firstPage(read));
    return listed.rows;
  };

  const allPages = async (read: Read, first: Answer): Promise<Listed> => {
    const rows = rowsOf(read, first);
    const totals = new Set(totalOf(first));
    let answer = first;
    let onPage = rows.length;
    const bound = createBound(read);
    for (let at = 1; ;) {
      const more = whatFollows(read, answer, { at, onPage, seen: rows.length });
      if (more.type === 'none') return { rows, hasMoved: totals.size > 1 };
      bound(more);
      const pages: Answer[] =
        more.type === 'numbers'
          ? await ahead(more, (page) => get(target(read, { page, per_page: PAGE }), read))
          : [await get(`${absolute(read.path)}?${more.query}`, read)];
      for (const page of pages) {
        const more = rowsOf(read, page);
        onPage = more.length;
        for (const row of more) rows.push(row);
        for (const total of totalOf(page)) totals.add(total);
      }
      const last = pages.at(-1);
      if (last === undefined) return { rows, hasMoved: totals.size > 1 };
      at = more.type === 'numbers' ? more.next + pages.length - 1 : at + 1;
      answer = last;
    }
  };

  const firstPage = (read: Read): Promise<Answer> => get(target(read, { per_page: PAGE }), read);

  return {
    atATime: transport.atATime,
    async list(read) {
      const first = await firstPage(read);
      const rows = rowsOf(read, first);
      const more = whatFollows(read, first, { at: 1, onPage: rows.length, seen: rows.length });
      const pages = more.type === 'none' ? 1 : more.type === 'numbers' && more.total ? more.last : undefined;
      return { rows, pages, all: () => rest(read, first) };
    },
    async read(read) {
      const first = await (read.pages ? firstPage(read) : get(target(read), read));
      if (first.status === 404 && read.mayBeMissing) return undefined;
      if (read.pages) return rest(read, first);
      const { body } = first;
      const request = { method: 'GET', path: read.path, secrets: read.secrets };
      refuse(request, first);
      if (read.path === GRAPHQL) refuseGraphql(request, first);
      if (read.unpaged) return rowsOf(read, first);
      if (body === null && read.mayBeNull) return undefined;
      if (isMap(body)) return body;
      const missing = first.isJson ? 'an object' : 'JSON';
      throw new ApiError('not-gitlab', `GET ${read.path} does not answer with ${missing}`, request);
    },
    async readUntil(read, isEnough, most) {
      const rows: JsonObject[] = [];
      let answer = await firstPage(read);
      for (let at = 1; ; at++) {
        const page = rowsOf(read, answer);
        for (const row of page) rows.push(row);
        const more = whatFollows(read, answer, { at, onPage: page.length, seen: rows.length });
        if (more.type === 'none' || at >= most || page.some(isEnough)) return { rows, areAll: more.type === 'none' };
        answer = await get(
          more.type === 'numbers'
            ? target(read, { page: more.next, per_page: PAGE })
            : `${absolute(read.path)}?${more.query}`,
          read,
        );
      }
    },
    async count(read) {
      const answer = await get(target(read, { per_page: 1 }), read);
      const rows = rowsOf(read, answer);
      whatFollows(read, answer, { at: 1, onPage: rows.length, seen: rows.length });
      const [total] = totalOf(answer);
      return rows.length === 0 ? 0 : total;
    },
    async text(path) {
      const request = { method: 'GET', path: absolute(path), asText: true } as const;
      const answer = await follow(transport, request);
      if (answer.status === 404 && answer.isJson) return undefined;
      refuse({ method: 'GET', path }, answer);
      return typeof answer.body === 'string' ? answer.body : '';
    },
    async ask(query, variables) {
      const path = target({ path: GRAPHQL, query: { query, variables: JSON.stringify(variables) } });
      const began = performance.now();
      const answer = await transport.send({ method: 'GET', path, once: true });
      clock.heard(answer.header('date'));
      refuse({ method: 'GET', path: GRAPHQL }, answer);
      return toldBy(answer.body, performance.now() - began, workedOn(answer.header));
    },
    async send(call) {
      const { method, body, attaches, headers } = call;
      const request: Request = { method, path: target(call), body, attaches, ...(headers ? { headers } : {}) };
      const answer = await transport.send(request);
      refuse(call, answer);
      refuseGraphql(call, answer);
      if (call.isVerdict && saysYes(call, answer)) return undefined;
      return objectOf(call, answer);
    },
    lastAnsweredAt: () => clock.lastAnsweredAt(),
    clockAhead: () => clock.clockAhead(),
    close: () => transport.close(),
  };
}

/** A moved project answers a GET with 301 to its numeric address; nothing is ever sent to another host than our own. */
async function follow(transport: Transport, request: Request): Promise<Answer> {
  const answer = await transport.send(request);
  if (answer.status < 301 || answer.status > 308 || answer.status === 304) return answer;
  const location = answer.header('location') ?? '';
  const at = location.indexOf('/api/v4/');
  const path = at < 0 ? undefined : location.slice(at);
  if (path === undefined || path === request.path) {
    // What a way to sign in carries behind its path are tickets of many names, and tells nobody where it leads.
    const where = request.secrets === undefined ? toldWords(location.replace(/[?#].*/s, '')) : UNTOLD;
    throw new ApiError('redirected', `the server redirects to ${where || 'nowhere'}`, request, {
      status: answer.status,
    });
  }
  const moved = await transport.send({ ...request, path });
  refuse({ method: 'GET', path, secrets: request.secrets }, moved);
  return moved;
}

function rowsOf(read: Read, answer: Answer): JsonObject[] {
  refuse({ method: 'GET', path: read.path, secrets: read.secrets }, answer);
  const { body } = answer;
  if (Array.isArray(body) && (body as readonly Json[]).every(isMap)) return body as JsonObject[];
  throw new ApiError('not-gitlab', `GET ${read.path} does not answer with a list of objects`, {
    method: 'GET',
    path: read.path,
  });
}

/**
 * The pages after one. Where a gateway drops the headers that tell of them, or totals tell of more than was seen, a full page is not the
 * last: the next one is asked for. An empty list of several is none of GitLab's, and throws.
 */
function whatFollows(
  { path }: Read,
  answer: Answer,
  { at, onPage, seen }: { readonly at: number; readonly onPage: number; readonly seen: number },
): Following {
  const more = following(answer);
  const [total = 0] = totalOf(answer);
  if (more.type !== 'none') return more;
  if (seen === 0 && total > 0)
    throw new ApiError('not-gitlab', `GET ${path} is said to have ${total} rows, and shows none`, {
      method: 'GET',
      path,
    });
  const saysNothing = answer.header('x-next-page') === undefined && answer.header('link') === undefined;
  return onPage === PAGE && (saysNothing || total > seen)
    ? { type: 'numbers', next: at + 1, last: at + 1, total: false }
    : more;
}

/** Throws what a status other than success means. */
function refuse(
  request: {
    readonly method: string;
    readonly path: string;
    readonly secrets?: Read['secrets'] | undefined;
    readonly mayBeAnything?: true | undefined;
  },
  answer: Answer,
): void {
  if (answer.status >= 200 && answer.status < 300) return;
  const isLost = answer.status >= 500 || answer.status === 408;
  // Who has a lock is said in whatever that one has left there.
  const isOwn = isOwnRefusal(answer) || (request.mayBeAnything === true && answer.isJson);
  if (request.method !== 'GET' && !isLost && !isOwn) throw notOurs(request, answer);
  const trouble = troubleOf(answer);
  const told = answer.isJson || trouble === 'rate-limited' ? serverMessageOf(answer.body) : undefined;
  const words = told !== undefined && request.secrets !== undefined ? UNTOLD : told;
  const said = words === undefined ? '' : `: ${words}`;
  throw new ApiError(trouble, `${request.method} ${request.path} was answered with ${answer.status}${said}`, request, {
    status: answer.status,
    serverMessage: words,
    body: answer.isJson && request.secrets === undefined ? answer.body : undefined,
    outcomeUnknown: isLost,
  });
}

/** A write to which no GitLab has said no: a gateway has, and nobody knows whether it had let the call through. */
function notOurs(
  request: { readonly method: string; readonly path: string },
  { status, body, isJson }: Answer,
): ApiError {
  const what = body === undefined ? 'nothing in it' : isJson ? 'no reason in it' : 'no JSON';
  const message = `${request.method} ${request.path} was answered with ${status} and ${what}`;
  return new ApiError('not-gitlab', message, request, { status, outcomeUnknown: true });
}

/** Throws what GraphQL says went wrong, with a status of success. */
function refuseGraphql(request: { readonly method: string; readonly path: string }, answer: Answer): void {
  const words = graphqlErrors(answer.body);
  if (words === undefined) return;
  throw new ApiError('refused', `GraphQL answers with errors: ${words}`, request, {
    status: answer.status,
    serverMessage: words,
  });
}

function troubleOf(answer: Answer): ApiErrorCode {
  const error = isMap(answer.body) ? answer.body['error'] : undefined;
  const scope = error === 'insufficient_scope' || error === 'insufficient_granular_scope';
  if (answer.status === 401) return 'unauthorized';
  if (answer.status === 403) return scope ? 'insufficient-scope' : 'forbidden';
  if (answer.status === 404) return answer.isJson ? 'not-found' : 'not-gitlab';
  if (answer.status === 429) return 'rate-limited';
  if (answer.status >= 500) return 'server-error';
  return 'refused';
}
