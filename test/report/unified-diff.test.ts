import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unifiedDiff } from '../../src/report/unified-diff.ts';

it('shows what changes with three lines around it', () => {
  const before = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join('');
  const after = before.replace('line 2\n', 'line two\n').replace('line 11\n', '');
  expect(unifiedDiff('a.yaml', before, after)).toBe(
    [
      ...['--- a/a.yaml', '+++ b/a.yaml', '@@ -1,5 +1,5 @@', ' line 1', '-line 2', '+line two', ' line 3', ' line 4'],
      ...[' line 5', '@@ -8,5 +8,4 @@', ' line 8', ' line 9', ' line 10', '-line 11', ' line 12', ''],
    ].join('\n'),
  );
});

it('tells where a text ends without a line break, and nothing of what is alike', () => {
  expect(unifiedDiff('a', 'x\ny', 'x\nz')).toBe(
    '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n\\ No newline at end of file\n',
  );
  expect(unifiedDiff('a', 'x\n', 'x\n')).toBe('');
});

it('makes the one text of the other', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 14 })
    .map((lines) => `${lines.join('\n')}\n`);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const patch = unifiedDiff('a', before, after);
      expect(patch === '' ? before : applyPatch(before, patch)).toBe(after);
    }),
    { numRuns: 200 },
  );
});
