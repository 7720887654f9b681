import { describe, expect, it } from 'vitest';
import { editedText } from '../../../src/config/adopt/edited-text.ts';
import type { YamlEdit } from '../../../src/config/adopt/yaml-edit.ts';
import { parse, type Parse } from '../../../src/config/yaml/document.ts';
import type { YamlValue } from '../../../src/config/yaml/yaml-value.ts';

const parsed: Parse = (file) => parse(file, () => true);

/** A text after some edits, of which each has to be made. */
function after(text: string, ...edits: readonly YamlEdit[]): string {
  const edited = editedText({ file: 'a.yaml', text }, edits, parsed);
  expect([...edited.hindered]).toEqual([]);
  return edited.text;
}

const set = (path: YamlEdit['path'], value: YamlValue): YamlEdit => ({ type: 'set', path, value });
const remove = (...path: YamlEdit['path']): YamlEdit => ({ type: 'remove', path });

describe('a value', () => {
  it.each<[text: string, path: string[], value: string | number | boolean | null, expected: string]>([
    ['a: one # why\n', ['a'], 'two', 'a: two # why\n'],
    ['a:   one\nb: 1\n', ['a'], 'two', 'a: two\nb: 1\n'],
    ['a: "one"\n', ['a'], 'two', 'a: "two"\n'],
    ["a: 'one'\n", ['a'], "it's", "a: 'it''s'\n"],
    ['a: one\n', ['a'], 'yes: no', 'a: "yes: no"\n'],
    ['a: one\n', ['a'], '12', 'a: "12"\n'],
    ['a: "1"\n', ['a'], 2, 'a: 2\n'],
    ['a:\nb: 1\n', ['a'], true, 'a: true\nb: 1\n'],
    ['a: # none\nb: 1\n', ['a'], true, 'a: true # none\nb: 1\n'],
    ['a: ~\n', ['a'], 'x', 'a: x\n'],
    ['"a b":  one\n', ['a b'], null, '"a b": null\n'],
    ['a:\n  b:\n    one\n  c: 2\n', ['a', 'b'], 'two', 'a:\n  b: two\n  c: 2\n'],
    ['a: { b: 1, "c d": 2 } # end\n', ['a', 'c d'], 3, 'a: { b: 1, "c d": 3 } # end\n'],
    ['a: {b: 1,c: x}\n', ['a', 'c'], 'p, q', 'a: {b: 1,c: "p, q"}\n'],
    ['a: {b: , c: 1}\n', ['a', 'b'], 5, 'a: {b: 5, c: 1}\n'],
  ])('%j at %j as %j', (text, path, value, expected) => {
    expect(after(text, set(path, value))).toBe(expected);
  });

  it('of several lines becomes one of one line, and the other way round', () => {
    const text = 'a:\n  b: | # kept\n    one\n    two\n\n  # of c\n  c: 3\n';
    expect(after(text, set(['a', 'b'], 'short'))).toBe('a:\n  b: short # kept\n\n  # of c\n  c: 3\n');
    expect(after(text, set(['a', 'b'], 'three\nfour\n'))).toBe(
      'a:\n  b: | # kept\n    three\n    four\n\n  # of c\n  c: 3\n',
    );
    expect(after('a:\n  b: one\n  c: 3\n', set(['a', 'b'], 'three\nfour'))).toBe(
      'a:\n  b: |-\n    three\n    four\n  c: 3\n',
    );
  });

  it('that is folded over lines in quotes goes with all of its lines', () => {
    expect(after('a: "one\n  two" # x\nb: 1\n', set(['a'], 'three'))).toBe('a: "three" # x\nb: 1\n');
  });
});

describe('a short form', () => {
  it('stays short, and grows within braces where it must', () => {
    const text = 'members:\n  alice: owner # lead\n  bob: developer\n';
    expect(after(text, set(['members', 'alice'], 'guest'))).toBe(text.replace('owner', 'guest'));
    expect(after(text, set(['members', 'alice'], { access_level: 'owner', expires_at: '2027-01-31' }))).toBe(
      text.replace('owner', '{ access_level: owner, expires_at: 2027-01-31 }'),
    );
  });

  it('grows in lines where those beside it are in lines', () => {
    expect(after('m:\n  a: x # y\n  b:\n    l: 1\n', set(['m', 'a'], { l: 'x', e: 2 }))).toBe(
      'm:\n  a: # y\n    l: x\n    e: 2\n  b:\n    l: 1\n',
    );
  });
});

