import { expect, test } from 'vitest';
import { colourPaint, paintFor, plainPaint } from '../../src/report/paint.ts';

test.each([
  ['a terminal', { tty: true, env: {}, noColor: false }, true],
  ['an empty NO_COLOR', { tty: true, env: { NO_COLOR: '' }, noColor: false }, true],
  ['NO_COLOR', { tty: true, env: { NO_COLOR: '1' }, noColor: false }, false],
  ['--no-color', { tty: true, env: {}, noColor: true }, false],
  ['a pipe', { tty: false, env: {}, noColor: false }, false],
  ['a terminal that knows no colours', { tty: true, env: { TERM: 'dumb' }, noColor: false }, false],
])('colour with %s', (_, source, coloured) => {
  expect(paintFor(source)).toBe(coloured ? colourPaint : plainPaint);
});
