import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { undosBefore } from '../../engine/apply/journal/undos-before.ts';
import { parseUndo } from '../../report/parse-undo.ts';
import type { UndoFile } from './files-of-undo.ts';
import { placeIn } from './place-in.ts';

/**
 * What an undo does nothing of, though its run may have: nobody knows what was there before, since an earlier run had begun it. That is told, with the
 * undo of that run, which knows.
 */
export function unjudged(given: UndoFile, journal: string, onStale: 'stop' | 'skip'): readonly Diagnostic[] {
  const { file, text, undo } = given;
  const unknown = undo.lost.flatMap(({ address, why, applied }) =>
    applied === undefined ? [] : [{ address, why, applied }],
  );
  if (unknown.length === 0) return [];
  const before = undosBefore(journal, undo.target.url, file);
  return unknown.map(({ address, why, applied }): Diagnostic => {
    const earlier = before.find((one) => holds(one, applied));
    const first =
      earlier === undefined
        ? 'where an earlier run had begun that, apply its undo first'
        : `apply ${earlier} first, the undo of an earlier run that had begun it`;
    const look = 'then see in GitLab what is there of it, and take away by hand what nobody needs';
    const rest = onStale === 'stop' ? '; to bring back the rest and leave this as it is, give --on-stale skip' : '';
    return {
      severity: onStale === 'stop' ? 'error' : 'warning',
      code: 'undo-stale',
      place: placeIn(file, text, { address }),
      message: `${address} is not brought back, and may be as the run has left it: ${why}`,
      remedy: `${first}; ${look}${rest}`,
    };
  });
}

/** Whether an undo, where one is there by now, is of what stands at an address in the words of its apply. */
function holds(file: string, applied: string): boolean {
  try {
    const parsed = parseUndo(readFileSync(file, 'utf8'));
    return 'undo' in parsed && parsed.undo.entries.some((entry) => entry.applied === applied);
  } catch {
    return false;
  }
}
