import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/model.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import { APPLY, SOON, tokenGround } from './token-ground.ts';

const VARIABLES =
  '{ variable: { group: bb, key: BOT } }, { variable: { project: bb/app, key: BOT, environment_scope: prod } }';

/** What the token of the group `aa` goes to, if it is a deploy token or one of these. */
interface Setting {
  readonly isDue: boolean;
  readonly sinks?: string;
  readonly more?: string;
}

/** A group whose token goes to variables of others, one of which has an old value. */
async function stage({ isDue, sinks = `[{ file: bot.token }, ${VARIABLES}]`, more = '' }: Setting) {
  const { post, id, ...ground } = await tokenGround();
  const other = await post('/groups', { name: 'bb', path: 'bb' });
  await post('/projects', { name: 'app', path: 'app', namespace_id: other['id'] ?? null });
  await post('/groups/bb/variables', { key: 'BOT', value: 'the-old-one', protected: true });
  if (isDue) await post(`/groups/${textOf(id)}/access_tokens`, { name: 'bot', scopes: ['read_api'], expires_at: SOON });
  const entry = `{ scopes: [read_api], rotate: { before: 14d, lifetime: 90d }, token_to: ${sinks} }`;
  ground.write(`groups: { aa: { access_tokens: { bot: ${entry} } }${more} }\n`);
  return ground;
}

type Stage = Awaited<ReturnType<typeof stage>>;

type Row = { readonly [column: string]: unknown };

function rowsOf({ sandbox }: Stage, table: string): readonly Row[] {
  return (sandbox.state().tables[table] ?? []).map((row) => ({ ...(row as Row) }));
}

/** The tokens that are good still, of all that were made; what the variables hold; and the file, where it is there. */
function standing(place: Stage) {
  const tokens = rowsOf(place, 'tokens').filter(({ name }) => name === 'bot');
  const good = tokens.filter(({ revoked }) => revoked !== true).map(({ secret }) => String(secret));
  const held = rowsOf(place, 'variables').map(({ value }) => String(value));
  const kept = existsSync(place.sink) ? readFileSync(place.sink, 'utf8').trim() : '';
  return { good, made: tokens.length, secrets: tokens.map(({ secret }) => String(secret)), held, kept };
}

/** Nothing that was ever a secret is in what was printed or written down, and nothing is left lying about. */
function expectNothingSaid(place: Stage, texts: readonly string[]): void {
  const { secrets } = standing(place);
  const all = readdirSync(place.folder, { recursive: true, encoding: 'utf8' });
  const files = all.filter((name) => name !== 'bot.token' && statSync(join(place.folder, name)).isFile());
  const written = files.map((name) => readFileSync(join(place.folder, name), 'utf8'));
  expect(secrets.filter((secret) => [...texts, ...written].join('\n').includes(secret))).toEqual([]);
  expect(files.filter((name) => name.startsWith('bot.token'))).toEqual([]);
}

/** Exactly one is good, it is everywhere where it was to go, and there is nothing to do any more. */
async function expectHanded(place: Stage): Promise<void> {
  const { good, held, kept } = standing(place);
  expect(good).toHaveLength(1);
  expect([kept, ...held]).toEqual([good[0], good[0], good[0]]);
  const next = await place.run('plan', '--detailed-exitcode');
  expect([next.status, next.text]).toEqual([0, expect.not.stringMatching(/unfinished|ambiguous/)]);
}

const MAKING = 'POST /groups/*/access_tokens';
const CHANGING = 'PUT /groups/*/variables/BOT';
const ADDING = 'POST /projects/*/variables';
const ENDING = 'DELETE /groups/*/access_tokens/*';

it.each<[fault: string, firstStatus: number, made: number]>([
  ['', 0, 2],
  [`reset-before:30x@${MAKING}`, 1, 2],
  [`reset-after:1x@${MAKING}`, 1, 3],
  [`cut:1x@${MAKING}`, 1, 3],
  [`reset-before:30x@${CHANGING}`, 1, 3],
  // The answer alone is lost: it is looked at, and not sent once more.
  [`reset-after:1x@${CHANGING}`, 0, 2],
  [`cut:1x@${CHANGING}`, 0, 2],
  [`reset-after:1x@${ADDING}`, 0, 2],
  [`cut:1x@${ADDING}`, 0, 2],
  [`500:30x@${ENDING}`, 1, 2],
  [`reset-after:1x@${ENDING}`, 0, 2],
])(
  'a rotation into variables that is cut by "%s" ends with one token, which all of them have',
  async (fault, status, made) => {
    const place = await stage({ isDue: true });
    const [old = ''] = standing(place).good;
    place.sandbox.fail(fault);
    const first = await place.run(...APPLY);
    expect([first.status, first.text]).toEqual([status, expect.anything()]);
    // The old one goes once the new one is everywhere, and not before.
    const { good, held, kept } = standing(place);
    const isEverywhere = held.length === 2 && [kept, ...held].every((one) => one !== old && good.includes(one));
    expect(good.includes(old) || isEverywhere).toBe(true);
    place.sandbox.fail('');
    const again = status === 0 ? first : await place.run(...APPLY);
    expect(again.status, first.text + again.text).toBe(0);
    await expectHanded(place);
    expect(standing(place).made).toBe(made);
    expectNothingSaid(place, [first.text, again.text]);
  },
);

