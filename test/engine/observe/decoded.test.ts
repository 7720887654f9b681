import { describe, expect, it } from 'vitest';
import type { Kind, DecodeContext } from '../../../src/kind.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { members } from '../../../src/kinds/member.ts';
import { decoded } from '../../../src/engine/observe/decoded.ts';
import { createDecodeContext, outerScopes } from '../../../src/engine/observe/decode-context.ts';
import type { Entry, LiveEntry, Scope } from '../../../src/model.ts';
import { instance } from '../instance.ts';
import { member } from '../live.ts';

const scope: Scope = { type: 'group', path: 'a/b' };
const look: DecodeContext = createDecodeContext(scope, instance, new Map());
const live = { id: 3 };

/** What becomes of a live object that is decoded so. */
function of(decode: () => Entry | undefined) {
  const kind: Kind = { ...hooks, decode };
  return decoded(kind, [live], look);
}

describe('a live object', () => {
  it('is put into words, beside what the API has shown', () => {
    expect(of(() => ({ key: 'ci', id: 3, spec: { url: 'u' } }))).toEqual([
      { key: 'ci', id: 3, spec: { url: 'u' }, live },
    ]);
    expect(of(() => ({ key: '', spec: {} }))).toEqual([{ key: '', spec: {}, live }]);
    expect(of(() => ({ key: 'ci', id: 'name', spec: {} }))).toHaveLength(1);
  });

  it('that is on two pages of its list, since rows move meanwhile, is one', () => {
    const rows = [member('alice', 30), member('bob', 30), member('alice', 30)];
    expect(decoded(members, rows, look).map(({ key }) => key)).toEqual(['alice', 'bob']);
    expect(decoded({ ...hooks, decode: () => ({ key: 'x', spec: {} }) }, [{}, {}], look)).toHaveLength(2);
  });

  it('keeps of itself what its kind names', () => {
    const row = member('ann', 30, { id: 4, email: 'x' });
    expect(decoded(members, [row], look)).toEqual([
      { ...members.decode(row, look), live: { id: 4, access_level: 30 } },
    ]);
  });

  it('is nothing where it does not belong here', () => {
    expect(of(() => undefined)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['no key', { id: 3, spec: {} }],
    ['a number without a number', { key: 'ci', id: undefined, spec: {} }],
    ['a fraction for a number', { key: 'ci', id: 1.5, spec: {} }],
    ['empty text for a number', { key: 'ci', id: '', spec: {} }],
    ['null for a number', { key: 'ci', id: null, spec: {} }],
  ])('with %s is not as GitLab shows it', (_what, entry) => {
    // As it comes from a server that is no GitLab, whatever the types say.
    const error: unknown = (() => {
      try {
        return of(() => entry as Entry);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({
      code: 'not-gitlab',
      message: 'what it shows of hooks in group[a/b] is not as GitLab shows it',
      method: 'GET',
      path: '/groups/a%2Fb',
    });
  });

  it('that lacks a field is no better, and a mistake of ours is thrown on', () => {
    const throwing = (error: Error) => () => {
      throw error;
    };
    expect(() => of(throwing(new TypeError('no such field')))).toThrow('is not as GitLab shows it');
    expect(() => of(throwing(new RangeError('ours')))).toThrow('ours');
  });
});

describe('a number means', () => {
  const entry = (key: string, id: number, more: Partial<LiveEntry> = {}): LiveEntry => ({
    key,
    id,
    spec: {},
    live: {},
    ...more,
  });
  const sections = new Map([
    ['group[a]/member_roles', [entry('inner', 1), entry('moved', 2, { renamedFrom: 'new' })]],
    ['instance/member_roles', [entry('other', 1), entry('outer', 3)]],
    ['group[a/b]/member_roles', [entry('too deep', 4)]],
  ]);
  const nameIn = (at: Scope, id: number) => createDecodeContext(at, instance, sections).nameOf('member_roles', id);

  it('an entry of the root group, or of the instance, by the name that it will have', () => {
    expect([1, 2, 3].map((id) => nameIn(scope, id))).toEqual(['inner', 'new', 'outer']);
    expect(nameIn({ type: 'instance' }, 1)).toBe('other');
  });

  it('nothing that is not known', () => {
    expect([4, 9].map((id) => nameIn(scope, id))).toEqual([undefined, undefined]);
    expect(nameIn({ type: 'group', path: 'ab' }, 2)).toBeUndefined();
    expect(createDecodeContext(scope, instance, sections).nameOf('groups', 1)).toBeUndefined();
  });
});

it('names are looked for in the root group, then on the instance', () => {
  expect(outerScopes(scope)).toEqual([{ type: 'group', path: 'a' }, { type: 'instance' }]);
  expect(outerScopes({ type: 'group', path: 'top/in' })[0]).toEqual({ type: 'group', path: 'top' });
  expect(outerScopes({ type: 'project', path: 'p' })).toEqual([{ type: 'group', path: 'p' }, { type: 'instance' }]);
  expect(outerScopes({ type: 'instance' })).toEqual([{ type: 'instance' }]);
});
