import { isJsonObject } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { anyone, route } from '../http/route.ts';
import { execute } from './execute.ts';
import { parse } from './parse.ts';
import type { Operation } from './parse.ts';

/** Where GraphQL is spoken; it stands beside the REST API, not below it. */
export const graphqlPath = '/api/graphql';

/** GET and POST /api/graphql: open to anyone, who then sees what is public; mutations ask for the scope api (18.9). */
export const graphqlRoute = route({
  method: 'POST',
  path: '/graphql',
  anonymous: true,
  scopes: ['read_api'],
  params: { query: { type: 'string' }, variables: { type: 'json' }, operationName: { type: 'string' } },
  access: anyone,
  handle: ({ context, args }) => {
    const variables = variablesOf(args.variables);
    if (variables === undefined) return failed(422, 'Variables are invalid.');
    const operations = operationsOf(args.query ?? '');
    if ('error' in operations) return ok({ errors: [operations.error] });
    const operation = chosen(operations.list, args.operationName ?? undefined);
    if (typeof operation === 'string') return ok({ errors: [{ message: operation }] });
    if (context.method !== 'POST' && operation.kind === 'mutation') {
      return failed(422, `Mutations are forbidden in ${context.method} requests`);
    }
    return ok(execute(context, operation, variables));
  },
});

/** A refusal that came before the query was read, in the words of GraphQL. */
export function graphqlRefusal(refusal: Reply): Reply {
  if (refusal.status === 401) return failed(401, 'Invalid token');
  // Whoever is locked out is told no more (POST /api/graphql, 18.9).
  if (refusal.status === 403 && !isScopeRefusal(refusal)) return failed(403, 'API not accessible for user');
  const { body } = refusal;
  const text = isJsonObject(body) ? (body['error_description'] ?? body['error'] ?? body['message']) : undefined;
  return failed(refusal.status, typeof text === 'string' ? text : 'Internal server error');
}

function isScopeRefusal({ body }: Reply): boolean {
  return isJsonObject(body) && body['error'] !== undefined;
}

function failed(status: number, text: string): Reply {
  return { status, body: { errors: [{ message: text }] } };
}

/** Variables come as an object or as its JSON; undefined for what is neither. */
function variablesOf(sent: Json | undefined): JsonObject | undefined {
  if (sent === undefined || sent === null || sent === '') return {};
  if (isJsonObject(sent)) return sent;
  try {
    const parsed: unknown = JSON.parse(typeof sent === 'string' ? sent : 'null');
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function operationsOf(query: string): { readonly list: readonly Operation[] } | { readonly error: JsonObject } {
  if (query.trim() === '') return { error: { message: 'Unexpected end of document', locations: [] } };
  try {
    return { list: parse(query) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return {
      error: {
        message: error.message,
        ...(error.cause === undefined ? {} : { locations: [error.cause as JsonObject] }),
      },
    };
  }
}

function chosen(operations: readonly Operation[], name: string | undefined): Operation | string {
  const [only, ...others] = operations;
  if (name === undefined && others.length === 0 && only !== undefined) return only;
  if (name === undefined) return 'An operation name is required';
  return operations.find((operation) => operation.name === name) ?? `No operation named "${name}"`;
}
