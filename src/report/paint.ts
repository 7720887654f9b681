import { styleText } from 'node:util';

/** Puts a colour on a text. */
export type Stroke = (text: string) => string;

/** Colours by their meaning. They are an accent: every text says the same without them. */
export interface Paint {
  readonly strong: Stroke;
  readonly faint: Stroke;
  readonly added: Stroke;
  readonly changed: Stroke;
  readonly replaced: Stroke;
  readonly removed: Stroke;
  readonly error: Stroke;
  readonly warning: Stroke;
}

type Style = Parameters<typeof styleText>[0];

/** What decides on colour: the stream that is written to, the environment, and `--no-color`. */
export interface ColourSource {
  readonly tty: boolean;
  readonly env: { readonly [name: string]: string | undefined };
  readonly noColor: boolean;
}

const as: Stroke = (text) => text;

/** No colour at all. */
export const plainPaint: Paint = {
  strong: as,
  faint: as,
  added: as,
  changed: as,
  replaced: as,
  removed: as,
  error: as,
  warning: as,
};

// Whether to colour is decided here once; styleText would look at standard output, which may be another stream.
const style =
  (format: Style): Stroke =>
  (text) =>
    text === '' ? '' : styleText(format, text, { validateStream: false });

/** The sixteen colours of every terminal. */
export const colourPaint: Paint = {
  strong: style('bold'),
  faint: style('dim'),
  added: style('green'),
  changed: style('yellow'),
  replaced: style('magenta'),
  removed: style('red'),
  error: style(['bold', 'red']),
  warning: style(['bold', 'yellow']),
};

/** Colour on a terminal, unless `--no-color`, a NO_COLOR that is not empty, or TERM=dumb asks for none. */
export function paintFor(source: ColourSource): Paint {
  const { tty, env, noColor } = source;
  const refused = noColor || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return tty && !refused ? colourPaint : plainPaint;
}
