import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { inDays } from '../support/in-days.ts';
import { APPLY, SOON, tokenGround } from './token-ground.ts';

type Section = 'personal_access_tokens' | 'impersonation_tokens';

/** A user with a token that is due, beside one of their own, one of the other sort with its name, and a configuration that says so. */
async function due(section: Section) {
  const { post, write, sandbox, ...ground } = await tokenGround();
  const user = await post('/users', {
    ...{ username: 'olga', name: 'Olga', email: 'olga@example.com' },
    ...{ force_random_password: true, skip_confirmation: true },
  });
  const at = `/users/${textOf(user['id'] ?? null)}`;
  const make = async (list: string, name: string, ends: string): Promise<number> =>
    Number((await post(`${at}/${list}`, { name, scopes: ['api'], expires_at: ends }))['id']);
  const other = section === 'impersonation_tokens' ? 'personal_access_tokens' : 'impersonation_tokens';
  const kept = [await make(section, 'own', inDays(90)), await make(other, 'bot', inDays(90))];
  const old = await make(section, 'bot', SOON);
  const entry = '{ name: bot, scopes: [api], rotate: { before: 14d, lifetime: 90d }, token_to: { file: bot.token } }';
  write(`instance: { ${section}: { olga: ${entry} } }\n`);
  /** The numbers and secrets of what is good of hers. */
  const good = (): ReadonlyMap<number, string> =>
    new Map(
      (sandbox.state().tables['tokens'] ?? [])
        .map((row) => row as { readonly [column: string]: unknown })
        .filter(({ revoked, user_id: of }) => revoked !== true && of === user['id'])
        .map(({ id, secret }) => [Number(id), String(secret)]),
    );
  return { ...ground, sandbox, good, kept, old };
}

it.each<[string, Section, string]>([
  ['in the answer of its making', 'personal_access_tokens', 'reset-after:1x@POST /users/*/personal_access_tokens'],
  ['in the answer of its making', 'impersonation_tokens', 'reset-after:1x@POST /users/*/impersonation_tokens'],
  ['in the answer of the old one going', 'personal_access_tokens', 'reset-after:1x@DELETE /personal_access_tokens/*'],
])(
  'a rotation that is cut %s (%s) leaves one good token beside those that nobody declared',
  async (_, section, fault) => {
    const { run, sandbox, good, kept, old, sink } = await due(section);
    sandbox.fail(fault);
    const first = await run(...APPLY);
    // Nobody is ever without a token that is good: the old one, or the new one whose secret is kept.
    const written = existsSync(sink) ? readFileSync(sink, 'utf8').trim() : '';
    expect(good().has(old) || [...good().values()].includes(written), first.text).toBe(true);
    sandbox.fail('');
    if (first.status !== 0) expect((await run(...APPLY)).status).toBe(0);
    const left = good();
    expect(kept.every((id) => left.has(id))).toBe(true);
    const others = [...left].filter(([id]) => !kept.includes(id));
    expect(others).toEqual([[expect.any(Number), readFileSync(sink, 'utf8').trim()]]);
    expect(others[0]?.[0]).not.toBe(old);
    const next = await run('plan', '--detailed-exitcode');
    expect([next.status, next.text]).toEqual([0, expect.not.stringMatching(/unfinished|ambiguous/)]);
  },
);