/** What somebody else does while the token is made, so that the variable cannot be written as it was planned. */
it.each<[what: string, path: string, body: JsonObject | undefined, holding: readonly string[]]>([
  [
    'is made',
    '/projects/bb%2Fapp/variables',
    { key: 'BOT', value: 'another', environment_scope: 'prod' },
    ['group[bb]'],
  ],
  ['goes', '/groups/bb/variables/BOT', undefined, []],
])(
  'where a variable %s meanwhile, the new token is taken back by its number, and told',
  async (_, path, body, holding) => {
    const place = await stage({ isDue: true });
    const [old = ''] = standing(place).good;
    place.sandbox.fail(`delay=400:1x@${MAKING}`);
    const running = place.run(...APPLY);
    while (![...place.sandbox.underway].join().includes('/access_tokens')) await sleep(5);
    const { status } = await fetch(`${place.sandbox.url}/api/v4${path}`, {
      method: body === undefined ? 'DELETE' : 'POST',
      headers: { 'private-token': place.sandbox.token, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(status).toBeLessThan(300);
    const first = await running;
    expect([first.status, first.text]).toEqual([
      1,
      expect.stringContaining('was removed again, and the next run makes another'),
    ]);
    const told = first.text.matchAll(/what (\S+)\/variable\[BOT\] holds is void/g);
    expect([...new Set([...told].map(([, scope]) => scope))]).toEqual(holding);
    expect([standing(place).good, standing(place).kept]).toEqual([[old], '']);
    const again = await place.run(...APPLY);
    expect(again.status, again.text).toBe(0);
    await expectHanded(place);
    expect(standing(place).made).toBe(3);
    expectNothingSaid(place, [first.text, again.text]);
  },
);

it('a saved plan brings the secret where it shows, and says it nowhere', async () => {
  const place = await stage({ isDue: true });
  const planned = await place.run('plan', '--verbose', '--out', 'plan.json');
  expect(planned.text).toMatch(/PUT \/groups\/\d+\/variables\/BOT\S*\n\s+value: +\(secret token that GitLab shows\)/);
  const applied = await place.run('apply', 'plan.json', '--auto-approve');
  expect(applied.status, applied.text).toBe(0);
  await expectHanded(place);
  expectNothingSaid(place, [planned.text, applied.text]);
  expect((await place.run('apply', 'plan.json', '--auto-approve')).status).toBe(3);
  expect(standing(place).made).toBe(2);
});

it('a variable alone will do, in a group that the same plan makes, and where variables are pruned it stays', async () => {
  const sinks = '{ variable: { group: cc, key: BOT, masked: false, protected: true } }';
  const more = ', cc: { prune: [variables], variables: { OTHER: { plain_value: x } } }';
  const place = await stage({ isDue: false, sinks, more });
  const first = await place.run(...APPLY);
  expect(first.status, first.text).toBe(0);
  const [variable] = rowsOf(place, 'variables').filter(({ key, source_id: at }) => key === 'BOT' && at === 3);
  const { good } = standing(place);
  expect(variable).toMatchObject({ value: good[0], masked: false, protected: true, environment_scope: '*' });
  expect(existsSync(place.sink)).toBe(false);
  const next = await place.run('plan', '--detailed-exitcode');
  expect([next.status, next.text]).toEqual([0, expect.stringContaining('Nothing to do')]);
  expectNothingSaid(place, [first.text, next.text]);
});

it('a group that is nowhere is told by the plan, at its place, before anything is made', async () => {
  const place = await stage({ isDue: false, sinks: '{ variable: { group: nowhere, key: BOT } }' });
  const planned = await place.run('plan');
  expect([planned.status, planned.text]).toEqual([
    1,
    expect.stringMatching(/keelson\.yaml:1:\d+: error\[unknown-reference\]/),
  ]);
  expect((await place.run(...APPLY)).status).toBe(1);
  expect(standing(place).made).toBe(0);
});
