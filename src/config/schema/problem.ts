import type { DiagnosticCode } from '../../base/diagnostic-code.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Path } from '../yaml/locate.ts';
import type { Places } from '../yaml/places.ts';

/** Something wrong in a document: a diagnostic that still has to be told where. */
export interface Problem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly path: Path;
  /** Which part of what stands at the path is meant. */
  readonly part: 'key' | 'value';
  /** Set where the remedy says what was most likely meant, and not only what may stand there. */
  readonly likely?: true;
  /** Set where nobody knows what the value was meant to be: it may be a secret, and no line shows it. */
  readonly hides?: true;
}

/** The problem as an error of a file. */
export function located(problem: Problem, places: Places): Diagnostic {
  const { code, message, remedy, path, part } = problem;
  return { severity: 'error', code, message, remedy, place: places.place(path, part) };
}
