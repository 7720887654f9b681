import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { savedAs } from '../../base/saved-text.ts';
import { parsePlan, type ParsedPlan } from '../../report/parse-plan.ts';

/** The saved plan of a file, or what is wrong with that file, by its name. */
export function readPlan(file: string, remedy: string): ParsedPlan {
  try {
    const text = readFileSync(file, 'utf8');
    if (savedAs(text) === 'undo') return { diagnostic: anUndo(file) };
    const parsed = parsePlan(text);
    return 'plan' in parsed ? parsed : named(file, parsed.diagnostic);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const message = `the plan file ${file} cannot be read${why}`;
    return { diagnostic: { severity: 'error', code: 'no-plan-file', message, remedy } };
  }
}

/** An undo holds no changes: what it would do is known once it is planned against what is live. */
function anUndo(file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'saved-file',
    message: `${file} is an undo, and no saved plan`,
    remedy: `\`keelson apply ${file}\` plans what it brings back, shows that, and asks before it does it`,
  };
}

function named(file: string, diagnostic: Diagnostic): ParsedPlan {
  return { diagnostic: { ...diagnostic, message: `${file}: ${diagnostic.message}` } };
}
