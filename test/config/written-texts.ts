import fc from 'fast-check';

/** Mostly what is usual, and now and then what is easily got wrong. */
function mostly(usual: fc.Arbitrary<string>, odd: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

const scalar = mostly(
  fc.constantFrom(
    ...['owner', 'private', 'a b', 'a:b', 'a#b', 'https://x.y/z?a=b&c', 'yes', 'é', '漢字', 'x y  z', '2027-01-31'],
    ...['12', '-3', '+12', '007', '0o17', '0x1f', '0xg', '0o8', '1.5', '1.50', '.5', '-.5', '5.', '1e3', '1E-3', '-0'],
    ...['.inf', '-.INF', '.nan', 'null', 'Null', 'nULL', '~', 'true', 'True', 'tRUE', 'FALSE', '12345678901234567890'],
    ...['"in quotes"', "'in quotes'", '""', "''", '"a: b"', "'a # b'", '"it\'s"', '\'a "b"\'', '" a "', '"12"', "'~'"],
    ...['-a', '?a', ':a', '--', '<<', '=', '-1-', '1.2.3', '0', '00', '1e999', '1_000', '\\n', "it's", 'a"b"'],
  ),
  fc.oneof(
    fc.constantFrom(
      ...["'it''s'", '"a\\nb"', '"\\""', '- ', '-', '?', ':', 'a: b', '- a', '"a" b', 'a, b', 'a]', 'a}', '[', '{'],
      ...[
        '@a',
        '`a',
        '%a',
        '!a',
        '&a',
        '*a',
        '&a b',
        '!!str 1',
        '|',
        '>',
        '|\n   a',
        '"',
        "'",
        ']',
        ',',
        '#',
        '"a\n  b"',
      ],
      ...['a\n   b', 'a\n   b: c', "'a\n   b'", '\ta', '- - a', '-\ta', '? a', 'a:b: c', '"a":b', '"a":"b"'],
    ),
    fc.string({ maxLength: 6 }),
  ),
);

const name = mostly(
  fc
    .tuple(
      fc.constantFrom(
        'groups',
        'team/sub',
        'x.y-z',
        'a',
        'a b',
        '1',
        '-a',
        'a:b',
        'a#b',
        'é',
        '"a: ',
        "'s'q",
        '"<<',
        "'#",
      ),
      fc.nat({ max: 200 }),
    )
    .map(([start, end]) => (/^["']/.test(start) ? `${start}${end}${start.charAt(0)}` : `${start}${end}`))
    .map((made) => made.replace("'s'q", "'s")),
  fc.constantFrom(
    ...['12', 'true', 'null', '~', '1.5', 'constructor', 'a', 'b', '"a"', "'a'", '"<<"', '<<', '__proto__', "'it''s'"],
    ...['"\\n"', '""', '"a" ', '? a', '[a]', '{}', '*a', '&a b', '!t a', '', ' ', '-', '- a', '"a', 'a\nb', 'a '],
  ),
);
const colon = mostly(
  fc.constantFrom(': ', ': ', ': ', ':  '),
  fc.constantFrom(' : ', ':', ':\n      ', '\n: ', ' ', ':\t'),
);
const tail = mostly(
  fc.constantFrom('', '', '', '', ' ', ' # a comment', '  #c', ' #', ' # a: b'),
  fc.constantFrom('#c', '\t', '\t#c', ' b', ' : b', ',', ' ]', ' "', ' &a', ' !t'),
);
const between = mostly(
  fc.constantFrom('', '', '', '', '\n', '# c\n', '    # c\n', '  # c\n\n', ' \n', '          # c\n', '#\n', '\n\n'),
  fc.constantFrom('\t\n', '---\n', '...\n', ' a\n', '- \n', '\t# c\n', '    - a\n', ']\n'),
);

/** Something that is written over one line or several, at the indentation that it is given. */
type Lines = (indent: string) => string;

const { map, list, flow } = fc.letrec<{ block: Lines; map: Lines; list: Lines; flow: string }>((tie) => {
  const inFlow = fc.oneof({ depthSize: 'small' }, scalar, scalar, tie('flow'));
  const comma = mostly(
    fc.constantFrom(', ', ', ', ', ', ',', ' , ', ',\n         ', ', # c\n         ', '\n         , '),
    fc.constantFrom(',\n', '', ' ', ',,', ', ,', ',#c\n         ', '\n'),
  );
  const padding = mostly(
    fc.constantFrom('', '', ' ', ' ', '\n         ', ' # c\n         '),
    fc.constantFrom('\n', '#c\n   ', ','),
  );
  const around = (open: string, close: string) => (parts: string[], padded: string, end: string) =>
    `${open}${padded}${parts.join('')}${end}${padded}${close}`;
  const braces = fc
    .tuple(
      fc.array(fc.tuple(name, colon, inFlow, comma), { maxLength: 3 }),
      padding,
      mostly(fc.constantFrom('', '', '', ',', ' '), fc.constantFrom('a', ', a', ',,', ' ]', '}')),
    )
    .map(([pairs, padded, end]) =>
      around('{', '}')(
        pairs.map(
          ([key, sep, value, behind], index) => `${key}${sep}${value}${index < pairs.length - 1 ? behind : ''}`,
        ),
        padded,
        end,
      ),
    );
  const brackets = fc
    .tuple(
      fc.array(fc.tuple(inFlow, comma), { maxLength: 3 }),
      padding,
      mostly(fc.constantFrom('', '', '', ',', ' '), fc.constantFrom(': ', ',,', ' }', ', a: b', ']')),
    )
    .map(([items, padded, end]) =>
      around('[', ']')(
        items.map(([value, behind], index) => `${value}${index < items.length - 1 ? behind : ''}`),
        padded,
        end,
      ),
    );
  const small = fc.oneof(scalar, scalar, scalar, tie('flow'), fc.constant(''));
  const deeper = mostly(fc.constantFrom('  ', '  ', '  ', '    ', ' '), fc.constantFrom('', '\t'));
  const pair = fc.oneof(
    fc.tuple(name, colon, small, tail, between).map(
      ([key, sep, value, end, below]): Lines =>
        (indent) =>
          `${indent}${key}${sep}${value}${end}\n${below}`,
    ),
    fc.tuple(name, tie('block'), tail, deeper, between).map(
      ([key, value, end, step, below]): Lines =>
        (indent) =>
          `${indent}${key}:${end}\n${below}${value(indent + step)}`,
    ),
  );
  const item = fc.oneof(
    fc.tuple(small, tail, between).map(
      ([value, end, below]): Lines =>
        (indent) =>
          `${indent}- ${value}${end}\n${below}`,
    ),
    fc
      .tuple(tie('block'), fc.constantFrom('- ', '-  ', '-   ', '-\n'), deeper)
      .map(([value, dash, step]): Lines => (indent) => {
        if (dash === '-\n') return `${indent}-\n${value(indent + step)}`;
        const inner = indent + ' '.repeat(dash.length);
        return `${indent}${dash}${value(inner).slice(inner.length)}`;
      }),
  );
  const several = (one: fc.Arbitrary<Lines>): fc.Arbitrary<Lines> =>
    fc.array(one, { minLength: 1, maxLength: 4 }).map(
      (all): Lines =>
        (indent) =>
          all.map((lines) => lines(indent)).join(''),
    );
  return {
    block: fc.oneof({ depthSize: 'small' }, tie('map'), tie('map'), tie('list')),
    map: several(pair),
    list: several(item),
    flow: fc.oneof(braces, brackets),
  };
});

const head = mostly(
  fc.constantFrom('', '', '', '', '---\n', '# c\n', '\n', '# c\n---\n', '--- # c\n', ' # c\n\n', '---\n# c\n\n'),
  fc.constantFrom('--- ', '%YAML 1.2\n---\n', '--- a\n', '---\n---\n', '\uFEFF', '...\n', 'a\n', '{}\n', '--- #c\n  '),
);
const foot = mostly(
  fc.constantFrom('', '', '', '', '# c', '  # c\n', '\n\n', ' ', '  # c\n# c\n', '# c\n  # c'),
  fc.constantFrom('...\n', '---\n', '... # c', '---\na: b\n', '}', 'a', '- a', '\t'),
);

/** Texts that are written as a configuration is, well or badly. */
export const configurations: fc.Arbitrary<string> = fc
  .tuple(
    head,
    fc.oneof({ weight: 20, arbitrary: map }, list),
    foot,
    mostly(fc.constant(''), fc.constantFrom('  ', ' ')),
  )
  .map(([before, lines, after, indent]) => `${before}${lines(indent)}${after}`);

export const flows: fc.Arbitrary<string> = flow.map((text) => `a: ${text}\n`);
