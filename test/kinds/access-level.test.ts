import { describe, expect, it } from 'vitest';
import { asLevel, levelName, levelNumber } from '../../src/kinds/access-level.ts';

describe('an access level', () => {
  it.each([
    ['minimal', 5],
    ['planner', 15],
    ['owner', 50],
  ] as const)('%s is %d', (name, number) => {
    expect(levelNumber(name)).toBe(number);
    expect(levelName(number)).toBe(name);
    expect(levelName(name)).toBe(name);
  });

  it('stays a number where it has no name', () => {
    expect(levelName(35)).toBe(35);
    expect(levelNumber(35)).toBe(35);
  });

  it('is nothing else', () => {
    expect(asLevel('king')).toBeUndefined();
    expect(asLevel('toString')).toBeUndefined();
    expect(asLevel('guest')).toBe('guest');
  });
});
