import { createClient } from '../../src/api/client.ts';
import type { Answer, Request } from '../../src/api/exchange.ts';
import { identify } from '../../src/api/instance.ts';
import { createTransport } from '../../src/api/transport.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { readReview } from '../../src/engine/review/read-review.ts';
import { reviewOf } from '../../src/engine/review/review-of.ts';
import type { Held, Person, Review } from '../../src/engine/review/review.ts';
import { kinds } from '../../src/kinds/index.ts';
import { reviewFacts } from '../../src/kinds/review-facts.ts';
import { sandbox, idOf, type SandboxClient } from '../sandbox/client.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';

/** How a review was made, beside what it says. */
export interface Looked {
  readonly review: Review;
  readonly requests: readonly string[];
  /** What was said to be needed, the last time that it was said. */
  readonly expected: number;
}

/** What is answered in place of the sandbox; undefined where that answers itself. */
export type Interference = (request: Request) => Answer | undefined;

/** Reviews a sandbox by a token. */
export async function review(
  { sandbox: { url } }: SandboxClient,
  token: string,
  targets: readonly string[] = [],
  interfere: Interference = () => undefined,
  dormant?: number,
): Promise<Looked> {
  const transport = createTransport({ url, token, concurrency: 8, userAgent: 'test', witness: () => undefined });
  const requests: string[] = [];
  const client = createClient({
    ...transport,
    send: (request) => {
      requests.push(`${request.method} ${request.path.replace('/api/v4', '')}`);
      const answer = interfere(request);
      return answer === undefined ? transport.send(request) : Promise.resolve(answer);
    },
  });
  const instance = await identify(client, url);
  requests.length = 0;
  let expected = 0;
  const permits = (count: number): undefined => {
    expected = count;
  };
  const reader = { kinds: kindsByName(kinds), facts: reviewFacts, client, instance, targets, dormant, permits };
  const seen = await readReview(reader);
  await client.close();
  if ('severity' in seen) throw new Error(seen.message);
  return { review: reviewOf(seen, targets, instance, reviewFacts), requests, expected };
}

/** An answer of a status without anything in it. */
export function refusal(status: number): Answer {
  return { status, header: () => undefined, body: { message: String(status) }, isJson: true, text: '' } as Answer;
}

/** Somebody of a review. */
export function person(of: Review, username: string): Person {
  const found = of.people.find((one) => one.username === username);
  if (found === undefined) throw new Error(`no ${username}`);
  return found;
}

/** What somebody has, as `group[a] developer direct`. */
export function access({ access: held }: Person): readonly string[] {
  return held.flatMap(({ place, ways }: Held) =>
    ways.map(({ through, level }) => `${place.type}[${place.path}] ${level} ${through}`),
  );
}

/** An instance with a tree of groups, a project, and whoever comes in by every way there is. */
export async function company(options: SandboxOptions = {}) {
  const gitlab = await sandbox(options);
  const ids: { [username: string]: number } = {};
  for (const name of ['olga', 'dev', 'guest', 'lent', 'above', 'late', 'gone', 'loose', 'nested'])
    ids[name] = await gitlab.user(name);
  const group: { [path: string]: number } = {};
  for (const path of ['acme', 'acme/web', 'acme/web/ui', 'ops', 'ops/night', 'far', 'far/deep', 'third'])
    group[path] = await gitlab.group(path);
  const project = idOf(
    await gitlab.post('/projects', { name: 'api', path: 'api', namespace_id: group['acme/web'] ?? 0 }),
  );
  const add = async (path: string, username: string, level: number, more: object = {}): Promise<void> => {
    const to = path === 'api' ? `/projects/${project}` : `/groups/${group[path] ?? 0}`;
    const answer = await gitlab.post(`${to}/members`, { user_id: ids[username] ?? 0, access_level: level, ...more });
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  await add('acme', 'olga', 50);
  await add('acme', 'dev', 30);
  await add('acme/web', 'dev', 40);
  await add('acme/web/ui', 'guest', 10, { expires_at: soon });
  await add('ops/night', 'lent', 50);
  await add('ops', 'above', 30);
  await add('api', 'late', 20);
  await add('far', 'gone', 30);
  await gitlab.post(`/users/${ids['gone'] ?? 0}/block`);
  const invite = (at: string, invited: string, level: number, more: object = {}) =>
    gitlab.post(`${at}/share`, { group_id: group[invited] ?? 0, group_access: level, ...more });
  await invite(`/groups/${group['acme/web'] ?? 0}`, 'ops/night', 30);
  await add('third', 'nested', 30);
  await invite(`/projects/${project}`, 'far/deep', 20);
  await invite(`/groups/${group['far'] ?? 0}`, 'third', 10);
  return { gitlab, ids, group, project, soon };
}
