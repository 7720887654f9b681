import { authenticate } from './auth.ts';
import { runDue } from '../background/jobs.ts';
import { givenParams } from './body.ts';
import type { RequestContext } from './request-context.ts';
import { today } from '../store/clock.ts';
import { licensed } from '../store/edition.ts';
import { isKeptOut, readOnly } from './maintenance-mode.ts';
import { graphqlPath, graphqlRefusal, graphqlRoute } from '../graphql/endpoint.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { pictureAt } from '../groups/pictures.ts';
import { failure, notFound, refusalOf, refuse } from './reply.ts';
import type { Reply } from './reply.ts';
import type { AnyRoute } from './route.ts';
import type { Found } from './router.ts';
import { validate } from './validate.ts';
import type { Platform } from '../store/platform.ts';

/** A request as it came over the wire. */
export interface Incoming {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

const prefix = '/api/v4';

/** Answers one request: from the bytes to the reply, without the network. */
export function dispatch(platform: Platform, find: (method: string, path: string) => Found, request: Incoming): Reply {
  try {
    runDue(platform);
    return answer(platform, find, request);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return refusal;
  }
}

function answer(platform: Platform, find: (method: string, path: string) => Found, request: Incoming): Reply {
  const [path, query] = splitOnce(request.url, '?');
  if (!wellFormed(request)) return { status: 400, text: 'Bad Request' };
  if (path.startsWith('/api/v3/')) return failure(410, 'API V3 is no longer supported. Use API V4 instead.');
  if (path === graphqlPath) return answerGraphql(platform, request, query);
  if (!path.startsWith(`${prefix}/`)) {
    const nobody = { user: undefined, token: undefined, admin: false };
    const { method, url, headers } = request;
    return pictureAt({ platform: platform, method, url, headers, ...nobody }, path) ?? failure(404, '404 Not Found');
  }
  if (isKeptOut(platform, request.method, path)) return readOnly(platform, request);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = find(method, path.slice(prefix.length));
  switch (found.kind) {
    case 'unknown path':
      return failure(404, '404 Not Found');
    case 'undefined verb':
      return undefinedVerb(method, found.allowed);
    case 'malformed path':
      return { status: 400, text: 'Bad Request' };
    case 'route': {
      const given = { ...givenParams(query, request), ...found.path };
      return callRoute(platform, found.route, request, given);
    }
  }
}

/** OPTIONS tells the verbs; any other verb that a path lacks ends in the route for all unknown paths (18.9). */
function undefinedVerb(method: string, allowed: readonly string[]): Reply {
  if (method !== 'OPTIONS') return failure(404, '404 Not Found');
  const verbs = ['OPTIONS', ...allowed, ...(allowed.includes('GET') ? ['HEAD'] : [])];
  return { status: 204, headers: { Allow: verbs.join(', ') } };
}

function answerGraphql(platform: Platform, request: Incoming, query: string): Reply {
  try {
    const given = givenParams(query, request);
    return callRoute(platform, graphqlRoute, request, given);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return graphqlRefusal(refusal);
  }
}

function callRoute(platform: Platform, route: AnyRoute, request: Incoming, given: JsonObject): Reply {
  const identity = authenticate(platform, route, request.headers, given);
  const context: RequestContext = {
    platform: platform,
    method: request.method,
    url: request.url,
    headers: request.headers,
    ...identity,
  };
  route.before(context, { id: textOf(given['id']) });
  const declared = validate(route.params, route.rules, given, platform.edition);
  if (declared.errors.length > 0) refuse(failure(400, declared.errors.join(', ')));
  if (!licensed(platform.edition, route.tier)) return route.unlicensed ?? notFound();
  const reply = route.run(context, { ...pathOnly(route, given), ...declared.values });
  noteActivity(context);
  return reply;
}

/** A request that was answered counts as activity, once a day (any endpoint, 18.9). */
function noteActivity({ platform, user }: RequestContext): void {
  const day = today(platform.clock);
  if (user !== undefined && user.last_activity_on !== day) platform.state.users.update(user, { last_activity_on: day });
}

/** Path parameters that a route does not declare stay text. */
function pathOnly(route: AnyRoute, given: JsonObject): JsonObject {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return Object.fromEntries(names.filter((name) => !(name in route.params)).map((name) => [name, given[name]]));
}

/** NUL bytes and bytes that are no UTF-8 never reach the API (any endpoint, 18.9). */
function wellFormed(request: Incoming): boolean {
  const credentials = `${request.headers['authorization'] ?? ''}${request.headers['private-token'] ?? ''}`;
  if (/%00/.test(request.url) || credentials.includes('\0') || request.body.includes(0)) return textless(request);
  try {
    decodeURIComponent(request.url.replaceAll('+', ' '));
    return true;
  } catch {
    return false;
  }
}

/** Only an upload may carry a zero byte. */
function textless(request: Incoming): boolean {
  const upload = request.headers['content-type']?.startsWith('multipart/') === true;
  return upload && !/%00/.test(request.url);
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
