import { describe, expect, it } from 'vitest';
import type { ConfigurationEdit } from '../../src/configuration-edit.ts';
import { adoptCommit, adoptDescription, soleAuthor } from '../../src/report/adopt-request.ts';
import type { Touch } from '../../src/model.ts';
import { desiredOf } from '../support/keelson.ts';

const subject = { key: ['https://gitlab.example.com', 'config'], path: 'con@fig' };
const at = '2026-11-19T14:03:00.000Z';

const edit = (key: string): ConfigurationEdit => ({
  does: 'set',
  scope: { type: 'group', path: 'a' },
  section: 'members',
  key,
  address: `group[a]/member[${key}]`,
  values: [{ path: ['access_level'], from: 'developer', value: 'owner' }],
});

const adopted = (names: readonly string[], who: readonly (readonly [string, string])[] = [], left = 0) => ({
  edits: names.map(edit),
  desired: desiredOf('groups: {}'),
  files: 1,
  left,
  url: 'https://gitlab.example.com',
  pathOf: (file: string) => file,
  who: new Map(who.map(([name, author]): [string, Touch] => [`group[a]/member[${name}]`, { author, at }])),
});

describe('the description', () => {
  it('names each difference with who touched it last, where that is known, and how many stay', () => {
    const text = adoptDescription(adopted(['ann', 'ben'], [['ann', 'eve']], 2), subject);
    expect(text).toContain(
      [
        '```text',
        ' group[a]/member[ann].access_level: developer → owner',
        '   last touched by eve, 2026-11-19 14:03 UTC',
        ' group[a]/member[ben].access_level: developer → owner',
        '```',
      ].join('\n'),
    );
    expect(text).toContain('2 more differences cannot be written');
    expect(text).toContain('of <code>con&#64;fig</code>\n');
  });

  it('is cut to what a description may have, and says so', () => {
    const names = Array.from({ length: 500 }, (_, index) => `user-${index}`);
    const whole = adoptDescription(adopted(names), subject);
    const cut = adoptDescription(adopted(names), subject, 5000);
    expect(cut.length).toBeLessThanOrEqual(5000);
    expect(cut.length).toBeGreaterThan(4900);
    expect(cut).toContain('member[user-0]');
    expect(cut).toContain('**The rest is not shown');
    expect(cut.split('\n')[0]).toBe(whole.split('\n')[0]);
    expect(cut.match(/^```/gm)).toHaveLength(2);
    expect(whole).not.toContain('**The rest is not shown');
  });
});

it('the commit names nobody', () => {
  expect(adoptCommit(adopted(['ann', 'ben'], [['ann', 'eve']]))).toBe(
    'Adopt what is live in GitLab\n\n2 differences in 1 file, by `keelson adopt --merge-request`.',
  );
});

it.each([
  [
    'one person',
    [
      ['ann', 'eve'],
      ['ben', 'eve'],
    ],
    'eve',
  ],
  [
    'two',
    [
      ['ann', 'eve'],
      ['ben', 'kim'],
    ],
    undefined,
  ],
  ['one, and nobody knows who else', [['ann', 'eve']], undefined],
  [
    'nobody with a user',
    [
      ['ann', 'no user'],
      ['ben', 'no user'],
    ],
    undefined,
  ],
  ['nobody who is known', [], undefined],
] as const)('behind all of it is %s', (_, who, author) => {
  expect(soleAuthor(adopted(['ann', 'ben'], who))).toBe(author);
});
