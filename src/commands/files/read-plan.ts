import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parsePlan, type ParsedPlan } from '../../report/parse-plan.ts';

/** The saved plan of a file, or what is wrong with that file, by its name. */
export function readPlan(file: string, remedy: string): ParsedPlan {
  try {
    const parsed = parsePlan(readFileSync(file, 'utf8'));
    return 'plan' in parsed ? parsed : named(file, parsed.diagnostic);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const message = `the plan file ${file} cannot be read${why}`;
    return { diagnostic: { severity: 'error', code: 'no-plan-file', message, remedy } };
  }
}

function named(file: string, diagnostic: Diagnostic): ParsedPlan {
  return { diagnostic: { ...diagnostic, message: `${file}: ${diagnostic.message}` } };
}
