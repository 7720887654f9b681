import { describe, expect, it } from 'vitest';
import type { Place } from '../../../src/base/place.ts';
import {
  belowInherited,
  cannotCreate,
  cannotRemove,
  exceedsParent,
  forgets,
  heldBack,
  missingParent,
  unsupportedField,
} from '../../../src/engine/plan/refusals.ts';
import { unknownReference } from '../../../src/engine/plan/unknown-reference.ts';
import { inUse } from '../../../src/engine/platform-checks/in-use.ts';
import { difference } from '../../../src/engine/plan/diff.ts';
import { hooks } from '../../../src/kinds/hooks/hook.ts';
import { instance } from '../instance.ts';
import { declared } from '../observe/declared.ts';

const at = 'group[a]/hook[ci]';

/** An entry whose places tell which field was asked for. */
const entry = declared('ci', {
  place: (...fields): Place => ({ file: fields.join('.'), line: 1, column: 1 }),
});

const here = (field = ''): Place => ({ file: field, line: 1, column: 1 });
const error = { severity: 'error' } as const;

describe('what the platform would refuse is said', () => {
  it.each([
    [
      () => cannotCreate(at, hooks, entry, undefined, instance),
      {
        ...error,
        code: 'cannot-create',
        message: `${at} is not there, and hooks cannot be created through this program`,
        place: here(),
        remedy: 'correct its name, or create it in GitLab first',
      },
    ],
    [
      () => cannotRemove(at, hooks, entry),
      {
        ...error,
        code: 'cannot-remove',
        message: `${at} cannot be removed: GitLab has no way to delete hooks`,
        place: here(),
        remedy: 'take the entry out of the configuration',
      },
    ],
    [
      () => cannotRemove(at, hooks, undefined),
      {
        ...error,
        code: 'cannot-remove',
        message: `${at} cannot be removed: GitLab has no way to delete hooks`,
        place: undefined,
        remedy: 'take hooks out of `prune`',
      },
    ],
    [
      () => heldBack(at, entry, 'a bot', undefined),
      {
        ...error,
        code: 'held',
        message: `${at} cannot be removed here: it is a bot`,
        place: here(),
        remedy: 'take the entry out of the configuration, or change it where it comes from',
      },
    ],
    [
      () => heldBack(at, entry, 'a bot', difference(hooks, {}, {}, '18.9')),
      expect.objectContaining({ message: `${at} cannot be changed here: it is a bot` }),
    ],
    [
      () => unknownReference(at, entry, 'role', 'auditer', 'auditor'),
      {
        ...error,
        code: 'unknown-reference',
        message: `${at}: there is no role named auditer`,
        place: here('role'),
        remedy: 'declare it, or write auditor',
      },
    ],
    [
      () => unknownReference(at, entry, 'role', 'x', undefined),
      expect.objectContaining({ remedy: 'declare it, or correct its name' }),
    ],
    [
      () => belowInherited(at, entry, 'group[a]'),
      {
        ...error,
        code: 'below-inherited',
        message: `${at} would have less access than it inherits from group[a], which GitLab refuses`,
        place: here('access_level'),
        remedy: 'give it at least what group[a] gives, or take it out',
      },
    ],
    [
      () => exceedsParent('group[a/b]', entry, 'visibility', 'public', 'group[a]', 'private'),
      {
        ...error,
        code: 'exceeds-parent',
        message: 'group[a/b] cannot have visibility public below group[a], which has private',
        place: here('visibility'),
        remedy: 'lower it to private, or raise group[a]',
      },
    ],
    [
      () => missingParent('group[a/b]', entry, 'a', 'created', instance),
      {
        ...error,
        code: 'missing-parent',
        message: 'group[a/b] cannot be created: there is no group a to put it in',
        place: here(),
        remedy: 'declare a too (with --target, name it as well), or correct the path',
      },
    ],
    [
      () => inUse(at, undefined, ['x', 'y', 'z']),
      {
        ...error,
        code: 'in-use',
        message: `${at} cannot be removed or replaced while something uses it that this plan does not change itself: x, y, z`,
        place: undefined,
        remedy:
          'change what uses it in the configuration, which may have to declare it first (absent, where it goes with its group or its user), and plan both together, without --shard or --target; or take the use away in GitLab first',
        uses: { address: at, declared: undefined, users: ['x', 'y', 'z'] },
      },
    ],
    [
      () => inUse(at, entry, ['v', 'w', 'x', 'y', 'z']),
      expect.objectContaining({
        message: `${at} cannot be removed or replaced while something uses it that this plan does not change itself: v, w, x and 2 more`,
        place: here(),
      }),
    ],
  ])('%#', (say, diagnostic) => {
    expect(say()).toEqual(diagnostic);
  });
});

describe('what is done all the same is warned of', () => {
  it('where a version lacks a field', () => {
    const since = { ...hooks, schema: { properties: { url: { 'x-since': '19.1' }, name: {} } } };
    const warning = {
      severity: 'warning',
      code: 'unsupported-version',
      message: `${at}: url is left out, since it came with GitLab 19.1 and this is 18.9.0-ee`,
      place: here('url'),
    };
    expect(unsupportedField(at, since, 'url', entry, instance)).toEqual(warning);
    for (const field of ['name', 'unheard_of']) {
      expect(unsupportedField(at, since, field, entry, instance).message).toContain('GitLab  and');
    }
  });

  it('where the platform forgets something', () => {
    expect(forgets(at, entry, ['the header X', 'the header Y'])).toEqual({
      severity: 'warning',
      code: 'forgets',
      message: `${at}: this change makes GitLab forget the header X, the header Y, which nothing declares`,
      place: here(),
      remedy: 'declare what is to stay, so that it is sent again',
    });
  });
});
