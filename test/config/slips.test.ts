import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import { memory } from './load.ts';

/** What is said of a text, each in a line: where, what, and what to do. */
function said(...lines: readonly string[]): readonly string[] {
  const { diagnostics } = loadConfig('k.yaml', kinds, memory({ 'k.yaml': lines.join('\n') }), {});
  return diagnostics.map(
    ({ code, message, place, remedy = '' }) =>
      `${place?.line ?? 0}:${place?.column ?? 0} ${code}: ${message}; ${remedy}`,
  );
}

const deeper =
  'This line is indented deeper than the one above, which has its value already; Begin both in the same column';
const onOneLine = 'A second `: ` stands on this line; Put the value in quotes, or the map on a line of its own';
const item =
  'An item of a list (`- `) stands among lines of `name: value`; Take the `- ` away, or begin every line beside it with one';
const quote = (what: string) =>
  `The ${what} quote that is opened here is not closed; Close it where the value ends, on the same line`;
const bracket = (open: string, close: string) =>
  `The bracket \`${open}\` that is opened here is not closed; Close it by \`${close}\``;

test.each<[what: string, lines: readonly string[], told: string]>([
  ['a line too deep', ['groups:', '  a:', '    name: A', '      visibility: private'], `4:7 yaml-syntax: ${deeper}`],
  [
    'one behind a comment and an empty line',
    ['groups:', '  a:', '    name: A # the: name', '', '    # more', '     members: { b: owner }'],
    '6:6 yaml-syntax: The indentation does not fit that of the lines above; Begin what stands side by side in the same column, and what is in it further right',
  ],
  [
    'an item of a list among names',
    ['groups:', '  aa:', '    members:', '      bob: owner', '      - anna: owner'],
    `5:7 yaml-syntax: ${item}`,
  ],
  ['an item of a list at the top', ['lock: { project: a/b, name: x }', '- groups: {}'], `2:1 yaml-syntax: ${item}`],
  ['a second colon', ['groups:', '  a:', '    name: b: c', ''], `3:11 yaml-syntax: ${onOneLine}`],
  ['a double quote', ['groups:', '  a:', '    name: "A', '    path: b', ''], `3:11 yaml-syntax: ${quote('double')}`],
  ['a single quote', ["groups: { a: { name: 'A } }", '# end', ''], `1:22 yaml-syntax: ${quote('single')}`],
  ['a bracket', ['groups:', '  a:', '    prune: [members', '    name: b'], `3:12 yaml-syntax: ${bracket('[', ']')}`],
  ['a brace', ['groups:', '  a: { prune: [members]', '  b: {}'], `2:6 yaml-syntax: ${bracket('{', '}')}`],
])('%s is told where it stands, once', (_, lines, told) => {
  expect(said(...lines)).toEqual([told]);
});

test('a value of another type than the ones that are listed is told once', () => {
  expect(
    said('groups: { aa: { default_branch_protection_defaults: { allowed_to_push: [{ access_level: maintainer }] } } }'),
  ).toEqual(['1:89 wrong-type: `access_level` has to be a whole number, and is text; Use `0`, `30`, `40` or `60`']);
});

test.each(['groups:', 'projects:'])(
  '%s nothing in the place of an entry is an error, as in any other section',
  (top) => {
    expect(said(top, '  a/b:')).toEqual([
      expect.stringMatching(/^2:7 wrong-type: `a\/b` has to be a map, and is empty; /) as string,
    ]);
  },
);

test('what may have no field of its own is said to be an empty map, and what needs some is not', () => {
  expect(said('projects: { aa/b: { create: true } }')).toEqual([
    '1:29 wrong-type: `create` has to be a map, and is `true` or `false`; Write `{}` for one without fields, or `name: value` in it, each on a line of its own',
  ]);
  expect(said('groups: { aa: { hooks: { ci: true } } }')).toEqual([
    '1:30 wrong-type: `ci` has to be a map, and is `true` or `false`; Write `name: value` in it, each on a line of its own',
  ]);
});

test('the name of an environment variable has no dollar, which would be one that never is set', () => {
  expect(said('groups: { aa: { hooks: { ci: { url: https://a.example.com, token: { env: $TOKEN } } } } }')).toEqual([
    expect.stringMatching(/^1:74 bad-pattern: .*its name alone, without `\$`/) as string,
  ]);
});
