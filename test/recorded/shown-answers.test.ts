import { expect, it } from 'vitest';
import { createClient } from '../../src/api/client.ts';
import type { Answer } from '../../src/api/exchange.ts';
import { kinds } from '../../src/kinds/index.ts';
import { isJsonObject } from '../../src/sandbox/store/json.ts';
import { expectedAnswer } from '../../src/shown.ts';
import { bareOf, exchangesOf, RECORDINGS, type Exchange } from './exchange.ts';

/** The writes of each kind, by their paths. */
const WRITES: readonly (readonly [RegExp, string])[] = [
  [/^\/application\/settings$/, 'settings'],
  [/^\/application\/plan_limits$/, 'plan_limits'],
  [/^\/member_roles(\/\d+)?$/, 'member_roles'],
  [/^\/hooks(\/\d+)?$/, 'system_hooks'],
  [/^\/users(\/\d+)?(\/(un)?(block|ban)|\/(de)?activate|\/approve)?$/, 'users'],
  [/^(\/groups\/[^/]+)?\/service_accounts(\/\d+)?$/, 'service_accounts'],
  [/^\/groups(\/[^/]+(\/(transfer|restore))?)?$/, 'groups'],
  [/^\/projects\/[^/]+(\/(un)?archive)?$/, 'projects'],
  [/^\/(groups|projects)\/[^/]+\/members(\/\d+)?$/, 'members'],
  [/^\/(groups|projects)\/[^/]+\/share(\/\d+)?$/, 'shares'],
  [/^\/groups\/[^/]+\/saml_group_links(\/.+)?$/, 'saml_links'],
  [/^\/groups\/[^/]+\/ldap_group_links$/, 'ldap_links'],
  [/^\/(groups|projects)\/[^/]+\/hooks(\/\d+)?$/, 'hooks'],
  [/^\/(groups|projects)\/[^/]+\/integrations\/[^/]+$/, 'integrations'],
  [/^\/(user\/runners|runners\/\d+)$/, 'runners'],
  [/^\/(groups|projects)\/[^/]+\/push_rule$/, 'push_rules'],
  [/^\/projects\/[^/]+\/error_tracking\/(settings|client_keys)$/, 'error_tracking'],
  [/^\/(admin\/ci|groups\/[^/]+|projects\/[^/]+)\/variables(\/[^/]+)?$/, 'variables'],
  [/^\/(groups|projects)\/[^/]+\/protected_branches(\/[^/]+)?$/, 'protected_branches'],
  [/^\/(groups|projects)\/[^/]+\/protected_tags(\/[^/]+)?$/, 'protected_tags'],
  [/^\/projects\/[^/]+\/deploy_keys(\/\d+)?$/, 'deploy_keys'],
  [/^\/(groups|projects)\/[^/]+\/deploy_tokens(\/\d+)?$/, 'deploy_tokens'],
  [/^\/(groups|projects)\/[^/]+\/access_tokens(\/\d+)?$/, 'access_tokens'],
  [
    /^(\/users\/\d+|\/groups\/[^/]+\/service_accounts\/\d+)?\/personal_access_tokens(\/\d+)?$/,
    'personal_access_tokens',
  ],
  [/^\/users\/\d+\/impersonation_tokens(\/\d+)?$/, 'impersonation_tokens'],
];

const VERDICT = /\/((un)?(block|ban)|(de)?activate|approve)$/;

/** Why the client takes an answer that GitLab gave for none of GitLab's; undefined where it believes it. */
async function disbelieved({ method, path, status, answer }: Exchange, section: string): Promise<string | undefined> {
  const shown = kinds.find((kind) => kind.section === section)?.calls.shown;
  if (shown === undefined || answer.kept !== 'whole') throw new Error(`nothing is known of ${section}`);
  const isEmpty = answer.json === '';
  const answered: Answer = {
    status,
    header: () => undefined,
    body: isEmpty ? undefined : (answer.json as Answer['body']),
    isJson: !isEmpty,
  };
  const client = createClient({ atATime: 1, send: () => Promise.resolve(answered), close: () => Promise.resolve() });
  const call = { method: method as 'POST', path: bareOf(path) };
  const expects = VERDICT.test(call.path) ? { isVerdict: true as const } : { expects: expectedAnswer(call, shown) };
  return client.send({ ...call, ...expects }).then(
    () => undefined,
    (error: unknown) => `${section}: ${String(error)}`,
  );
}

it('no answer of a real instance to a write of any kind is taken for none', async () => {
  const seen = new Map<string, number>();
  const refused = new Set<string>();
  for (const exchange of RECORDINGS.flatMap(exchangesOf)) {
    const { method, path, status, answer } = exchange;
    const section = WRITES.find(([pattern]) => pattern.test(bareOf(path)))?.[1];
    if (method === 'GET' || status < 200 || status >= 300 || section === undefined || answer.kept !== 'whole') continue;
    // It was so before, or waits for somebody's approval: nothing is done by that.
    if (VERDICT.test(path) && (answer.json === 'null' || answer.json === null || answer.json === false)) continue;
    if (isJsonObject(answer.json) && answer.json['status'] === 'error') continue;
    seen.set(section, (seen.get(section) ?? 0) + 1);
    const why = await disbelieved(exchange, section);
    if (why !== undefined) refused.add(why);
  }
  expect([...refused]).toEqual([]);
  const sections = kinds.map(({ section }) => section);
  // No move of a snippet was recorded.
  expect(sections.filter((section) => (seen.get(section) ?? 0) === 0)).toEqual(['snippet_storage']);
});
