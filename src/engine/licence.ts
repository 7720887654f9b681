import { isRefused } from '../api/api-error.ts';
import { isMap } from '../base/shape.ts';
import { TIER_NAMES, type Kind } from '../kind.ts';
import type { Instance, Tier } from '../model.ts';
import type { Read } from '../read.ts';

const RANK: { readonly [Name in Tier]: number } = { free: 0, premium: 1, ultimate: 2 };

/** An administrator's: null without a licence, 403 for others, not there in the Community Edition (GET /license, 18.9). */
const LICENSE: Read = { path: '/license', mayBeMissing: true, mayBeNull: true };

/** The tier of the licence; undefined where nobody tells, or where it has run out: what is left then is not written down. Throws ApiError for trouble that concerns every request. */
export async function tierOf(
  { enterprise, me }: Instance,
  look: (read: Read) => Promise<unknown>,
): Promise<Tier | undefined> {
  if (!enterprise) return 'free';
  if (!me.admin) return undefined;
  try {
    const license = await look(LICENSE);
    if (license === undefined) return 'free';
    if (!isMap(license) || license['expired'] === true) return undefined;
    const { plan } = license;
    return plan === 'premium' || plan === 'ultimate' ? plan : undefined;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

/** Whether what needs one tier is lacking in another. */
export function isLacking(needed: Tier, has: Tier): boolean {
  return RANK[needed] > RANK[has];
}

/** Whether a kind is there in some tiers alone. */
export function needsTier({ tier }: Kind): boolean {
  return tier !== undefined && tier !== 'free';
}

/** An instance as a sentence names it: `GitLab 18.9.0-ee`, and what of its tier is known. */
export function instanceText({ version, enterprise }: Pick<Instance, 'version' | 'enterprise'>, tier?: Tier): string {
  const known = tier ?? (enterprise ? undefined : 'free');
  return `GitLab ${version}${known === undefined ? '' : `, ${TIER_NAMES[known]}`}`;
}
