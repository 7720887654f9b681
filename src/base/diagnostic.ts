import type { DiagnosticCode } from './diagnostic-code.ts';
import type { Place } from './place.ts';

/** Something to tell the user: what is wrong, where, and what to do about it. Data, not an exception. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** A stable name in kebab-case, for searching and for tests: `unknown-key`. */
  readonly code: DiagnosticCode;
  /** One sentence without its full stop; never holds a secret's value. */
  readonly message: string;
  readonly place?: Place | undefined;
  /** Other places that matter: where a duplicate was first declared. */
  readonly related?: readonly { readonly message: string; readonly place: Place }[];
  /** What the user can do, as one imperative sentence without its full stop. */
  readonly remedy?: string | undefined;
}

/** Whether any of these keeps the program from going on. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}
