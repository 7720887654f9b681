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
  // What GitLab refuses to be asked is no matter of rights: it does not have it in this place.
  const offered = error.trouble !== 'refused';
  return {
    severity: 'error',
    code: offered ? 'unreadable' : 'not-offered',
    message: `${address} cannot be read: GitLab answers ${String(error.status)} to GET ${error.path}${said}`,
    place,
    remedy: offered ? rightsNeeded(kind) : `take ${kind.section} out of the configuration there`,
  };
}

function rightsNeeded({ section, tier }: Kind): string {
  const user = 'use a token whose user may read it';
  return tier === undefined || tier === 'free' ? user : `${user}; ${section} need GitLab ${TIER_NAMES[tier]}`;
}
