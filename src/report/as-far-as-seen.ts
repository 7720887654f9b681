import type { DiagnosticCode } from '../base/diagnostic-code.ts';
import type { Plan } from '../model.ts';

/** What is said where the token of a run may not have been shown all that counts. */
const UNSEEN: readonly DiagnosticCode[] = ['perhaps-unseen', 'taken-unseen'];

/**
 * How far it goes that all is as declared: what GitLab does not show was compared with what was last sent, or with nothing, and what it
 * does not show to this token was not compared at all.
 */
export function asFarAsSeen({
  unverifiable,
  ledger,
  diagnostics,
}: Pick<Plan, 'unverifiable' | 'ledger' | 'diagnostics'>): string {
  const shown = diagnostics.some(({ code }) => UNSEEN.includes(code)) ? 'this token is shown it' : 'the API shows';
  if (shown !== 'the API shows' || unverifiable.length > 0) return `, as far as ${shown}`;
  return ledger === undefined ? '' : ', as far as the API shows and the ledger knows';
}
