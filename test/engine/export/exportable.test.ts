import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/base/secret.ts';
import { exportable } from '../../../src/engine/export/exportable.ts';
import type { Kind, PropertySchema } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import type { LiveEntry, Value } from '../../../src/model.ts';
import { kindWithout } from '../kind-without.ts';

const scope = { type: 'group', path: 'a/b' } as const;

function kindWith(properties: { readonly [field: string]: PropertySchema }, more: Partial<Kind> = {}): Kind {
  return { ...kindWithout(hooks, 'rules', 'check'), schema: { properties }, ...more };
}

function live(
  key: string,
  spec: { readonly [field: string]: Value | undefined },
  more: Partial<LiveEntry> = {},
): LiveEntry {
  return { key, spec, live: {}, ...more };
}

/** A schema that has nothing against anything. */
const nothing = () => [];

/** What can be declared of one entry. */
function specOf(kind: Kind, spec: { readonly [field: string]: Value | undefined }, key = 'ci') {
  return exportable(scope, kind, [live(key, spec)], nothing).section.entries[0]?.spec;
}

/** Known by where it stands; the writer of the YAML gives each a variable of its own. */
const secretAt = (at: string) => new Secret({ type: 'text', at });

describe('what can be declared of a section', () => {
  const kind = kindWith({ name: {} });
  const keysOf = (...entries: readonly LiveEntry[]) => {
    const { section, left } = exportable(scope, kind, entries, nothing);
    return { declared: section.entries.map(({ key }) => key), left: left.map(({ key }) => key) };
  };

  it('is what is ours, and can be told apart', () => {
    expect(keysOf(live('a', {}), live('b', {}), live('b', {}), live('#4', {}, { nameless: true }))).toEqual({
      declared: ['a'],
      left: ['b', 'b', '#4'],
    });
    const others = [
      live('held', {}, { readOnlyReason: 'a bot' }),
      live('leaving', {}, { pendingDeletion: 'going' }),
      live('superseded', {}, { superseded: 'before' }),
      live('inherited', {}, { inherited: true }),
    ];
    expect(keysOf(...others)).toEqual({ declared: [], left: [] });
  });

  it('is not what the platform derives from other things: it would be pinned, and differ from them later', () => {
    const derived = kindWith({ owners: { type: 'array', 'x-derived': true }, name: {} });
    expect(specOf(derived, { owners: [1, 9], name: 'CI' })).toEqual({ name: 'CI' });
  });

  it('is not what its kind has something against as a whole', () => {
    const message = 'it holds nowhere below the top';
    const check = () => [{ field: '', message, remedy: 'Leave it' }];
    const found = exportable(scope, { ...kind, rules: { check } }, [live('a', { name: 'CI' })], nothing);
    expect([found.section.entries, found.section.ignore, found.invalid]).toEqual([
      [],
      ['a'],
      [{ address: 'group[a/b]/hook[a]', message }],
    ]);
  });

  it('is of its scope, under its name', () => {
    expect(exportable(scope, kind, [], nothing)).toEqual({
      invalid: [],
      section: { scope, name: 'hooks', entries: [], ignore: [] },
      left: [],
      withheld: [],
    });
  });

  it('is the one without a name where there can be but one', () => {
    const single = kindWith({ name: {} }, { shape: { type: 'single' } });
    expect(exportable(scope, single, [live('', { name: 'x' })], nothing).section.entries).toEqual([
      { key: '', spec: { name: 'x' } },
    ]);
  });
});

describe('what can be declared of an entry', () => {
  it('is what is set, and means something when it is declared', () => {
    const kind = kindWith({
      name: {},
      off: {},
      unset: {},
      absent: {},
      token: { 'x-secret': true },
      password: { writeOnly: true },
      old: { deprecated: true },
      file: { 'x-local': true },
    });
    const spec = { name: 'x', off: false, unset: null, token: 't', password: 'p', old: 'o', file: 'f', unheard_of: 1 };
    expect(specOf(kind, spec)).toEqual({ name: 'x', off: false });
  });

  it('has a secret of a map as a reference that is known by where it stands', () => {
    const kind = kindWith({
      headers: { additionalProperties: { 'x-secret': true } },
      labels: { additionalProperties: {} },
    });
    expect(specOf(kind, { headers: { 'X-Öne': null }, labels: { a: 'b' } })).toEqual({
      headers: { 'X-Öne': secretAt('group[a/b]/hook[ci].headers.X-Öne') },
      labels: { a: 'b' },
    });
    expect(specOf(kind, { headers: 'odd' })).toEqual({ headers: 'odd' });
  });

  it('has the file that a secret goes to where it cannot be declared without one', () => {
    const properties = { name: {}, token_to: { 'x-local': true } } as const;
    const needing = kindWith({}, { schema: { properties, required: ['name', 'token_to'] } });
    const fileOf = (key: string) => specOf(needing, { name: null }, key)?.['token_to'];
    expect(fileOf('build')).toEqual({ file: expect.stringMatching(/^a-b-hook-build-\w+\.secret$/) as unknown });
    const files = ['the build', 'the-build', 'The build', 'the build/'].map((key) => JSON.stringify(fileOf(key)));
    expect(new Set(files).size).toBe(files.length);
    expect(specOf(kindWith({}, { schema: { properties, required: ['name'] } }), {})).toEqual({});
    expect(specOf(kindWith(properties), {})).toEqual({});
  });

  it('has the secrets that it cannot do without, by reference', () => {
    const needing = kindWith(
      { token: { 'x-secret': true }, other: { 'x-secret': true }, name: {} },
      {
        rules: {
          check: (spec, at) =>
            ['token', 'name', 'unheard_of']
              .filter((field) => !(field in spec))
              .map((field) => ({ field, message: `${at.type} ${Object.keys(spec).length}`, remedy: '' })),
        },
      },
    );
    expect(specOf(needing, { name: 'x' })).toEqual({ name: 'x', token: secretAt('group[a/b]/hook[ci].token') });
  });

  it('has the secrets that one of its fields wants beside it, by reference', () => {
    const needing = kindWith(
      { token: { 'x-secret': true }, name: {} },
      {
        rules: { check: () => [{ field: 'name', message: '', remedy: '', missing: ['token'] }] },
      },
    );
    expect(specOf(needing, { name: 'x' })).toEqual({ name: 'x', token: secretAt('group[a/b]/hook[ci].token') });
  });
});
