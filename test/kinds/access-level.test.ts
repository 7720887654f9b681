import { describe, expect, it } from 'vitest';
import { asLevel, levelName, levelNumber } from '../../src/kinds/access-level.ts';
import { isAtLeast } from '../../src/kinds/version.ts';

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

describe('a version', () => {
  it.each([
    ['18.2.0', '18.2', true],
    ['18.10.1-ee', '18.2', true],
    ['19.0.0-pre', '18.2', true],
    ['18.1.9-ee', '18.2', false],
    ['17.11.0', '18.2', false],
  ])('%s is at least %s: %s', (version, since, is) => {
    expect(isAtLeast(version, since)).toBe(is);
  });
});
