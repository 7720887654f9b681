import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.ts';
import type { FieldChange, Json } from '../../src/model.ts';

const hosts = kinds.filter(({ host }) => host !== undefined);

/** Whether a kind says that a value of a field lets everybody read what they could not, in something of this visibility. */
function opens(section: string, path: string, from: Json, to: Json, visibility: string, then = visibility): boolean {
  const kind = kinds.find((one) => one.section === section);
  const fields: readonly FieldChange[] = [{ path, from, to }];
  const before = { visibility, [path]: from };
  return kind?.access?.opens?.(fields, before, { ...before, visibility: then, [path]: to }).includes(path) ?? false;
}

/** Every field of a group or a project that has a level of its own for whom it is for, but forks: whoever makes one has read all of it. */
const leveled = hosts.flatMap(({ section, schema }) =>
  Object.entries(schema.properties).flatMap(([path, { enum: values = [] }]) =>
    values.includes('enabled') && values.includes('private') && path !== 'forking_access_level'
      ? [{ section, path, values }]
      : [],
  ),
);

it('there are such fields, of groups and of projects', () => {
  expect(leveled.map(({ section, path }) => `${section} ${path}`)).toEqual(
    expect.arrayContaining([
      'groups wiki_access_level',
      'projects package_registry_access_level',
      'projects issues_access_level',
    ]),
  );
});

it.each(leveled)(
  '$path of $section is open to everybody where it is for all, in what is public',
  ({ section, path, values }) => {
    for (const from of ['disabled', 'private']) {
      expect(opens(section, path, from, 'enabled', 'public')).toBe(true);
      expect(opens(section, path, from, 'enabled', 'internal')).toBe(false);
      expect(opens(section, path, 'enabled', from, 'public')).toBe(false);
    }
    if (!values.includes('public')) return;
    expect(opens(section, path, 'private', 'public', 'private')).toBe(true);
    expect(opens(section, path, 'enabled', 'public', 'private')).toBe(true);
    // All see it as it is.
    expect(opens(section, path, 'enabled', 'public', 'public')).toBe(false);
    expect(opens(section, path, 'public', 'enabled', 'private')).toBe(false);
  },
);

it('jobs that a public project shows to all are for everybody', () => {
  expect(opens('projects', 'public_jobs', false, true, 'public')).toBe(true);
  expect(opens('projects', 'public_jobs', false, true, 'private')).toBe(false);
});

it.each(hosts)('so is what becomes public itself: $section', ({ section }) => {
  expect(opens(section, 'visibility', 'private', 'public', 'private')).toBe(true);
  expect(opens(section, 'visibility', 'public', 'internal', 'public')).toBe(false);
});