describe('a list', () => {
  const text = 'a:\n  tags:\n    # first\n    - linux\n    - docker # old\n    - arm\n  b: 1\n';

  it('loses and gets items, and the others stay with their comments', () => {
    expect(after(text, set(['a', 'tags'], ['linux', 'arm', 'x: y']))).toBe(
      'a:\n  tags:\n    # first\n    - linux\n    - arm\n    - "x: y"\n  b: 1\n',
    );
  });

  it('within brackets keeps its quotes', () => {
    expect(after('a: [ "x", y ] # z\n', set(['a'], ['x', 'w']))).toBe('a: [ "x", w ] # z\n');
    expect(after('a: [x, y]\n', set(['a'], []))).toBe('a: []\n');
    expect(after('a: []\n', set(['a'], ['x']))).toBe('a: [ x ]\n');
  });

  it('in another order, or with other values, keeps its lines, and each value its comment', () => {
    expect(after(text, set(['a', 'tags'], ['arm', 'linux']))).toBe(
      'a:\n  tags:\n    # first\n    - arm\n    - linux\n  b: 1\n',
    );
    const list = 'a:\n  # all\n  - one # of one\n  # then\n  - two # of two\nb: 1\n';
    const lines = (...items: readonly string[]): string => ['a:', '  # all', ...items, 'b: 1', ''].join('\n');
    expect(after(list, set(['a'], ['two', 'one', 'x']))).toBe(
      lines('  - two # of two', '  # then', '  - one # of one', '  - x'),
    );
    expect(after(list, set(['a'], ['x', 'y', 'z']))).toBe(
      lines('  - x # of one', '  # then', '  - y # of two', '  - z'),
    );
    expect(after(list, set(['a'], ['x', 'one']))).toBe(lines('  - x', '  # then', '  - one # of one'));
    expect(after(list, set(['a'], ['x']))).toBe(lines('  - x # of one', '  # then'));
    expect(after('a: [one, # of one\n  two]\n', set(['a'], ['x', 'y']))).toBe('a: [x, # of one\n  y]\n');
    expect(after('a: [one, two]\n', set(['a'], ['x', 'y']))).toBe('a: [ x, y ]\n');
  });

  it('of maps gets one more, written as the last is', () => {
    const links = 'l:\n- { p: m, cn: a } # one\n- p: m\n  cn: b\n# end\n';
    expect(after(links, { type: 'append', path: ['l'], value: { p: 'x', cn: 'c' } })).toBe(
      'l:\n- { p: m, cn: a } # one\n- p: m\n  cn: b\n- p: x\n  cn: c\n# end\n',
    );
    expect(after(links, remove('l', 0))).toBe('l:\n- p: m\n  cn: b\n# end\n');
    expect(after(links, remove('l', 0), remove('l', 1))).toBe('l: []\n# end\n');
    expect(after(links, remove('l', 1, 'p'))).toBe('l:\n- { p: m, cn: a } # one\n- cn: b\n# end\n');
  });

  it('is made of one that stands alone, where there may be several', () => {
    const join = { type: 'join', path: ['v', 'KEY'], value: { v: 2 } } as const;
    expect(after('v:\n  KEY: { v: 1 }\n', join)).toBe('v:\n  KEY:\n    - { v: 1 }\n    - { v: 2 }\n');
    expect(after('v:\n  KEY:\n    - { v: 1 }\n', join)).toBe('v:\n  KEY:\n    - { v: 1 }\n    - { v: 2 }\n');
    expect(after('v: {}\n', join)).toBe('v:\n  KEY: { v: 2 }\n');
  });
});

