import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { APPLY, SOON, tokenGround } from './token-ground.ts';

const SCOPES = { access_tokens: 'read_api', deploy_tokens: 'read_registry' };

type Section = keyof typeof SCOPES;

/** A group with a token that is due, and a folder whose configuration says so. */
async function due(section: Section) {
  const { post, id, write, ...ground } = await tokenGround();
  await post(`/groups/${textOf(id)}/${section}`, { name: 'bot', scopes: [SCOPES[section]], expires_at: SOON });
  const entry = `{ scopes: [${SCOPES[section]}], rotate: { before: 14d, lifetime: 90d }, token_to: { file: bot.token } }`;
  write(`groups: { aa: { ${section}: { bot: ${entry} } } }\n`);
  return { ...ground, list: `/groups/*/${section}` };
}

type Due = Awaited<ReturnType<typeof due>>;

/** How many tokens there are or were, as far as the platform remembers them, and the secrets of those that are good still. */
function tokens({ sandbox }: Due, section: Section) {
  const { tables } = sandbox.state();
  const rows = (tables[section === 'access_tokens' ? 'tokens' : 'deployTokens'] ?? []).map((row) => ({
    ...(row as { readonly [column: string]: unknown }),
  }));
  const ours = rows.filter(({ name }) => name === 'bot');
  const good = ours.filter(({ revoked }) => revoked !== true).map(({ secret }) => textOf(secret));
  // What is removed is remembered as revoked, but for deploy tokens.
  return { good, made: ours.length };
}

/** Exactly one is good, its secret is where it was to go, and there is nothing to do any more. */
async function expectRotated(place: Due, section: Section, made: number): Promise<void> {
  const found = tokens(place, section);
  expect(found.good).toEqual([readFileSync(place.sink, 'utf8').trim()]);
  expect(found.made).toBe(section === 'access_tokens' ? made : 1);
  const next = await place.run('plan', '--detailed-exitcode');
  expect([next.status, next.text]).toEqual([0, expect.not.stringMatching(/unfinished|ambiguous/)]);
}

it.each<[string, Section, string, number]>([
  ['in no way', 'deploy_tokens', '', 2],
  ['before it is made', 'access_tokens', 'reset-before:30x@POST LIST', 2],
  ['in the answer of its making', 'access_tokens', 'reset-after:1x@POST LIST', 3],
  ['in the answer of its making', 'deploy_tokens', 'reset-after:1x@POST LIST', 3],
  ['in the middle of that answer', 'access_tokens', 'cut:1x@POST LIST', 3],
  ['before the old one goes', 'access_tokens', '500:30x@DELETE LIST/*', 2],
  ['in the answer of the old one going', 'access_tokens', 'reset-after:1x@DELETE LIST/*', 2],
])('a rotation that is cut %s (%s) leaves one good token, whose secret is kept', async (_, section, fault, made) => {
  const place = await due(section);
  const [old] = tokens(place, section).good;
  place.sandbox.fail(fault.replace('LIST', place.list));
  const first = await place.run(...APPLY);
  // Nobody is ever without a token that is good: the old one, or the new one whose secret is kept.
  const kept = existsSync(place.sink) ? readFileSync(place.sink, 'utf8').trim() : '';
  expect([old, kept].some((secret) => tokens(place, section).good.includes(secret ?? ''))).toBe(true);
  place.sandbox.fail('');
  if (first.status !== 0) {
    const again = await place.run(...APPLY);
    expect(again.status, first.text + again.text).toBe(0);
  }
  await expectRotated(place, section, made);
});

it.each<Section>(['access_tokens', 'deploy_tokens'])(
  'what a cut rotation of %s has kept may be handed on before the next run: it is not made once more',
  async (section) => {
    const place = await due(section);
    place.sandbox.fail(`503:30x@DELETE ${place.list}/*`);
    expect((await place.run(...APPLY)).status).toBe(1);
    place.sandbox.fail('');
    const fresh = readFileSync(place.sink, 'utf8');
    rmSync(place.sink);
    const second = await place.run(...APPLY);
    expect([second.status, second.text]).toEqual([0, expect.stringContaining('its replacement has taken its place')]);
    expect(tokens(place, section).good).toEqual([fresh.trim()]);
    const third = await place.run(...APPLY);
    expect([third.status, third.text]).toEqual([0, expect.stringContaining('Nothing to do')]);
    expect(tokens(place, section).good).toEqual([fresh.trim()]);
    expect(existsSync(place.sink)).toBe(false);
  },
);

it('a rotation whose secret could not be kept leaves the old one, and the next run makes another', async () => {
  const place = await due('access_tokens');
  place.sandbox.fail(`delay=400:1x@POST ${place.list}`);
  const running = place.run(...APPLY);
  while (![...place.sandbox.underway].join().includes('/access_tokens')) await sleep(5);
  writeFileSync(place.sink, 'somebody else was quicker\n');
  const { status, text } = await running;
  expect([status, text]).toEqual([1, expect.stringContaining('is there already')]);
  expect(tokens(place, 'access_tokens').good).toHaveLength(1);
  place.sandbox.fail('');
  // Nothing is written over, and nothing sent, until that is out of the way.
  expect((await place.run(...APPLY)).text).toContain('occupied-sink');
  rmSync(place.sink);
  const again = await place.run(...APPLY);
  expect(again.status, again.text).toBe(0);
  await expectRotated(place, 'access_tokens', 3);
});

it('a saved plan rotates what it shows, once', async () => {
  const place = await due('access_tokens');
  const planned = await place.run('plan', '--out', 'plan.json');
  expect(planned.text).toContain(
    `-/+ access_token[bot]: is due for rotation: ends on ${SOON}, and is renewed 14 days before that`,
  );
  expect((await place.run('apply', 'plan.json', '--auto-approve')).status).toBe(0);
  await expectRotated(place, 'access_tokens', 2);
  rmSync(place.sink);
  expect((await place.run('apply', 'plan.json', '--auto-approve')).status).toBe(3);
  expect(tokens(place, 'access_tokens').made).toBe(2);
});
