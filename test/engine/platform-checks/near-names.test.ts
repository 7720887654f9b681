import { expect, test } from 'vitest';
import { nearNames } from '../../../src/engine/platform-checks/near-names.ts';
import type { Kind } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { members } from '../../../src/kinds/member.ts';
import { users } from '../../../src/kinds/user.ts';
import type { Declared, LiveEntry, Scope, Section } from '../../../src/model.ts';

const kinds = new Map<string, Kind>([
  ['members', members],
  ['hooks', hooks],
  ['users', users],
]);
const group = (path: string): Scope => ({ type: 'group', path });

function section(scope: Scope, name: string, ...keys: readonly string[]): Section {
  const entries = keys.map((key): Declared => ({
    key,
    state: 'present',
    spec: {},
    protect: false,
    place: () => ({ file: 'k', line: 1, column: 1 }),
  }));
  return { scope, name, prune: false, entries };
}

function live(...keys: readonly string[]): readonly LiveEntry[] {
  return keys.map((key): LiveEntry => ({ key, id: 1, live: {}, spec: {} }));
}

/** Whom a name in a section most likely means, where these names are nobody's. */
function meant(
  name: string,
  at: string,
  {
    absent = [],
    declared = [],
    seen = [],
  }: {
    absent?: readonly string[];
    declared?: readonly Section[];
    seen?: readonly (readonly [string, readonly LiveEntry[]])[];
  },
): string | undefined {
  const missing = [name, ...absent].map((one) => ({ section: 'users', name: one }));
  const near = nearNames(missing, { sections: declared }, { sections: new Map(seen) }, kinds);
  return near({ section: 'users', name }, { section: at });
}

test.each<[what: string, name: string, known: Parameters<typeof meant>[2], told: string | undefined]>([
  ['who is declared in another group', 'dorra', { declared: [section(group('b'), 'members', 'dora')] }, 'dora'],
  ['who is live in another group', 'dorra', { seen: [['group[b]/members', live('Dora')]] }, 'Dora'],
  ['who is declared as a user', 'dorra', { declared: [section({ type: 'instance' }, 'users', 'dora')] }, 'dora'],
  ['a user who was read', 'dorra', { seen: [['instance/users', live('dora')]] }, 'dora'],
  [
    'nobody who stands beside the name',
    'dorra',
    { declared: [section(group('a'), 'members', 'dorra', 'dora')] },
    undefined,
  ],
  [
    'nobody who is missing too',
    'dorra',
    { absent: ['dora'], declared: [section(group('b'), 'members', 'dora')] },
    undefined,
  ],
  ['nobody whose name is another one', 'dorra', { declared: [section(group('b'), 'members', 'frank')] }, undefined],
  ['no hook of a like name', 'dorra', { declared: [section(group('b'), 'hooks', 'dora')] }, undefined],
  [
    'the nearest of several',
    'robert-m',
    { declared: [section(group('b'), 'members', 'robert', 'roberto-m', 'rob')] },
    'roberto-m',
  ],
])('a name that is nobody’s may mean %s', (_, name, known, told) => {
  expect(meant(name, 'group[a]/members', known)).toBe(told);
});
