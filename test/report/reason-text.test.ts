import fc from 'fast-check';
import { expect, it } from 'vitest';
import planSchema from '../../schemas/plan.schema.json' with { type: 'json' };
import type { Reason } from '../../src/reason.ts';
import { reasonText } from '../../src/report/reason-text.ts';
import { reason } from './plan-arbitrary.ts';

const sentences: readonly (readonly [Reason, string])[] = [
  [{ code: 'missing' }, 'declared, and not there'],
  [{ code: 'missing', unseen: true }, 'declared, and not there, or not shown to this token'],
  [{ code: 'differs', fields: ['a'] }, 'a differs'],
  [{ code: 'differs', fields: ['a', 'b', 'c'] }, 'a, b, c differ'],
  [{ code: 'differs', fields: ['a', 'b', 'c', 'd'] }, 'a, b, c and 1 more differ'],
  [{ code: 'resent', fields: ['token'] }, 'token sent again, and not compared'],
  [{ code: 'secret-changed', fields: ['token'] }, 'token changed since last sent'],
  [{ code: 'unsent', fields: ['token'] }, 'the ledger does not know what was sent as token'],
  [{ code: 'points-elsewhere', fields: ['role'] }, 'role names what this plan takes away or makes anew'],
  [
    { code: 'points-elsewhere', fields: ['role', 'runner'] },
    'role, runner name what this plan takes away or makes anew',
  ],
  [
    { code: 'handed-down', fields: ['a', 'b'], from: 'group[x]' },
    'a, b set again after group[x], which hands down another value',
  ],
  [{ code: 'renamed', from: 'old' }, 'was old'],
  [
    { code: 'leaving', since: 'marked for deletion on 2027-01-01' },
    'brought back with all that is in it: marked for deletion on 2027-01-01',
  ],
  [{ code: 'makes-way', for: ['group[a]', 'group[b]'] }, 'makes way for group[a], group[b]'],
  [
    { code: 'immutable', fields: ['base'], first: 'create' },
    'base cannot be changed in place: made anew first, then the old one deleted',
  ],
  [
    { code: 'no-update', fields: ['access_level'], first: 'delete' },
    'access_level differs, and GitLab has no way to change it in place: deleted first, then made anew',
  ],
  [
    { code: 'secret-lost', first: 'delete' },
    'its secret was lost when the last run was interrupted: deleted first, then made anew',
  ],
  [
    { code: 'due', ends: '2027-01-05', before: 14, first: 'create' },
    'is due for rotation: ends on 2027-01-05, and is renewed 14 days before that; made anew first, then the old one deleted',
  ],
  [
    { code: 'due', ends: '2027-01-05', before: 1, first: 'delete' },
    'is due for rotation: ends on 2027-01-05, and is renewed 1 day before that; deleted first, then made anew',
  ],
  [
    { code: 'due', ends: null, before: 14, first: 'create' },
    'is due for rotation: it has no end; made anew first, then the old one deleted',
  ],
  [{ code: 'replaced' }, 'its replacement has taken its place'],
  [{ code: 'pruned', section: 'members' }, 'not declared, and members is pruned'],
  [{ code: 'absent' }, 'declared absent'],
  [{ code: 'ended', on: '2026-12-01' }, 'what was there would have ended on 2026-12-01'],
  [{ code: 'comes', because: 'a new project has one' }, 'declared absent; a new project has one'],
  [
    { code: 'comes', because: 'a new project has one', pruned: 'hooks' },
    'not declared, and hooks is pruned; a new project has one',
  ],
  [{ code: 'undeclared' }, 'not declared, and left alone'],
];

it.each(sentences)('%o is said as a sentence', (why, sentence) => {
  expect(reasonText(why)).toBe(sentence);
});

it('every cause of the published schema has a sentence here, and the other way round', () => {
  const codes = planSchema.$defs.cause.oneOf.map(({ properties }) => properties.code.const).sort();
  expect([...new Set(sentences.map(([{ code }]) => code))].sort()).toEqual(codes);
  const drawn = new Set(fc.sample(reason, 500).map(({ code }) => code));
  expect([...drawn].sort()).toEqual(codes);
});
