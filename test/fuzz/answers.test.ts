import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import { createClient } from '../../src/api/client.ts';
import { identify } from '../../src/api/instance.ts';
import type { Transport } from '../../src/api/transport.ts';
import type { Answer, Request } from '../../src/api/exchange.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { observe } from '../../src/engine/observe/observe.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { kinds as allKinds } from '../../src/kinds/index.ts';
import type { Json, Plan } from '../../src/model.ts';
import { serveSandbox } from '../../src/sandbox/http/server.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { desiredOf, keelson } from '../support/keelson.ts';

const kinds = kindsByName(allKinds);
const SECRET = { FUZZ: 'a-secret-of-the-fuzz' };

const before = `
instance:
  settings: { signup_enabled: false }
  plan_limits: { default: { ci_pipeline_size: 5 } }
  member_roles: { reviewer: { base: guest, permissions: [read_code] } }
  system_hooks: { audit: { url: "https://audit.example.com/" } }
groups:
  team: { description: one, members: { alice: { role: reviewer } }, saml_links: { devs: developer } }
  team/sub: { hooks: { ci: { url: "https://ci.example.com/" } }, ldap_links: [{ provider: ldapmain, cn: x, access_level: guest }] }
`;
const after = before
  .replace('signup_enabled: false', 'signup_enabled: true')
  .replace('description: one', 'prune: [members, hooks], description: two')
  .replace('ci_pipeline_size: 5', 'ci_pipeline_size: 6')
  .replace('https://ci.example.com/', 'https://cd.example.com/');
const desired = desiredOf(after, SECRET);

let sandbox: ServedSandbox;
const recorded = new Map<string, Answer>();

beforeAll(async () => {
  sandbox = await serveSandbox();
  const headers = { 'content-type': 'application/json', 'private-token': sandbox.token };
  const alice = { username: 'alice', name: 'alice', email: 'alice@example.com', password: 'long enough' };
  await fetch(`${sandbox.url}/api/v4/users`, { method: 'POST', headers, body: JSON.stringify(alice) });
  const program = keelson(sandbox.url, sandbox.token, SECRET);
  await program.apply(before);
  await program.close();
  await planBy(live);
  await sandbox.close();
});

const missing: Answer = { status: 404, body: { message: '404 Not Found' }, isJson: true, header: () => undefined };

/** What the sandbox has answered. */
function recalled({ path }: Request): Answer {
  return recorded.get(path) ?? missing;
}

/** What the sandbox answers, asked once. */
async function live({ path }: Request): Promise<Answer> {
  const known = recorded.get(path);
  if (known !== undefined) return known;
  const response = await fetch(`${sandbox.url}${path}`, { headers: { 'private-token': sandbox.token } });
  const body = (await response.json()) as Json;
  const answer: Answer = {
    status: response.status,
    body,
    isJson: true,
    header: (name) => response.headers.get(name) ?? undefined,
  };
  recorded.set(path, answer);
  return answer;
}

async function planBy(send: Transport['send']): Promise<Plan> {
  const transport: Transport = {
    atATime: 32,
    send: (request) => {
      if (request.method !== 'GET') throw new Error(`a plan sends ${request.method}`);
      return send(request);
    },
    close: () => Promise.resolve(),
  };
  const client = createClient(transport);
  const instance = await identify(client, 'https://gitlab.example.com');
  const { world } = await observe(desired, kinds, client, instance);
  return plan(desired, world, kinds);
}

/** How a plan ends: well, or with what a user is told. Everything else is a bug. */
async function outcomeOf(send: Transport['send']): Promise<string> {
  try {
    for (const { calls } of (await planBy(send)).changes) {
      for (const { path } of calls) expect(path).not.toMatch(/undefined|null|NaN|\[object|Infinity/);
    }
    return 'planned';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.message).not.toMatch(/\[object|\bat .+:\d+:\d+/);
    return error.code;
  }
}

const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, '', 'x', 0, -1, 1e300, [], {}, [[]], [null], { id: null }, '../../x', '\u0000'),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

