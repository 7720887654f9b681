import type { Plan } from '../model.ts';

/** How far it goes that all is as declared: what GitLab does not show was compared with what was last sent, or with nothing. */
export function asFarAsSeen({ unverifiable, ledger }: Pick<Plan, 'unverifiable' | 'ledger'>): string {
  if (unverifiable.length > 0) return ', as far as the API shows';
  return ledger === undefined ? '' : ', as far as the API shows and the ledger knows';
}
