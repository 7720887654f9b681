import { expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from '../../../src/api/api-error.ts';
import { UNSAID, UNTOLD } from '../../../src/base/told-words.ts';
import { unreadable, withoutRepetition, type Platform } from '../../../src/engine/observe/unreadable.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import type { Kind } from '../../../src/kind.ts';
import { memberRoles } from '../../../src/kinds/member-role.ts';
import { instance } from '../instance.ts';

const place = { file: 'keelson.yaml', line: 3, column: 1 };

function failure(trouble: ApiErrorCode, words?: string, status = 403): ApiError {
  return new ApiError(trouble, 'no', { method: 'GET', path: '/groups/a/hooks' }, { status, serverMessage: words });
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

it.each([UNTOLD, UNSAID, '(403 Forbidden)'])('words that have their brackets get no others: %s', (words) => {
  const { message } = unreadable(failure('forbidden', words), hooks, 'group[a]/hooks', place);
  expect(message).toBe(`group[a]/hooks cannot be read: GitLab answers 403 to GET /groups/a/hooks ${words}`);
});

it('what an instance of this sort has nowhere in such a place is not offered there, whatever the token', () => {
  const inGroup = { instance, scope: { type: 'group', path: 'a' }, tier: 'ultimate' } as const;
  const told = (status: number, kind: Kind, platform: Platform) =>
    unreadable(failure('refused', '400 Bad request', status), kind, 'x', place, platform);
  expect(told(400, memberRoles, inGroup)).toMatchObject({
    code: 'not-offered',
    remedy: 'take member_roles out of the configuration there',
  });
  const refused = {
    code: 'unreadable',
    remedy: 'try again; if it stays, see what GitLab, or what stands in front of it, logs for this request',
  };
  expect(told(400, hooks, inGroup)).toMatchObject(refused);
  expect(told(418, memberRoles, inGroup)).toMatchObject(refused);
  expect(told(400, memberRoles, { ...inGroup, scope: { type: 'instance' } })).toMatchObject(refused);
});

it('without words nothing is said in brackets, and a tier is named where one may lack', () => {
  expect(unreadable(failure('forbidden'), memberRoles, 'instance/member_roles', undefined)).toMatchObject({
    message: 'instance/member_roles cannot be read: GitLab answers 403 to GET /groups/a/hooks',
    remedy: 'use a token whose user may read it; member_roles need GitLab Ultimate',
  });
  const free = { ...hooks, tier: 'free' as const };
  expect(unreadable(failure('forbidden'), free, 'x', place).remedy).toBe('use a token whose user may read it');
});

it('what the instance is told to be is told as well: the tier where it is the cause, and the version', () => {
  const remedy = (trouble: ApiErrorCode, kind: Kind, tier?: 'free' | 'ultimate') =>
    unreadable(failure(trouble), kind, 'x', place, { instance, scope: { type: 'instance' }, tier }).remedy;
  expect(remedy('not-found', memberRoles, 'free')).toBe(
    'take member_roles out of the configuration, or add a licence: member_roles need GitLab Ultimate, and this is GitLab 18.9.0-ee, Free',
  );
  expect(remedy('forbidden', memberRoles, 'ultimate')).toBe(
    'use a token whose user may read it; this is GitLab 18.9.0-ee, Ultimate, which has it',
  );
  expect(remedy('forbidden', memberRoles)).toBe(
    'use a token whose user may read it; member_roles need GitLab Ultimate, and of which tier this GitLab 18.9.0-ee is, this token is not told',
  );
  const free = { ...hooks, tier: 'free' as const };
  expect([remedy('not-found', free), remedy('forbidden', free)]).toEqual([
    'use a token whose user may read it, and see whether GitLab 18.9.0-ee has it',
    'use a token whose user may read it',
  ]);
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
