import { fingerprint } from '../base/canonical-json.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { DiagnosticCode } from '../base/diagnostic-code.ts';
import type { Undo } from '../engine/undo/undo.ts';
import { isUndo } from './undo-check.ts';

/** Reads an undo back. Whatever the text is, the answer is an undo or a diagnostic. */
export function parseUndo(text: string): { readonly undo: Undo } | { readonly diagnostic: Diagnostic } {
  const json = jsonOf(text);
  if (json === undefined) return refusal('plan-file-cut', 'the undo file is not whole: it ends early, or is no JSON');
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

function refusal(code: DiagnosticCode, message: string): { readonly diagnostic: Diagnostic } {
  const remedy = 'take the file that `keelson apply --undo FILE` wrote; no other brings back just what was';
  return { diagnostic: { severity: 'error', code, message, remedy } };
}
