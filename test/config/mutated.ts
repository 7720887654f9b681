import fc from 'fast-check';

const CHARACTERS = [
  ...[
    ':',
    '#',
    '-',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    '\t',
    '\n',
    ' ',
    '  ',
    '&',
    '*',
    '!',
    '|',
    '>',
    '%',
    '@',
    '`',
    '?',
    ',',
  ],
  ...[
    '\r',
    '\r\n',
    '\u2028',
    '\u00a0',
    '\uFEFF',
    '\u0085',
    '\u0000',
    'é',
    '\ud83d\ude00',
    '\ud800',
    '\\',
    'a',
    '0',
    '.',
    '~',
    '=',
  ],
  ...[
    ': ',
    '- ',
    '? ',
    ' #',
    '\n  ',
    '\n\n',
    '---',
    '...',
    '<<: ',
    '&a ',
    '*a ',
    '!t ',
    "''",
    'a: ',
    '\n- ',
    '\n# c\n',
  ],
];

/** The text with so many places changed by a character or two. */
export function mutated(text: string, places: { readonly min: number; readonly max: number }): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat({ max: text.length }),
    deleted: fc.nat({ max: 3 }),
    inserted: fc.oneof(fc.constant(''), fc.constantFrom(...CHARACTERS)),
  });
  return fc
    .array(edit, { minLength: places.min, maxLength: places.max })
    .map((edits) =>
      edits.reduce((all, { at, deleted, inserted }) => all.slice(0, at) + inserted + all.slice(at + deleted), text),
    );
}
