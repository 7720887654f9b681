import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grouped } from '../../src/report/grouped.ts';

test('counts are grouped as English groups them', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (count) => grouped(count) === count.toLocaleString('en-US')));
  expect([0, 12, 999, 1000, 1_234_567].map(grouped)).toEqual(['0', '12', '999', '1,000', '1,234,567']);
});