describe('what is new', () => {
  it('comes last in its map, before what stands free behind it', () => {
    const text = 'm:\n  a: 1 # x\n\n  # nobody yet:\n  # b: 2\n\nn: 3\n';
    expect(after(text, set(['m', 'c'], 3), set(['m', 'd'], 4))).toBe(text.replace('# x\n', '# x\n  c: 3\n  d: 4\n'));
  });

  it('stands apart where all are apart', () => {
    expect(after('m:\n  a: 1\n\n  b: 2\n', set(['m', 'c'], 3))).toBe('m:\n  a: 1\n\n  b: 2\n\n  c: 3\n');
  });

  it('comes below a key that has nothing, or empty braces, with its comment', () => {
    expect(after('m: {} # none\nn: 1\n', set(['m', 'a'], 1))).toBe('m: # none\n  a: 1\nn: 1\n');
    expect(after('m:\n  # none\nn: 1\n', set(['m', 'a', 'b'], 1))).toBe('m:\n  a:\n    b: 1\n  # none\nn: 1\n');
    expect(after('m: []\n', set(['m', 'a'], 1))).toBe('m:\n  a: 1\n');
  });

  it('comes within braces where the map is', () => {
    expect(after('m: { a: 1 } # x\n', set(['m', 'b'], { c: 'd, e' }))).toBe('m: { a: 1, b: { c: "d, e" } } # x\n');
    expect(after('m: {a: 1,}\n', set(['m', 'b'], 2))).toBe('m: {a: 1, b: 2}\n');
    expect(after('m: {\n    a: 1, # one\n    b: 2\n  }\n', set(['m', 'c'], 3))).toBe(
      'm: {\n    a: 1, # one\n    b: 2,\n    c: 3\n  }\n',
    );
    expect(after('m: {\n    a: 1, # one\n    b: 2,\n  }\n', set(['m', 'c'], 3))).toBe(
      'm: {\n    a: 1, # one\n    b: 2,\n    c: 3,\n  }\n',
    );
  });

  it('comes within empty braces or brackets below the words there', () => {
    expect(after('m: { # x\n  # none\n  }\nn: 1\n', set(['m', 'a'], { b: 1 }))).toBe(
      'm: { # x\n  # none\n    a: { b: 1 }\n  }\nn: 1\n',
    );
    expect(after('m:\n  {\n    # was gone\n    state: absent\n  }\n', set(['m', 'a'], 1), remove('m', 'state'))).toBe(
      'm:\n  {\n    # was gone\n    a: 1\n  }\n',
    );
    expect(after('m:\n  {\n    # none\n  }\n', set(['m', 'a'], 1), set(['m', 'b'], 2))).toBe(
      'm:\n  {\n    # none\n    a: 1,\n    b: 2\n  }\n',
    );
    const list = 'm:\n  [\n    # none\n  ]\n';
    expect(after(list, { type: 'append', path: ['m'], value: 'x' })).toBe('m:\n  [\n    # none\n    x\n  ]\n');
    const within = editedText({ file: 'a.yaml', text: list }, [set(['m', 'a'], 1)], parsed);
    expect([within.text, [...within.hindered]]).toEqual([list, [[0, 'unusual']]]);
  });

  it('moves in by as much as the file does, and is written as those beside it are', () => {
    const text = 'g:\n    p:\n        hooks:\n            ci:\n                url: https://a/\n';
    expect(after(text, set(['g', 'p', 'hooks', 'cd'], { url: 'https://b/', tags: ['x'] }))).toBe(
      `${text}            cd:\n                url: https://b/\n                tags: [ x ]\n`,
    );
    expect(after(text, set(['g', 'p', 'links', 'l'], { level: 'owner' }))).toBe(
      `${text}        links:\n            l: { level: owner }\n`,
    );
  });

  it('has its name in quotes where that would be read as something else', () => {
    expect(after('m:\n  a: 1\n', set(['m', '<<'], 2), set(['m', 'x: y'], 3))).toBe(
      'm:\n  a: 1\n  "<<": 2\n  "x: y": 3\n',
    );
  });
});

