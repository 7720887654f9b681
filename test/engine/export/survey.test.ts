import { describe, expect, it } from 'vitest';
import { scopeAddress } from '../../../src/address.ts';
import { fieldsWith, kindOf, kindsByName, propertyOf, referencesOf } from '../../../src/engine/kinds.ts';
import { secretFieldNames } from '../../../src/engine/secret-fields.ts';
import { everything } from '../../../src/engine/export/survey.ts';
import type { Scope } from '../../../src/model.ts';
import type { Kind } from '../../../src/kind.ts';
import { groups } from '../../../src/kinds/groups/group.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { members } from '../../../src/kinds/member.ts';
import { projects } from '../../../src/kinds/projects/project.ts';
import { instance, kinds } from '../instance.ts';
import { group } from '../live.ts';
import { showing } from '../observe/shown.ts';

describe('a survey', () => {
  const few = kindsByName([
    groups,
    projects,
    members,
    hooks,
    { ...hooks, section: 'limits', scopes: ['instance'], reads: { ...hooks.reads, wellKnownKeys: ['free', 'paid'] } },
  ]);

  async function surveyed(wanted: (scope: Scope) => boolean) {
    const { client, asked } = showing({
      '/groups': [group(1, 'aa'), group(2, 'bb'), group(3, 'gone', { marked_for_deletion_on: '2026-01-01' })],
      '/projects': [{ id: 4, path_with_namespace: 'aa/p' }],
    });
    const { desired: found } = await everything(few, client, instance, wanted);
    const sections = found.sections.map(
      ({ scope, name, entries }) =>
        `${'path' in scope ? scope.path : ''}/${name}: ${entries.map(({ key }) => key).join()}`,
    );
    return { found, sections, asked };
  }

  it('looks at everything there is, but for what waits for its deletion', async () => {
    const { sections, asked, found } = await surveyed(() => true);
    expect(sections).toEqual([
      '/groups: aa,bb',
      '/projects: aa/p',
      '/limits: free,paid',
      'aa/members: ',
      'aa/hooks: ',
      'bb/members: ',
      'bb/hooks: ',
      'aa/p/members: ',
      'aa/p/hooks: ',
    ]);
    expect(asked.map(({ path }) => path)).toEqual(['/groups', '/projects']);
    expect(Object.values(found.guards)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(found.sections.map(({ prune }) => prune)).toEqual(Array.from({ length: 9 }, () => true));
  });

  it('looks at what is wanted alone', async () => {
    expect((await surveyed(({ type }) => type === 'project')).sections).toEqual([
      '/groups: ',
      '/projects: aa/p',
      'aa/p/members: ',
      'aa/p/hooks: ',
    ]);
    expect((await surveyed((scope) => scope.type === 'group' && scope.path === 'bb')).sections).toEqual([
      '/groups: bb',
      '/projects: ',
      'bb/members: ',
      'bb/hooks: ',
    ]);
  });

  it('leaves out what lives under a name that would not be valid, with what is in it', async () => {
    const groups = [
      group(1, 'x'),
      group(2, 'x/kid'),
      group(3, 'fine'),
      group(4, 'gone/y', { marked_for_deletion_on: '2026-01-01' }),
    ];
    const { client } = showing({ '/groups': groups, '/projects': [{ id: 4, path_with_namespace: 'x/p' }] });
    const { desired, unnameable } = await everything(few, client, instance, ({ type }) => type !== 'instance');
    expect(unnameable.map(scopeAddress)).toEqual(['group[x]', 'group[x/kid]']);
    expect([...new Set(desired.sections.map(({ scope }) => scopeAddress(scope)))]).toEqual([
      'instance',
      'group[fine]',
      'project[x/p]',
    ]);
    const wanted = await everything(few, client, instance, (scope) => scope.type === 'group' && scope.path === 'fine');
    expect(wanted.unnameable).toEqual([]);
  });

  it('leaves out what goes with a group that waits for its deletion, and names it', async () => {
    const groups = [
      group(1, 'aa'),
      group(2, 'aa/Old', { marked_for_deletion_on: '2026-01-01' }),
      group(3, 'aa/old/kid'),
      group(4, 'aa/older'),
    ];
    const projects = [{ id: 4, path_with_namespace: 'aa/old/kid/p' }];
    const { client } = showing({ '/groups': groups, '/projects': projects });
    const { desired, leaving, unnameable } = await everything(few, client, instance, () => true);
    expect(desired.sections[0]?.entries.map(({ key }) => key)).toEqual(['aa', 'aa/older']);
    expect(leaving.map(scopeAddress)).toEqual(['group[aa/old/kid]', 'project[aa/old/kid/p]']);
    expect(unnameable).toEqual([]);
  });

  it('declares every field, so that every detail is read', async () => {
    const { found } = await surveyed(() => true);
    const [entry] = found.sections[1]?.entries ?? [];
    expect(entry).toMatchObject({ key: 'aa/p', spec: { full_path: null }, state: 'present', protect: false });
    expect(entry?.place()).toEqual({ file: '', line: 0, column: 0 });
    expect(Object.keys(found.sections[0]?.entries[0]?.spec ?? {})).toEqual(Object.keys(groups.schema.properties));
  });

  it('asks for no list where there is none, and knows what does not belong', async () => {
    const listless = kindsByName([
      { ...groups, reads: { ...groups.reads, all: () => [] } },
      { ...projects, decode: () => undefined },
    ]);
    const { client, paths } = showing({ '/projects': [{ id: 4, path_with_namespace: 'a/p' }] });
    const { desired: found } = await everything(listless, client, instance, () => true);
    expect(found.sections.map(({ entries }) => entries.length)).toEqual([0, 0]);
    expect(paths()).toEqual(['/projects']);
  });
});

describe('the kinds', () => {
  it('are known by their sections', () => {
    expect(kindOf(kinds, 'hooks').singular).toBe('hook');
    expect(() => kindOf(kinds, 'nothing')).toThrow('no kind has the section nothing');
    expect([propertyOf(members, 'role')?.['x-ref'], propertyOf(members, 'unheard_of')]).toEqual([
      'member_roles',
      undefined,
    ]);
  });

  it('tell which fields carry an annotation, each time', () => {
    const properties = {
      a: { 'x-set': true },
      b: { enum: ['x'] },
      c: { 'x-set': false, 'x-ref': 'hooks' },
      d: {},
    } as const;
    const kind: Kind = { ...hooks, schema: { properties } };
    for (let time = 0; time < 2; time++) {
      expect(fieldsWith(kind, 'x-set')).toEqual([
        ['a', true],
        ['c', false],
      ]);
      expect(fieldsWith(kind, 'enum')).toEqual([['b', ['x']]]);
      expect(fieldsWith(kind, 'x-ref')).toEqual([['c', 'hooks']]);
    }
    expect(fieldsWith(kind, 'x-set')).toBe(fieldsWith(kind, 'x-set'));
  });

  it('tell what an entry refers to', () => {
    expect(referencesOf(members, { role: 'r', username: 'bob' })).toEqual([
      { section: 'member_roles', name: 'r', field: 'role' },
    ]);
    expect([null, undefined, 7].flatMap((role) => referencesOf(members, { role }))).toEqual([]);
  });

  it('tell the names of all fields that hold secrets, at any depth', () => {
    const secret = { 'x-secret': true } as const;
    const kind: Kind = {
      ...hooks,
      schema: {
        properties: {
          token: secret,
          plain: { type: 'string' },
          outer: { properties: { inner: secret, open: {} } },
          list: { items: { properties: { key: {}, value: secret } } },
          keys: { items: secret },
        },
      },
    };
    expect([...secretFieldNames([kind, hooks])].sort()).toEqual(
      [...new Set(['inner', 'keys', 'token', 'value', ...secretFieldNames([hooks])])].sort(),
    );
    expect([...secretFieldNames([kind])]).toEqual(['token', 'inner', 'value', 'keys']);
  });
});