interface Damage {
  readonly request: number;
  readonly field: number;
  readonly by: 'removed' | 'another' | 'whole' | 'doubled' | 'status' | 'text';
  readonly junk: Json;
  readonly status: number;
}

const damage: fc.Arbitrary<Damage> = fc.record({
  request: fc.nat({ max: 30 }),
  field: fc.nat({ max: 400 }),
  by: fc.constantFrom('removed', 'another', 'another', 'whole', 'doubled', 'status', 'text'),
  junk,
  status: fc.constantFrom(204, 301, 302, 400, 401, 403, 404, 405, 412, 418, 422, 429, 500, 502, 503),
});

function damagedAnswer(answer: Answer, { by, field, junk: value, status }: Damage): Answer {
  switch (by) {
    case 'status':
      return { ...answer, status, body: { message: value } };
    case 'text':
      return { ...answer, isJson: false, body: '<html>502 Bad Gateway</html>' };
    case 'whole':
      return { ...answer, body: value };
    case 'doubled':
      return { ...answer, body: [answer.body ?? null, answer.body ?? null] };
    case 'removed':
    case 'another':
      return { ...answer, body: withField(answer.body ?? null, { left: field % fieldsIn(answer.body) }, by, value) };
  }
}

function fieldsIn(body: Json | undefined): number {
  return Math.max(1, JSON.stringify(body ?? null).split('":').length - 1);
}

/** The same JSON with its n-th field put another way. */
function withField(body: Json, at: { left: number }, by: 'removed' | 'another', value: Json): Json {
  if (Array.isArray(body)) return (body as readonly Json[]).map((item) => withField(item, at, by, value));
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body).flatMap(([name, inner]): [string, Json][] => {
    if (at.left-- === 0) return by === 'removed' ? [] : [[name, value]];
    return [[name, withField(inner, at, by, value)]];
  });
  return Object.fromEntries(entries);
}

describe('answers that no GitLab gives', () => {
  it('lead to a plan or to a sentence, and to no call that leads nowhere', { timeout: 120_000 }, async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 2 }), async (damages) => {
        let number = 0;
        const outcome = await outcomeOf((request) => {
          const found = damages.filter((one) => one.request === number);
          number++;
          return Promise.resolve(found.reduce(damagedAnswer, recalled(request)));
        });
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }),
      { numRuns: 3000, seed: 20_261_120 },
    );
    expect(seen.get('planned')).toBeGreaterThan(100);
    expect(seen.get('not-gitlab')).toBeGreaterThan(100);
  });
});

describe('pages without an end', () => {
  const endless: readonly [what: string, headers: (page: number) => { readonly [name: string]: string }][] = [
    ['that count on', (page) => ({ 'x-next-page': String(page + 1) })],
    ['that stay where they are', () => ({ 'x-next-page': '2' })],
    ['of which there are a thousand million', () => ({ 'x-next-page': '2', 'x-total-pages': '1000000000' })],
    ['of which there is no number', () => ({ 'x-next-page': '2', 'x-total-pages': 'Infinity' })],
    ['between the numbers', () => ({ 'x-next-page': '1.5' })],
    ['that lead to themselves', () => ({ link: '<https://gitlab.example.com/api/v4/x?cursor=1>; rel="next"' })],
    ['that lead on and on', (page) => ({ link: `<https://elsewhere.example.com/x?cursor=${page}>; rel="next"` })],
  ];

  it.each(endless)('%s are told', async (_what, headersOf) => {
    let asked = 0;
    const client = createClient({
      atATime: 32,
      send: () => {
        const headers = headersOf(++asked);
        return Promise.resolve({ status: 200, body: [{ id: asked }], isJson: true, header: (name) => headers[name] });
      },
      close: () => Promise.resolve(),
    });
    await expect(client.read({ path: '/x', pages: true })).rejects.toThrow('the pages of GET /x do not come to an end');
    expect(asked).toBeLessThanOrEqual(5001);
  });
});