describe('what goes', () => {
  const text =
    'm:\n  # of all\n  a: 1 # one\n  b: # two\n    c: |\n      x\n\n  # of d\n  d: { e: 1, f: 2, g: 3 }\nn: 1\n';

  it('goes with its own lines and the words on them', () => {
    expect(after(text, remove('m', 'a'))).toBe(text.replace('  a: 1 # one\n', ''));
    expect(after(text, remove('m', 'b'))).toBe(text.replace('  b: # two\n    c: |\n      x\n', ''));
    expect(after(text, remove('m', 'd'))).toBe(text.replace('  d: { e: 1, f: 2, g: 3 }\n', ''));
  });

  it.each([
    ['e', '{ f: 2, g: 3 }'],
    ['f', '{ e: 1, g: 3 }'],
    ['g', '{ e: 1, f: 2 }'],
  ])('goes from between braces with its comma: %s', (name, expected) => {
    expect(after(text, remove('m', 'd', name))).toBe(text.replace('{ e: 1, f: 2, g: 3 }', expected));
  });

  it('leaves empty braces where it was the last, and the words that stand free', () => {
    expect(after(text, remove('m', 'a'), remove('m', 'b'), remove('m', 'd'))).toBe(
      'm: {}\n  # of all\n\n  # of d\nn: 1\n',
    );
    expect(after(text, ...['e', 'f', 'g'].map((name) => remove('m', 'd', name)))).toBe(
      text.replace('{ e: 1, f: 2, g: 3 }', '{}'),
    );
  });

  it('leaves the words within braces', () => {
    const flow = 'm: {\n  a: 1,\n  # of b\n  b: 2\n}\n';
    expect(after(flow, remove('m', 'a'))).toBe('m: {\n  # of b\n  b: 2\n}\n');
    expect(after(flow, remove('m', 'b'))).toBe('m: {\n  a: 1,\n  # of b\n}\n');
  });

  it('goes from lists in whatever order it is named, with what is inside of another item', () => {
    const lists = 'a:\n  - x\n  - y\n  - z\nb:\n  - { c: 1, d: 2 }\n  - { c: 3, d: 4 }\n  - e\n';
    expect(after(lists, remove('a', 0), remove('b', 0), remove('b', 1, 'd'), remove('a', 1), remove('b', 2))).toBe(
      'a:\n  - z\nb:\n  - { c: 3 }\n',
    );
  });

  it('may make room for what is new', () => {
    expect(after('m:\n  a: 1\nn: 1\n', remove('m', 'a'), set(['m', 'b'], 2))).toBe('m:\n  b: 2\nn: 1\n');
  });
});

describe('what an anchor says for several', () => {
  const text = [
    'x: &dev { level: developer, ends: 2027-01-31 }',
    'level: &level guest',
    'members:',
    '  alice: *dev # as all',
    '  bob: { <<: *dev, level: owner }',
    '  carol:',
    '    <<: *dev',
    '    note: x',
    '  dave: { level: *level }',
    '  erin: *level',
    '',
  ].join('\n');

  it.each<[path: string[], value: string, from: string, to: string]>([
    [['members', 'alice', 'level'], 'guest', '*dev # as', '{ <<: *dev, level: guest } # as'],
    [['members', 'bob', 'ends'], 'x', 'level: owner }', 'level: owner, ends: x }'],
    [['members', 'bob', 'level'], 'guest', 'level: owner }', 'level: guest }'],
    [['members', 'carol', 'level'], 'guest', '    note: x\n', '    note: x\n    level: guest\n'],
    [['members', 'dave', 'level'], 'owner', '{ level: *level }', '{ level: owner }'],
    [['members', 'erin'], 'owner', 'erin: *level', 'erin: owner'],
  ])('is said for one alone in its own place: %j', (path, value, from, to) => {
    expect(after(text, set(path, value))).toBe(text.replace(from, to));
  });

  it('goes for one alone', () => {
    expect(after(text, remove('members', 'alice'))).toBe(text.replace('  alice: *dev # as all\n', ''));
  });

  it.each<[YamlEdit]>([
    [set(['x', 'level'], 'guest')],
    [set(['x', 'more'], 'guest')],
    [set(['level'], 'owner')],
    [remove('x')],
    [remove('x', 'ends')],
    [remove('members', 'carol', 'level')],
    [remove('members', 'alice', 'level')],
  ])('is not touched: %j', (edit) => {
    const edited = editedText({ file: 'a.yaml', text }, [edit], parsed);
    expect([edited.text, [...edited.hindered]]).toEqual([text, [[0, 'shared']]]);
  });

  it('is said for an entry of a section that is an alias as a whole', () => {
    const whole = 'a: &m { alice: { l: 1, e: 2 }, bob: 3 }\nb: *m\n';
    expect(after(whole, set(['b', 'alice', 'l'], 5))).toBe(
      'a: &m { alice: { l: 1, e: 2 }, bob: 3 }\nb: { <<: *m, alice: { l: 5, e: 2 } }\n',
    );
    expect(after('a: &m\n  alice: { l: 1, e: 2 }\nb:\n  <<: *m\n', set(['b', 'alice', 'l'], 5))).toBe(
      'a: &m\n  alice: { l: 1, e: 2 }\nb:\n  <<: *m\n  alice: { l: 5, e: 2 }\n',
    );
  });

  it('may be edited where nothing means it', () => {
    expect(after('a: &x one\n', set(['a'], 'two'))).toBe('a: &x two\n');
    expect(after('a: &x\n  b: 1\n', set(['a', 'b'], 2))).toBe('a: &x\n  b: 2\n');
  });
});

