import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import { TIER_NAMES, type Kind } from '../../kind.ts';

/**
 * Why something cannot be read, as a diagnostic. Trouble that concerns every request alike, such as a bad token, is thrown on,
 * so that it is told once.
 */
export function unreadable(error: unknown, kind: Kind, address: string, place: Place | undefined): Diagnostic {
  if (!(error instanceof ApiError) || !['forbidden', 'not-found', 'refused', 'unauthorized'].includes(error.trouble)) {
    throw error;
  }
  const said = error.words === undefined ? '' : ` (${error.words})`;
  return {
    severity: 'error',
    code: 'unreadable',
    message: `${address} cannot be read: GitLab answers ${String(error.status)} to GET ${error.path}${said}`,
    place,
    remedy:
      kind.tier === undefined || kind.tier === 'free'
        ? 'use a token whose user may read it'
        : `use a token whose user may read it; ${kind.section} need GitLab ${TIER_NAMES[kind.tier]}`,
  };
}
