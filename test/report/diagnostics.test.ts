import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { diagnosticsText, diagnosticText } from '../../src/report/diagnostics.ts';
import { colourPaint, plainPaint } from '../../src/report/paint.ts';

const file = 'config/platform.yaml';

const unknownKey: Diagnostic = {
  severity: 'error',
  code: 'unknown-key',
  message: '"push_event" is no field of a hook',
  place: { file, line: 12, column: 7, length: 10, text: '      push_event: true' },
  remedy: 'Write "push_events"',
};

const duplicate: Diagnostic = {
  severity: 'error',
  code: 'duplicate',
  message: 'group[platform] is declared twice',
  place: { file: 'config/teams.yaml', line: 104, column: 3, length: 8, text: '  platform:' },
  related: [{ message: 'first declared here', place: { file, line: 9, column: 3, length: 8, text: '  platform:' } }],
};

const placeless: Diagnostic = { severity: 'warning', code: 'no-token', message: 'there is no token' };

describe('one diagnostic', () => {
  test('shows the line, the part that is meant and the remedy', () => {
    expect(diagnosticText(unknownKey, plainPaint)).toMatchInlineSnapshot(`
      "config/platform.yaml:12:7: error[unknown-key]: "push_event" is no field of a hook
         |
      12 |       push_event: true
         |       ^^^^^^^^^^
         = help: Write "push_events"
      "
    `);
  });

  test('shows related places the same way, with one gutter for all', () => {
    expect(diagnosticText(duplicate, plainPaint)).toMatchInlineSnapshot(`
      "config/teams.yaml:104:3: error[duplicate]: group[platform] is declared twice
          |
      104 |   platform:
          |   ^^^^^^^^
      config/platform.yaml:9:3: note: first declared here
          |
        9 |   platform:
          |   ^^^^^^^^
      "
    `);
  });

  test('has an accent of colour', () => {
    expect(diagnosticText(unknownKey, colourPaint)).toMatchInlineSnapshot(`
      "config/platform.yaml:12:7: [1m[31merror[unknown-key][39m[22m: [1m"push_event" is no field of a hook[22m
         [2m|[22m
      [2m12[22m [2m|[22m       push_event: true
         [2m|[22m [1m[31m      ^^^^^^^^^^[39m[22m
         [2m=[22m [1mhelp[22m: Write "push_events"
      "
    `);
  });

  test('without a place is its message alone', () => {
    expect(diagnosticText(placeless, plainPaint)).toMatchInlineSnapshot(`
      "warning[no-token]: there is no token
      "
    `);
  });

  test('aligns its carets below tabs and wide characters', () => {
    const place = { file, line: 3, column: 8, length: 4, text: '\tキー: \twert # Wert' };
    expect(diagnosticText({ ...unknownKey, place }, plainPaint)).toMatchInlineSnapshot(`
      "config/platform.yaml:3:8: error[unknown-key]: "push_event" is no field of a hook
        |
      3 |   キー:   wert # Wert
        |            ^^^^
        = help: Write "push_events"
      "
    `);
  });

  test('points behind the end of a line where something is missing', () => {
    const place = { file, line: 3, column: 12, text: '    name: x' };
    expect(diagnosticText({ ...unknownKey, place }, plainPaint)).toMatchInlineSnapshot(`
      "config/platform.yaml:3:12: error[unknown-key]: "push_event" is no field of a hook
        |
      3 |     name: x
        |            ^
        = help: Write "push_events"
      "
    `);
  });

  test('cuts a long line around what is meant', () => {
    const text = `  description: ${'far too long '.repeat(20)}here it is wrong ${'and so on '.repeat(30)}`;
    const place = { file, line: 3, column: text.indexOf('here') + 1, length: 16, text };
    expect(diagnosticText({ ...unknownKey, place }, plainPaint)).toMatchInlineSnapshot(`
      "config/platform.yaml:3:276: error[unknown-key]: "push_event" is no field of a hook
        |
      3 | …r too long far too long here it is wrong and so on and so on and so on and so on…
        |                          ^^^^^^^^^^^^^^^^
        = help: Write "push_events"
      "
    `);
  });

  test('shows what would move the cursor or turn the writing direction', () => {
    const place = { file, line: 3, column: 3, length: 4, text: '  a\u001b[2Jb: \u202etxet' };
    expect(diagnosticText({ ...unknownKey, message: 'bad\nname\u0007', place }, plainPaint)).toMatchInlineSnapshot(`
      "config/platform.yaml:3:3: error[unknown-key]: bad\\nname\\u{7}
        |
      3 |   a\\u{1b}[2Jb: \\u{202e}txet
        |   ^^^^^^^^^
        = help: Write "push_events"
      "
    `);
  });
});

describe('a list of diagnostics', () => {
  test('stands in the order of the files and is counted', () => {
    expect(diagnosticsText([placeless, duplicate, unknownKey], plainPaint)).toMatchInlineSnapshot(`
      "config/platform.yaml:12:7: error[unknown-key]: "push_event" is no field of a hook
         |
      12 |       push_event: true
         |       ^^^^^^^^^^
         = help: Write "push_events"

      config/teams.yaml:104:3: error[duplicate]: group[platform] is declared twice
          |
      104 |   platform:
          |   ^^^^^^^^
      config/platform.yaml:9:3: note: first declared here
          |
        9 |   platform:
          |   ^^^^^^^^

      warning[no-token]: there is no token

      2 errors, 1 warning in 2 files
      "
    `);
  });

  test('is nothing where there are none', () => {
    expect(diagnosticsText([], plainPaint)).toBe('');
  });
});
