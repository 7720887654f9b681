import { fingerprint } from '../base/canonical-json.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { DiagnosticCode } from '../base/diagnostic-code.ts';
import { isMap } from '../base/shape.ts';
import type { Undo } from '../engine/undo/undo.ts';
import { isUndo } from './undo-check.ts';
import { undoFormat } from './undo-json.ts';

const FORMAT = /^keelson\/undo@\d+$/;

/** Reads an undo back. Whatever the text is, the answer is an undo or a diagnostic. */
export function parseUndo(text: string): { readonly undo: Undo } | { readonly diagnostic: Diagnostic } {
  const json = jsonOf(text);
  if (json === undefined) return refusal('plan-file-cut', 'the undo file is not whole: it ends early, or is no JSON');
  const version = isMap(json) && typeof json['format'] === 'string' ? FORMAT.exec(json['format'])?.[0] : undefined;
  if (version !== undefined && version !== undoFormat) {
    const message = `the undo file has format ${version}, and this version of Keelson knows ${undoFormat}`;
    return refusal('plan-file-newer', message, 'apply it with the version of Keelson that made it');
  }
  if (!isUndo(json)) return refusal('plan-file-invalid', 'the undo file does not fit its schema');
  const { checksum, ...rest } = json;
  if (checksum !== fingerprint(rest))
    return refusal('plan-file-edited', 'the undo file was edited after it was made: its checksum does not fit');
  return { undo: json };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ANOTHER = 'take the file that `keelson apply --undo FILE` wrote; no other brings back just what was';

function refusal(code: DiagnosticCode, message: string, remedy = ANOTHER): { readonly diagnostic: Diagnostic } {
  return { diagnostic: { severity: 'error', code, message, remedy } };
}
