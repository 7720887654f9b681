import { expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from '../../../src/api/api-error.ts';
import { unreadable, withoutRepetition } from '../../../src/engine/observe/unreadable.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { memberRoles } from '../../../src/kinds/member-role.ts';

const place = { file: 'keelson.yaml', line: 3, column: 1 };

function failure(trouble: ApiErrorCode, words?: string): ApiError {
  return new ApiError(trouble, 'no', { method: 'GET', path: '/groups/a/hooks' }, { status: 403, serverMessage: words });
}

it.each(['forbidden', 'not-found', 'unauthorized'] as const)('%s is told where it was met', (trouble) => {
  expect(unreadable(failure(trouble, '403 Forbidden'), hooks, 'group[a]/hooks', place)).toEqual({
    severity: 'error',
    code: 'unreadable',
    message: 'group[a]/hooks cannot be read: GitLab answers 403 to GET /groups/a/hooks (403 Forbidden)',
    place,
    remedy: 'use a token whose user may read it',
  });
});

it('what GitLab refuses to be asked is not offered in that place, whatever the token', () => {
  expect(unreadable(failure('refused', '400 Bad request'), memberRoles, 'group[a]/member_roles', place)).toMatchObject({
    code: 'not-offered',
    remedy: 'take member_roles out of the configuration there',
  });
});

it('without words nothing is said in brackets, and a tier is named where one may lack', () => {
  expect(unreadable(failure('forbidden'), memberRoles, 'instance/member_roles', undefined)).toMatchObject({
    message: 'instance/member_roles cannot be read: GitLab answers 403 to GET /groups/a/hooks',
    remedy: 'use a token whose user may read it; member_roles need GitLab Ultimate',
  });
  const free = { ...hooks, tier: 'free' as const };
  expect(unreadable(failure('forbidden'), free, 'x', place).remedy).toBe('use a token whose user may read it');
});

it.each(['unreachable', 'insufficient-scope', 'not-gitlab', 'server-error'] as const)(
  '%s concerns every request, and is thrown on',
  (trouble) => {
    expect(() => unreadable(failure(trouble), hooks, 'x', place)).toThrow('no');
  },
);

it('a mistake of ours is thrown on', () => {
  expect(() => unreadable(new TypeError('ours'), hooks, 'x', place)).toThrow('ours');
});

it('many that are alike are told once, with their number', () => {
  const trouble = (kind: typeof hooks, group: string) =>
    [
      { scope: { type: 'group', path: group }, name: kind.section, entries: [], prune: false },
      unreadable(failure('not-found'), kind, `group[${group}]/${kind.section}`, undefined),
    ] as const;
  const few = ['a', 'b', 'c'].map((group) => trouble(hooks, group));
  expect(withoutRepetition(few)).toEqual(few.map(([, told]) => told));
  const many = [...few, trouble(memberRoles, 'a'), trouble(hooks, 'd')];
  expect(withoutRepetition(many).map(({ message }) => message)).toEqual([
    'group[a]/hooks cannot be read: GitLab answers 403 to GET /groups/a/hooks, nor can 3 more sections of hooks',
    'group[a]/member_roles cannot be read: GitLab answers 403 to GET /groups/a/hooks',
  ]);
});
