import { expect, test } from 'vitest';
import { glob } from '../../../src/base/glob.ts';
import { veiledKey } from '../../../src/engine/export/veiled-key.ts';

test.each(['ci', '', '*', 'a*b?', 'https://deploy:word@ci.example/x', 'glpat-0123456789abcdefghij'])(
  'the pattern of %j fits it, and is one that `ignore` takes',
  (key) => {
    const { shown, pattern } = veiledKey(key, {});
    expect(pattern).not.toBe('');
    expect(glob(pattern)(key)).toBe(true);
    expect(`${shown}${pattern}`).not.toMatch(/word|0123456789/);
  },
);
