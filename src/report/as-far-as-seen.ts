import type { DiagnosticCode } from '../base/diagnostic-code.ts';
import type { Plan } from '../model.ts';

/** What is said where the token of a run may not have been shown all that counts. */
const UNSEEN: readonly DiagnosticCode[] = ['perhaps-unseen', 'taken-unseen'];

/** What is not as declared, and is brought about by no change before something else happens. */
const LEFT: readonly DiagnosticCode[] = ['not-handed', 'handed-otherwise'];

/**
 * How far it goes that all is as declared: what GitLab does not show was compared with what was last sent, or with nothing, and what it
 * does not show to this token was not compared at all.
 */
export function asFarAsSeen({
  unverifiable,
  ledger,
  diagnostics,
}: Pick<Plan, 'unverifiable' | 'ledger' | 'diagnostics'>): string {
  const isTold = (codes: readonly DiagnosticCode[]): boolean => diagnostics.some(({ code }) => codes.includes(code));
  const but = isTold(LEFT) ? ', but for variables of which that is told' : '';
  const shown = isTold(UNSEEN) ? 'this token is shown it' : 'the API shows';
  if (shown !== 'the API shows' || unverifiable.length > 0) return `, as far as ${shown}${but}`;
  return `${ledger === undefined ? '' : ', as far as the API shows and the ledger knows'}${but}`;
}
