import { describe, expect, it } from 'vitest';
import { plan } from '../../src/engine/plan/plan.ts';
import { WHOLE_PLAN, type PlanOptions } from '../../src/engine/plan/plan-options.ts';
import type { JsonObject, Plan } from '../../src/model.ts';
import { reasonText } from '../../src/report/reason-text.ts';
import { desiredOf } from '../support/keelson.ts';
import { kinds } from './instance.ts';
import { group, worldOf, type Live } from './live.ts';
import { codes, planFor, refusalsFor } from './world.ts';

// The platform of these tests was asked on 2026-01-31.
const RULE = 'rotate: { before: 14d, lifetime: 90d }';
const entry = (more = RULE, scopes = 'read_api') => `{ scopes: [${scopes}], ${more}, token_to: { file: bot.token } }`;
const yaml = (...args: readonly string[]) => `groups: { aa: { access_tokens: { bot: ${entry(...args)} } } }\n`;

const token = (ends: string | null, more: JsonObject = {}): JsonObject => ({
  ...{ id: 7, name: 'bot', scopes: ['read_api'], access_level: 40, description: null, user_id: 40, expires_at: ends },
  ...more,
});
const live = (...tokens: readonly JsonObject[]): Live => ({
  'instance/groups': [group(1, 'aa')],
  'group[aa]/access_tokens': tokens,
});

function inShort({ changes }: Plan): string[] {
  return changes.map(({ action, reason }) => `${action}: ${reasonText(reason)}`);
}

function bodies({ changes }: Plan) {
  return changes.flatMap(({ calls }) => calls.map(({ method, path, body }) => [method, path, body?.['expires_at']]));
}

const MADE_ANEW = [
  ['POST', '/groups/1/access_tokens', '2026-05-01'],
  ['DELETE', '/groups/1/access_tokens/7', undefined],
];

describe('a token that is made anew in time', () => {
  it.each([
    ['2026-02-14', ['replace: is due for rotation: ends on 2026-02-14, and is renewed 14 days before that']],
    ['2026-01-31', ['replace: is due for rotation: ends on 2026-01-31, and is renewed 14 days before that']],
    ['2026-02-15', []],
    ['2027-01-31', []],
  ])('that ends on %s is due, or not', (ends, changes) => {
    const made = planFor(yaml(), live(token(ends)));
    expect(inShort(made)).toEqual(changes.map((change) => `${change}; made anew first, then the old one deleted`));
    expect([made.unchanged, made.diagnostics, made.unverifiable]).toEqual([changes.length === 0 ? 2 : 1, [], []]);
  });

  it('stands beside the old one, ends so long after the day of the plan, and says both days', () => {
    const made = planFor(yaml(), live(token('2026-02-14')));
    expect(bodies(made)).toEqual(MADE_ANEW);
    const [change] = made.changes;
    expect(change?.reason).toEqual({ code: 'due', ends: '2026-02-14', before: 14, first: 'create' });
    expect(change?.fields).toContainEqual({ path: 'expires_at', from: '2026-02-14', to: '2026-05-01' });
    expect(change?.fields.map(({ path }) => path)).not.toContain('rotate');
    expect(change?.seen).toMatchObject({ id: 7, fields: expect.arrayContaining(['expires_at']) as unknown });
  });

  it('is made by the rule where it is not there', () => {
    const made = planFor(yaml('rotate: { before: 1w, lifetime: 26w }'), live());
    expect(inShort(made)).toEqual(['create: declared, and not there']);
    expect(bodies(made)).toEqual([['POST', '/groups/1/access_tokens', '2026-08-01']]);
    expect(made.changes[0]?.fields).toContainEqual({ path: 'expires_at', from: undefined, to: '2026-08-01' });
  });

  it('that has no end is due, since none of the rule would ever come', () => {
    expect(inShort(planFor(yaml(), live(token(null))))).toEqual([
      'replace: is due for rotation: it has no end; made anew first, then the old one deleted',
    ]);
    const pulls =
      'groups: { aa: { deploy_tokens: { pulls: { scopes: [read_registry], rotate: { before: 1d, lifetime: 2d }, token_to: { file: a } } } } }';
    const shown = { id: 3, name: 'pulls', username: 'gitlab+deploy-token-3', scopes: ['read_registry'] };
    const deployed = (ends: string | null) =>
      planFor(pulls, {
        'instance/groups': [group(1, 'aa')],
        'group[aa]/deploy_tokens': [{ ...shown, expires_at: ends }],
      });
    expect(bodies(deployed(null))[0]).toEqual(['POST', '/groups/1/deploy_tokens', '2026-02-02']);
    expect(inShort(deployed('2026-02-01T00:00:00.000Z'))).toHaveLength(1);
    expect(inShort(deployed('2026-02-02T00:00:00.000Z'))).toEqual([]);
  });

  it('gets its new day whatever it is made anew for', () => {
    const changed = planFor(yaml(RULE, 'api'), live(token('2027-01-31')));
    expect(inShort(changed)).toEqual([
      'replace: scopes differ, and GitLab has no way to change it in place: made anew first, then the old one deleted',
    ]);
    expect(bodies(changed)).toEqual(MADE_ANEW);
    expect(inShort(planFor(yaml(RULE, 'api'), live(token('2026-02-01'))))).toEqual(inShort(changed));
    const lost = planFor(yaml(), live(token('2027-01-31')), { secretLost: (_, id) => id === 7 });
    expect([lost.changes[0]?.reason.code, bodies(lost)]).toEqual(['secret-lost', MADE_ANEW]);
  });

  it('is not replaced twice: beside what an interrupted run has made, the old one only goes', () => {
    const fresh = token('2026-05-01', { id: 9 });
    const known: Partial<PlanOptions> = { replacedBefore: () => [7], madeBefore: (_, id) => id === 9 };
    const made = planFor(yaml(), live(token('2026-02-01'), fresh), known);
    expect(inShort(made)).toEqual(['delete: its replacement has taken its place']);
    expect(bodies(made)).toEqual([MADE_ANEW[1]]);
    const lost = planFor(yaml(), live(token('2026-02-01'), fresh), { ...known, secretLost: (_, id) => id === 9 });
    expect(bodies(lost)).toEqual([MADE_ANEW[0], ['DELETE', '/groups/1/access_tokens/9', undefined], MADE_ANEW[1]]);
    // Without a word of an earlier run nobody can tell which of the two is of use.
    const unknown = planFor(yaml(), live(token('2026-02-01'), fresh));
    expect([codes(unknown), unknown.changes]).toEqual([['ambiguous'], []]);
  });

  it('is told and left where it is the one of this run', () => {
    const own = token('2026-02-01', { user_id: 1 });
    const made = planFor(yaml(), live(own));
    expect([made.changes, codes(made)]).toEqual([[], ['not-renewed']]);
    expect(made.diagnostics[0]).toMatchObject({ severity: 'warning', place: { line: 1 } });
    expect(made.diagnostics[0]?.message).toBe(
      'group[aa]/access_token[bot] is due for rotation (it ends on 2026-02-01), and is left alone: it is the token of this very run',
    );
    expect(codes(planFor(yaml(), live({ ...own, expires_at: '2027-01-01' })))).toEqual([]);
    expect(codes(planFor(yaml(RULE, 'api'), live(own)))).toEqual(['held']);
  });

  it('is planned by nobody who does not know the day', () => {
    const world = worldOf(live(token('2026-02-01')));
    const timeless = { ...world, instance: { ...world.instance, askedAt: '' } };
    const made = plan(desiredOf(yaml()), timeless, kinds, WHOLE_PLAN);
    expect([made.changes, codes(made)]).toEqual([[], ['unknown-day']]);
  });
});

