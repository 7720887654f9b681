import type { Diagnostic } from '../base/diagnostic.ts';
import { savedAs } from '../base/saved-text.ts';

const WHAT = { plan: 'a saved plan', undo: 'an undo' } as const;

/** Says that a text is what `plan --out` or `apply --undo` has written: that is applied as it stands, and is no configuration. */
export function savedFile(file: string, text: string): Diagnostic | undefined {
  const what = savedAs(text);
  if (what === undefined) return undefined;
  return {
    severity: 'error',
    code: 'saved-file',
    message: `this is ${WHAT[what]}, and no configuration`,
    place: { file, line: 1, column: 1 },
    remedy: `\`keelson apply ${file}\` carries it out; give the configuration here, or keep the file out of its folder`,
  };
}
