import { expect, it } from 'vitest';
import { JOURNAL_FORMAT, parseRecord } from '../../../src/engine/apply/journal/journal-record.ts';

const at = '2026-01-31T12:00:00.000Z';
const address = 'group[a]/hook[ci]';
const run = { type: 'run', format: 'keelson/journal@1', target: 'https://gitlab.example.com', at };
const intent = { type: 'intent', address, method: 'POST', path: '/x', at };

it.each([
  run,
  intent,
  { ...intent, sink: 'f' },
  { ...intent, sink: 'f', before: [3, 'x'] },
  { ...intent, sink: 'f', there: at },
  { ...intent, moves: true },
  { type: 'made', address, object: 7, at },
  { type: 'made', address, object: 7, at, secret: { salt: 's', hash: 'h' } },
  { type: 'done', address, at },
  { type: 'refused', address, at },
  { type: 'end', at },
])('%j is read as it was written, without what it does not know', (record) => {
  expect(parseRecord(JSON.stringify({ ...record, unheard: 'of' }))).toStrictEqual(record);
});

it('this version writes the first format', () => {
  expect(JOURNAL_FORMAT).toBe('keelson/journal@1');
});

it('a sink that is no text is none', () => {
  expect(parseRecord(JSON.stringify({ ...intent, sink: 7 }))).toStrictEqual(intent);
});

it.each([
  '',
  '{"type":"do',
  'null',
  '7',
  '"text"',
  JSON.stringify([run]),
  JSON.stringify({ ...run, format: 1 }),
  JSON.stringify({ ...run, target: undefined }),
  JSON.stringify({ ...run, at: undefined }),
  JSON.stringify({ ...run, at: 'yesterday' }),
  JSON.stringify({ ...run, at: 7 }),
  JSON.stringify({ ...run, type: 'walk' }),
  JSON.stringify({ ...intent, address: undefined }),
  JSON.stringify({ ...intent, method: undefined }),
  JSON.stringify({ ...intent, path: 7 }),
  JSON.stringify({ ...intent, there: 'yesterday' }),
  JSON.stringify({ type: 'done', at }),
  JSON.stringify({ type: 'refused', at, address: 7 }),
  JSON.stringify({ type: 'made', address, at }),
  JSON.stringify({ type: 'made', object: 7, at }),
])('%s is no record', (line) => {
  expect(parseRecord(line)).toBeUndefined();
});
