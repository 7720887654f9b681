import { expect } from 'vitest';
import { createClient } from '../../../src/api/client.ts';
import type { Answer, Request } from '../../../src/api/exchange.ts';
import { identify } from '../../../src/api/instance.ts';
import { createTransport } from '../../../src/api/transport.ts';
import { observe } from '../../../src/engine/observe/observe.ts';
import { plan } from '../../../src/engine/plan/plan.ts';
import type { Desired, Json, Plan, World } from '../../../src/model.ts';
import type { ServedSandbox } from '../../../src/sandbox/http/server.ts';
import { kinds } from '../instance.ts';

/** What comes in place of an answer of GraphQL: the `number`th query, from 0, with what it would have been answered. */
export type Interference = (ask: () => Promise<Answer>, query: Query, number: number) => Promise<Answer>;

/** A query as it was sent. */
export interface Query {
  readonly text: string;
  /** How many scopes it asks for; 0 where it asks for something else. */
  readonly ids: number;
}

/** What was seen of an instance, and how. */
export interface Look {
  readonly said: readonly string[];
  readonly world: World;
  readonly plan: Plan;
  readonly queries: readonly Query[];
  /** The groups and projects whose members were read by REST. */
  readonly byRest: readonly string[];
  readonly requests: number;
}

/** Looks at a sandbox, with GraphQL as it is or as somebody interferes with it. */
export async function look(
  sandbox: Pick<ServedSandbox, 'url'>,
  token: string,
  desired: Desired,
  interfere: Interference = (ask) => ask(),
  holdsTwice = false,
): Promise<Look> {
  const transport = createTransport({
    url: sandbox.url,
    token,
    concurrency: 8,
    userAgent: 'test',
    witness: () => undefined,
  });
  const queries: Query[] = [];
  const byRest: string[] = [];
  let requests = 0;
  const send = (request: Request): Promise<Answer> => {
    requests++;
    expect(request.method).toBe('GET');
    const { pathname, searchParams } = new URL(request.path, 'http://here');
    if (/\/members$/.test(pathname)) byRest.push(decodeURIComponent(pathname.split('/')[4] ?? ''));
    if (pathname !== '/api/graphql') return transport.send(request);
    const { ids = [] } = JSON.parse(searchParams.get('variables') ?? '{}') as { ids?: readonly string[] };
    const query = { text: searchParams.get('query') ?? '', ids: ids.length };
    queries.push(query);
    return interfere(() => transport.send(request), query, queries.length - 1);
  };
  const client = createClient({ ...transport, send });
  const instance = await identify(client, sandbox.url);
  const { world, diagnostics } = await observe(desired, kinds, client, instance, undefined, undefined, holdsTwice);
  await transport.close();
  if (!holdsTwice) expect(diagnostics).toEqual([]);
  return {
    said: diagnostics.map(({ code, message }) => `${code}: ${message}`),
    world,
    plan: plan(desired, world, kinds),
    queries,
    byRest,
    requests,
  };
}

/** GraphQL behind a proxy that lets REST pass alone. */
export const off: Interference = () => Promise.resolve(answerOf(404, '<h1>404</h1>'));

/** An answer of a status, with JSON or, where it is a text, none. */
export function answerOf(status: number, body: Json): Answer {
  return { status, body, isJson: typeof body !== 'string', header: () => undefined };
}