describe('a text', () => {
  it('keeps its ends of lines, and an end without one', () => {
    expect(after('m:\r\n  a: 1 #\tx\r\n', set(['m', 'b'], { c: 1 }), set(['m', 'a'], 2))).toBe(
      'm:\r\n  a: 2 #\tx\r\n  b: { c: 1 }\r\n',
    );
    expect(after('m:\n  a: 1', set(['m', 'b'], 2))).toBe('m:\n  a: 1\n  b: 2');
    expect(after('m:\n  a: 1\n  b: 2', remove('m', 'b'))).toBe('m:\n  a: 1');
  });

  it('keeps every byte where nothing is edited', () => {
    const odd = '\u{feff}%YAML 1.2\n---\r\na:   1\n\n\n# x\t\nb: "\\u0041"';
    expect(after(odd)).toBe(odd);
  });

  it('begins where it begins: a mark of byte order and directives stay', () => {
    expect(after('%YAML 1.2\n---\na: 1\n...\n', set(['a'], 2))).toBe('%YAML 1.2\n---\na: 2\n...\n');
    expect(after('%YAML 1.2\n---\na: 1\n...\n', set(['b'], 2))).toBe('%YAML 1.2\n---\na: 1\nb: 2\n...\n');
  });

  it.each<[text: string, edit: YamlEdit]>([
    ['? a\n: 1\n', remove('a')],
    ['? a\n: 1\n', set(['b'], 1)],
    ['a: &x\nb: 1\n', set(['a'], 1)],
    ['a: 1\n', set(['a', 'b'], 1)],
    ['a: 1\n', remove('b')],
    ['a: 1\n', remove('a')],
    ['a: [', set(['b'], 1)],
  ])('of which no edit is sure stays as it is: %j %j', (text, edit) => {
    const edited = editedText({ file: 'a.yaml', text }, [edit], parsed);
    expect([edited.text, [...edited.hindered]]).toEqual([text, [[0, 'unusual']]]);
  });

  it('gets many edits of one map, of a new section and of what stands behind it', () => {
    const text = 'p:\n  m: { a: 1 }\n  h:\n    x: 1\nq: {a: 1\n  }\n';
    const more = ['b', 'c', 'd'].flatMap((name) => [
      set(['p', 'h', name], 2),
      set(['p', 'm', name], 3),
      set(['p', 'n', name], 4),
      set(['q', name], 5),
    ]);
    expect(after(text, ...more, set(['p', 'h', 'x'], 9))).toBe(
      [
        'p:',
        '  m: { a: 1, b: 3, c: 3, d: 3 }',
        '  h:',
        '    x: 9',
        '    b: 2',
        '    c: 2',
        '    d: 2',
        '  n:',
        '    b: 4',
        '    c: 4',
        '    d: 4',
        'q: {a: 1, b: 5, c: 5, d: 5',
        '  }',
        '',
      ].join('\n'),
    );
  });

  it('is not set to two values at one place', () => {
    const edited = editedText({ file: 'a.yaml', text: 'a: 1\n' }, [set(['b'], 1), set(['b'], 2)], parsed);
    expect([edited.text, [...edited.hindered]]).toEqual(['a: 1\nb: 1\n', [[1, 'taken']]]);
  });
});
