import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import { inBrackets } from '../../base/told-words.ts';
import { TIER_NAMES, type Kind } from '../../kind.ts';
import type { Instance, Scope, Section, Tier } from '../../model.ts';
import { instanceText, isLacking } from '../licence.ts';

/** What is asked, where in it, and its tier where anybody tells. */
export interface Platform {
  readonly instance: Instance;
  readonly scope: Scope;
  readonly tier: Tier | undefined;
}

/**
 * Why something cannot be read, as a diagnostic. Trouble that concerns every request alike, such as a bad token, is thrown on,
 * so that it is told once.
 */
export function unreadable(
  error: unknown,
  kind: Kind,
  address: string,
  place: Place | undefined,
  platform?: Platform,
): Diagnostic {
  if (!(error instanceof ApiError) || !['forbidden', 'not-found', 'refused', 'unauthorized'].includes(error.code)) {
    throw error;
  }
  const said = inBrackets(error.serverMessage);
  const lacks = platform !== undefined && isNotOffered(error, kind, platform.scope, platform.instance);
  return {
    severity: 'error',
    code: lacks ? 'not-offered' : 'unreadable',
    message: `${address} cannot be read: GitLab answers ${String(error.status)} to GET ${error.path}${said}`,
    place,
    remedy: lacks
      ? `take ${kind.section} out of the configuration there`
      : error.code === 'refused'
        ? 'try again; if it stays, see what GitLab, or what stands in front of it, logs for this request'
        : rightsNeeded(kind, error, platform),
  };
}

/**
 * Whether GitLab refuses to be asked for what an instance of this sort has nowhere in such a scope. It says so with 400 (GET
 * /groups/:id/member_roles, 18.9), or with 404 where its version knows no such path, as whatever stands in front of it may say for other reasons: only of a section that is known to be
 * missing there it means that nothing is.
 */
export function isNotOffered(error: ApiError, { reads }: Kind, scope: Scope, instance: Instance): boolean {
  return (error.status === 400 || error.status === 404) && reads.offered?.(scope, instance) === false;
}

/** More of one sort are not told one by one: an instance whose tier lacks hooks lacks them in every group. */
const FEW = 3;

/** The trouble of sections, in the order given; of many that are alike, the first with their number. */
export function withoutRepetition(troubles: readonly (readonly [Section, Diagnostic])[]): Diagnostic[] {
  const alike = new Map<string, Diagnostic[]>();
  for (const [{ name }, trouble] of troubles) {
    const sort = `${name} ${trouble.code}`;
    const known = alike.get(sort);
    if (known === undefined) alike.set(sort, [trouble]);
    else known.push(trouble);
  }
  return [...alike].flatMap(([sort, all]) => {
    const [first] = all;
    if (first === undefined || all.length <= FEW) return all;
    const [name = ''] = sort.split(' ');
    return [{ ...first, message: `${first.message}, nor can ${all.length - 1} more sections of ${name}` }];
  });
}

/** GitLab answers to what its tier or version lacks as if it were not there, or as if the user had no right to it. */
function rightsNeeded({ section, tier, reads }: Kind, { code }: ApiError, platform: Platform | undefined): string {
  const user = 'use a token whose user may read it';
  // Whoever is named is there, and none of those.
  const who = platform && code === 'not-found' ? reads.ofNamed?.(platform.scope) : undefined;
  if (who !== undefined) return `name nobody in ${section} there but ${who}`;
  const here = platform && instanceText(platform.instance, platform.tier);
  if (tier === undefined || tier === 'free')
    return here === undefined || code !== 'not-found' ? user : `${user}, and see whether ${here} has it`;
  const needs = `${section} need GitLab ${TIER_NAMES[tier]}`;
  if (platform === undefined || here === undefined) return `${user}; ${needs}`;
  if (platform.tier === undefined)
    return `${user}; ${needs}, and of which tier this ${here} is, this token is not told`;
  return isLacking(tier, platform.tier)
    ? `take ${section} out of the configuration, or add a licence: ${needs}, and this is ${here}`
    : `${user}; this is ${here}, which has it`;
}
