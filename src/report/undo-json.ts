import { fingerprint } from '../base/canonical-json.ts';
import type { Undo } from '../engine/undo/undo.ts';
import type { JsonObject } from '../model.ts';
import { jsonText } from './json-text.ts';

/** The format that this version writes, and the only one that it applies. */
export const undoFormat = 'keelson/undo@2';

/** An undo as JSON, described by schemas/undo.schema.json. */
export interface UndoDocument extends Undo {
  readonly format: typeof undoFormat;
  /** SHA-256 over the canonical JSON of everything else. */
  readonly checksum: string;
}

/** An undo as the text of a file. It holds no secret. */
export function undoJson({ target, state, guards, lock, ledger, entries, meant, lost }: Undo): string {
  const { url, version } = target;
  const rest = {
    format: undoFormat,
    target: { url, version },
    state,
    guards,
    ...(lock && { lock }),
    ...(ledger && { ledger }),
    entries,
    meant,
    lost,
  };
  // What stands in a file is what is hashed, whatever had to be taken out of it.
  const plain = JSON.parse(jsonText(rest)) as JsonObject;
  const { format, ...others } = plain;
  return `${jsonText({ format, checksum: fingerprint(plain), ...others }, 2)}\n`;
}