it('a day that is looked ahead to is the day of the plan, and the plan says it', () => {
  const world = worldOf(live(token('2026-02-20')));
  const ahead = { ...world, instance: { ...world.instance, onDay: '2026-02-06' } };
  const made = plan(desiredOf(yaml()), ahead, kinds, WHOLE_PLAN);
  expect([made.at, bodies(made)[0]]).toEqual(['2026-02-06', ['POST', '/groups/1/access_tokens', '2026-05-07']]);
  const today = plan(desiredOf(yaml()), world, kinds, WHOLE_PLAN);
  expect([today.at, today.changes]).toEqual([undefined, []]);
});

it('what will be due within some days is told by its day, and what is due by then is none of it', () => {
  const soon = (ends: string | null, within: number) =>
    planFor(yaml(), live(token(ends)), { dueWithin: within }).dueSoon?.entries.map(({ due }) => due);
  expect(soon('2026-02-15', 1)).toEqual(['2026-02-01']);
  expect(soon('2026-02-16', 1)).toEqual([]);
  expect([soon('2026-02-14', 9), soon(null, 9)]).toEqual([[], []]);
  expect(planFor(yaml(), live(token('2026-02-15'))).dueSoon).toBeUndefined();
  const other = planFor(yaml(), live(token('2026-02-15')), { dueWithin: 9, target: () => false });
  expect(other.dueSoon?.entries).toEqual([]);
});

it('without the rule a token is replaced for what is declared alone', () => {
  expect(inShort(planFor(yaml('expires_at: 2026-02-01'), live(token('2026-02-01'))))).toEqual([]);
});

it('rotations are no removals, so that many on one day are refused by no guard; others of them are', () => {
  const many = Array.from({ length: 40 }, (_, index) => index + 1);
  const tokens = many.map((id) => token('2026-02-01', { id, name: `t${id}` }));
  const of = (...args: readonly string[]): string => {
    const entries = many.map((id) => `t${id}: ${entry(...args).replace('bot.token', `t${id}`)}`);
    return `groups: { aa: { access_tokens: { ${entries.join(', ')} } } }\n`;
  };
  expect(refusalsFor(of(), live(...tokens))).toEqual([]);
  expect(refusalsFor(of(RULE, 'api'), live(...tokens)).map(({ guard }) => guard)).toEqual(['mass-removal']);
});

it('a protected one is not replaced in time either', () => {
  const guards = refusalsFor(yaml(`protect: true, ${RULE}`), live(token('2026-02-01'))).map(({ guard }) => guard);
  expect(guards).toEqual(['protected']);
});
