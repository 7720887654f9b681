import { expect, it } from 'vitest';
import { overtakenBy } from '../../../src/engine/apply/overtaken.ts';
import type { Change, FieldChange, LiveEntry } from '../../../src/model.ts';
import type { Overtaken } from '../../../src/outcome.ts';
import { overtakenText } from '../../../src/report/overtaken-text.ts';
import { changeOf } from '../../apply/change.ts';
import { kinds } from '../instance.ts';
import { liveEntry } from './apply-context.ts';

const events: FieldChange = { path: 'push_events', from: false, to: true };

function overtaken(
  entries: readonly LiveEntry[],
  fields: readonly FieldChange[] = [events],
  more: Partial<Change> = {},
) {
  const change = changeOf('group[a]/hook[ci]', fields, more);
  const seen = { ...change.seen, fields: ['push_events', 'url'] };
  const found = overtakenBy({ ...change, seen }, { entries, asSeen: false, asWanted: 'differs' }, kinds);
  return { found, text: overtakenText(found) };
}

it('names what is gone, there before its time, or there more than once', () => {
  expect(overtaken([]).text).toBe('it is not there any more');
  expect(overtaken([liveEntry(1)], [], { action: 'create' }).text).toBe('it is there by now, and was to be made');
  expect(overtaken([liveEntry(1), liveEntry(2)]).text).toBe('2 have this name by now');
});

it('names the fields that are others than they were, with both values, and no secret', () => {
  const url: FieldChange = { path: 'url', from: 'https://a.example.com', to: 'https://b.example.com' };
  const token: FieldChange = { path: 'token', from: '(secret)', to: '(secret)' };
  const header: FieldChange = { path: 'custom_headers.X.Team', from: undefined, to: '(secret)' };
  const spec = { push_events: false, url: 'https://c.example.com', custom_headers: { 'X.Team': 'hush' } };
  expect(overtaken([liveEntry(1, { spec })], [events, url, token, header]).text).toBe(
    'url is https://c.example.com by now, and was https://a.example.com; custom_headers.X.Team is (secret) by now, and was (not set)',
  );
});

it('names those that it may be where the plan holds no value of them', () => {
  const spec = { push_events: false, url: 'https://c.example.com' };
  expect(overtaken([liveEntry(1, { spec })]).found).toEqual({ code: 'one-of', fields: ['url'] });
  expect(overtaken([liveEntry(1, { spec })]).text).toBe('one of these was changed, or where it stands: url');
});

it.each<[Overtaken, string]>([
  [{ code: 'one-of', fields: [] }, 'where it stands was changed'],
  [{ code: 'unreadable', status: 403 }, 'it cannot be looked at any more (403)'],
  [
    { code: 'somebody-elses', id: 7 },
    "it was made meanwhile (id 7), and nothing shows that it is this token's own making: nothing is made in it before a new plan has shown it",
  ],
  [
    { code: 'secret-elsewhere', id: 7, file: 'tokens/r' },
    'it is there by now (id 7), and its secret, which GitLab shows once, is not in tokens/r: where nobody has that, remove it in GitLab first, and the new plan makes it anew',
  ],
  [
    { code: 'more-along', names: ['alice/mine', 'alice/other'] },
    'more would go along with it by now than the plan has told: alice/mine, alice/other',
  ],
  [
    { code: 'other-end', address: 'group[a]' },
    'group[a], for whose sake it was to make way, is not as it was planned any more: nothing of the two was moved',
  ],
  [{ code: 'modified' }, 'GitLab says that it was changed since'],
  [
    { code: 'another-scope', scope: 'group[a]' },
    'group[a] is not the one any more that it was planned in: that was deleted or moved away, or this token is not shown it',
  ],
])('%o is said', (one, text) => {
  expect(overtakenText(one)).toBe(text);
});
