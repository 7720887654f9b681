import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseRecord } from '../../src/engine/apply/journal/journal-record.ts';
import { readJournal } from '../../src/engine/apply/journal-tale.ts';
import { readLedger, writeLedger } from '../../src/engine/ledger/ledger-file.ts';
import { parsePlan } from '../../src/report/parse-plan.ts';
import { planJson } from '../../src/report/plan-json.ts';
import { group, member } from '../engine/live.ts';
import { planFor } from '../engine/world.ts';
import { damaged } from './damaged.ts';

const folder = mkdtempSync(join(tmpdir(), 'keelson-fuzz-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const file = join(folder, 'file');

const SEED = 20_261_120;
const URL = 'https://gitlab.example.com';

const plan = planFor(
  'groups:\n  team: { description: new, members: { bob: owner }, hooks: { ci: { url: "https://ci", token: { env: CI } } } }',
  { 'instance/groups': [group(1, 'team')], 'group[team]/members': [member('eve', 50)], 'group[team]/hooks': [] },
);
const planText = planJson(plan, 7);

const ledgerText = ((): string => {
  writeLedger(file, URL, new Map([['group[team]/hook[ci].token', { salt: 'c2FsdA==', hash: 'aGFzaA==' }]]));
  return readFileSync(file, 'utf8');
})();

const journalText = [
  { type: 'run', format: 'keelson/journal@1', target: URL, at: '2026-11-20T10:00:00.000Z' },
  { type: 'intent', address: 'group[team]', method: 'PUT', path: '/groups/1', at: '2026-11-20T10:00:01.000Z' },
  { type: 'done', address: 'group[team]', at: '2026-11-20T10:00:02.000Z' },
  { type: 'intent', address: 'group[team]/hook[ci]', method: 'POST', path: '/x', at: '2026-11-20T10:00:03.000Z' },
]
  .map((record) => `${JSON.stringify(record)}\n`)
  .join('');

describe('a saved plan that was damaged', () => {
  it('is itself, or is refused with a sentence', () => {
    expect(parsePlan(planText)).toHaveProperty('plan');
    fc.assert(
      fc.property(damaged(planText), (text) => {
        const parsed = parsePlan(text);
        if ('plan' in parsed) expect(planJson(parsed.plan, parsed.reads)).toBe(planText);
        else expectSentence(parsed.diagnostic.message);
      }),
      { numRuns: 1000, seed: SEED },
    );
  });

  it.each([
    ['of a newer version', planText.replace('keelson/plan@1', 'keelson/plan@2'), 'plan-file-newer'],
    ['of something else', '{"format_version":"1.2","resource_changes":[]}', 'plan-file-foreign'],
    ['in which a call was changed', planText.replace('"name": "ci"', '"name": "cd"'), 'plan-file-edited'],
    ['nested without an end', '['.repeat(100_000), 'plan-file-cut'],
    ['nested deeply', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'plan-file-foreign'],
    ['of nothing', '', 'plan-file-cut'],
  ])('%s is told as such', (_what, text, code) => {
    const parsed = parsePlan(text);
    expect('diagnostic' in parsed ? parsed.diagnostic.code : 'a plan').toBe(code);
  });
});

describe('a ledger that was damaged', () => {
  it('is refused with a sentence, or holds nothing that is no hash', () => {
    fc.assert(
      fc.property(damaged(ledgerText), (text) => {
        writeFileSync(file, text);
        const read = readLedger(file, URL);
        if ('severity' in read) expectSentence(read.message);
        else
          for (const { salt, hash } of read.values()) expect([typeof salt, typeof hash]).toEqual(['string', 'string']);
      }),
      { numRuns: 1000, seed: SEED },
    );
  });

  it('is not written over', () => {
    for (const text of ['', '{', '[]', '{"format":"keelson/ledger@2"}', '{"format":"keelson/ledger@1","targets":[]}']) {
      writeFileSync(file, text);
      expect(writeLedger(file, URL, new Map())).toMatchObject({ severity: 'error', code: 'bad-ledger' });
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});

describe('a journal that was damaged', () => {
  it('tells of what is unfinished, or is refused with a sentence', () => {
    fc.assert(
      fc.property(damaged(journalText), (text) => {
        writeFileSync(file, text);
        const tale = readJournal(file, URL);
        if (tale.type === 'problem') expectSentence(tale.problem.message);
        else for (const { address } of tale.unfinished) expect(typeof address).toBe('string');
      }),
      { numRuns: 1000, seed: SEED },
    );
  });

  it('has no line that breaks its reader', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (line) => {
        const record = parseRecord(line);
        expect(record === undefined || typeof record.at === 'string').toBe(true);
      }),
      { numRuns: 1000, seed: SEED },
    );
  });
});

function expectSentence(message: string): void {
  expect(message).toMatch(/^\S.{10,400}$/s);
  expect(message).not.toMatch(/undefined|\[object|\bat .+:\d+:\d+/);
}
