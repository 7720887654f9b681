import { withoutSecrets } from '../base/hidden-values.ts';

/** Control and format characters, among them those that move the cursor, turn the writing direction or have no width. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const short: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * The text with everything that a terminal would obey instead of show made visible (`\n`, `\u{1b}`), and without what URLs hold of
 * users, passwords and tokens. Names and values come from other people; without this, one of them could repaint the plan.
 */
export function visible(text: string): string {
  return withoutSecrets(text).replace(
    hidden,
    (character) => short[character] ?? `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}
