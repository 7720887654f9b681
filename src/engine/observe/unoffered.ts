import { sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { TIER_NAMES, type Kind } from '../../kind.ts';
import type { Instance, Section } from '../../model.ts';
import type { Read } from '../../read.ts';
import { instanceText, isLacking, tierOf } from '../licence.ts';

/**
 * Why a section that is to stand in a new group or project cannot be read there later: the instance has none. It is told before anything
 * is made, since every plan would fail from then on.
 */
export function unofferedThere(
  { scope, name, entries }: Section,
  kind: Kind,
  instance: Instance,
): Diagnostic | undefined {
  if (kind.reads.offered?.(scope, instance) !== false) return undefined;
  return {
    severity: 'error',
    code: 'not-offered',
    message: `${sectionAddress(scope, name)} cannot be read: ${instanceText(instance)} has no ${name} in a ${scope.type} like this`,
    place: entries[0]?.place(),
    remedy: `take ${name} out of the configuration there`,
  };
}

/**
 * Why nothing that is seen in a section proves that there is nothing: the licence lacks it, so that it is not shown, and may be there from
 * before. What is to be made in it is told by its own name. Throws ApiError for trouble that concerns every request.
 */
export async function unlicensed(
  { scope, name, entries }: Section,
  { reads: { tier: needed } }: Kind,
  instance: Instance,
  look: (read: Read) => Promise<unknown>,
): Promise<Diagnostic | undefined> {
  if (needed === undefined || entries.some(({ state }) => state === 'present')) return undefined;
  const tier = await tierOf(instance, look);
  if (tier === undefined || !isLacking(needed, tier)) return undefined;
  return {
    severity: 'error',
    code: 'unreadable',
    message: `${sectionAddress(scope, name)} cannot be read: ${name} need GitLab ${TIER_NAMES[needed]}, and this is ${instanceText(instance, tier)}`,
    place: entries[0]?.place(),
    remedy: `take ${name} out of the configuration, or add a licence`,
  };
}
