import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inDays } from '../support/in-days.ts';
import { team } from './team.ts';

const token = (end: string): string =>
  `groups:\n  team: { access_tokens: { ci: { scopes: [read_api], ${end}, token_to: { file: ci.token } } } }\n`;

/** What is told of the end of a token, in one line, and the status of the plan. */
async function planned(end: string, settings: object = {}) {
  const { gitlab, keelson } = await team(token(end));
  await gitlab.group('team');
  await gitlab.put('/application/settings', { ...settings });
  const { status, out, err } = await keelson.run('plan');
  const [told] = /(?:error|warning)\[ends-too-late\]: [^=|]*/.exec(`${out}${err}`.replace(/\s+/g, ' ')) ?? [];
  return { status, told: told?.trim() };
}

const short = { max_personal_access_token_lifetime: 30 };

test.each([
  ['a day', `expires_at: ${inDays(40)}`, inDays(40)],
  ['a rule', 'rotate: { before: 7d, lifetime: 40d }', inDays(40)],
])(
  'a token that would live for longer than the instance lets it, by %s, is an error of the plan',
  async (_, end, day) => {
    const { status, told } = await planned(end, short);
    expect(status).toBe(1);
    expect(told).toContain(
      `error[ends-too-late]: group[team]/access_token[ci] would end on ${day}, and GitLab would refuse it: the instance lets it live for 30 days, until ${inDays(30)}`,
    );
  },
);

test('where no setting says how long, what is refused for sure is an error, and what may not be is told', async () => {
  expect(await planned(`expires_at: ${inDays(401)}`)).toMatchObject({
    status: 1,
    told: expect.stringMatching(/^error/) as string,
  });
  const { status, told } = await planned(`expires_at: ${inDays(390)}`);
  expect([status, told]).toEqual([
    0,
    expect.stringContaining(
      'unless it has more switched on, for 400 days at most: the instance lets it live for 365 days',
    ),
  ]);
});

test.each([
  ['as long as it may', `expires_at: ${inDays(30)}`, short],
  ['where nothing needs an end', `expires_at: ${inDays(500)}`, { require_personal_access_token_expiry: false }],
])('nothing is told of a token that lives %s', async (_, end, settings) => {
  expect(await planned(end, settings)).toEqual({ status: 0, told: undefined });
});

test('who is no administrator is asked for no settings', async () => {
  const { gitlab, keelson } = await team(token(`expires_at: ${inDays(390)}`));
  const id = await gitlab.group('team');
  await gitlab.post(`/groups/${id}/members`, { username: 'alice', access_level: 50 });
  const alice = keelson.told({ KEELSON_TOKEN: gitlab.as('alice').token });
  expect((await alice.run('plan', '--har', 'traffic.har')).status).toBe(0);
  expect(readFileSync(join(keelson.folder, 'traffic.har'), 'utf8')).not.toContain('/application/settings');
});
