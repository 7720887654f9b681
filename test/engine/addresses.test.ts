import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryAddress, sectionAddress } from '../../src/address.ts';
import { partsOf, sectionParts } from '../../src/engine/address-parts.ts';
import type { Kind } from '../../src/kind.ts';
import type { Scope } from '../../src/model.ts';
import { kinds } from './instance.ts';

const all = [...kinds.values()];
const segment = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,8}$/);
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));
/** Names of hooks and links may hold whatever the platform lets through: brackets, slashes, and what looks like an address. */
const key = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('a]', '[', ']/hook[x]', 'ldapmain:cn=a/b', 'https://ci.example.com/[x]', 'instance/settings', '/'),
);

function scopeOf(kind: Kind, at: string): Scope {
  const [type = 'instance'] = kind.scopes;
  return type === 'instance' ? { type } : { type, path: at };
}

it('an address can be taken apart into what it was made of', () => {
  fc.assert(
    fc.property(fc.constantFrom(...all), path, key, (kind, at, name) => {
      const scope = scopeOf(kind, at);
      const own = kind.host !== undefined ? at : kind.shape.type === 'single' ? '' : name;
      expect(partsOf(entryAddress(kind, scope, own), kinds)).toEqual({ kind, scope, key: own });
    }),
    { numRuns: 1000, seed: 20_261_120 },
  );
});

it('so can that of a section', () => {
  fc.assert(
    fc.property(fc.constantFrom(...all), path, (kind, at) => {
      const scope = scopeOf(kind, at);
      expect(sectionParts(sectionAddress(scope, kind.section), kinds)).toEqual({ kind, scope });
    }),
    { numRuns: 300, seed: 20_261_120 },
  );
});

it.each(['', 'nothing', 'group[a]/nothing[x]', 'instance/hooks', 'thing[a]'])('%j is no address', (text) => {
  expect(() => partsOf(text, kinds)).toThrow(/names no kind/);
});
