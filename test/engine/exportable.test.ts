import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { exportable } from '../../src/engine/exportable.ts';
import type { Kind, PropertySchema } from '../../src/kind.ts';
import { hooks } from '../../src/kinds/hook.ts';
import type { LiveEntry, Value } from '../../src/model.ts';
import { kindWithout } from './kind-without.ts';

const scope = { type: 'group', path: 'a/b' } as const;

function kindWith(properties: { readonly [field: string]: PropertySchema }, more: Partial<Kind> = {}): Kind {
  return { ...kindWithout(hooks, 'check'), schema: { properties }, ...more };
}

function live(
  key: string,
  spec: { readonly [field: string]: Value | undefined },
  more: Partial<LiveEntry> = {},
): LiveEntry {
  return { key, spec, live: {}, ...more };
}

/** What can be declared of one entry. */
function specOf(kind: Kind, spec: { readonly [field: string]: Value | undefined }, key = 'ci') {
  return exportable(scope, kind, [live(key, spec)]).section.entries[0]?.spec;
}

const variable = (name: string) => new Secret({ type: 'env', name });

describe('what can be declared of a section', () => {
  const kind = kindWith({ name: {} });
  const keysOf = (...entries: readonly LiveEntry[]) => {
    const { section, left } = exportable(scope, kind, entries);
    return { declared: section.entries.map(({ key }) => key), left: left.map(({ key }) => key) };
  };

  it('is what is ours, and can be told apart', () => {
    expect(keysOf(live('a', {}), live('b', {}), live('b', {}), live('', {}))).toEqual({
      declared: ['a'],
      left: ['b', 'b', ''],
    });
    const others = [
      live('held', {}, { held: 'a bot' }),
      live('leaving', {}, { leaving: 'going' }),
      live('superseded', {}, { superseded: true }),
      live('inherited', {}, { inherited: true }),
    ];
    expect(keysOf(...others)).toEqual({ declared: [], left: [] });
  });

  it('is of its scope, under its name', () => {
    expect(exportable(scope, kind, [])).toEqual({ section: { scope, name: 'hooks', entries: [] }, left: [] });
  });

  it('is the one without a name where there can be but one', () => {
    const single = kindWith({ name: {} }, { shape: { type: 'single' } });
    expect(exportable(scope, single, [live('', { name: 'x' })]).section.entries).toEqual([
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

  it('has a secret of a map as a reference to a variable with a speaking name', () => {
    const kind = kindWith({
      headers: { additionalProperties: { 'x-secret': true } },
      labels: { additionalProperties: {} },
    });
    expect(specOf(kind, { headers: { 'X-Öne': null }, labels: { a: 'b' } })).toEqual({
      headers: { 'X-Öne': variable('GROUP_A_B_HOOK_CI_HEADERS_X_NE') },
      labels: { a: 'b' },
    });
    expect(specOf(kind, { headers: 'odd' })).toEqual({ headers: 'odd' });
  });

  it('has the file that a secret goes to where it cannot be declared without one', () => {
    const properties = { name: {}, token_to: { 'x-local': true } } as const;
    const needing = kindWith({}, { schema: { properties, required: ['name', 'token_to'] } });
    expect(specOf(needing, { name: null }, 'the build / 1')).toEqual({ token_to: { file: 'hook-the-build-1.secret' } });
    expect(specOf(kindWith({}, { schema: { properties, required: ['name'] } }), {})).toEqual({});
    expect(specOf(kindWith(properties), {})).toEqual({});
  });

  it('has the secrets that it cannot do without, by reference', () => {
    const needing = kindWith(
      { token: { 'x-secret': true }, other: { 'x-secret': true }, name: {} },
      {
        check: (spec, at) =>
          ['token', 'name', 'unheard_of'].map((field) => ({
            field,
            message: `${at.type} ${Object.keys(spec).length}`,
            remedy: '',
          })),
      },
    );
    expect(specOf(needing, { name: 'x' })).toEqual({ name: 'x', token: variable('GROUP_A_B_HOOK_CI_TOKEN') });
  });
});
