import { entryAddress, INSTANCE, sectionAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { atLeast } from '../../base/version-order.ts';
import { TIER_NAMES, type Host } from '../../kind.ts';
import type { Change, Instance, LiveObject, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { isLacking, tierOf } from '../licence.ts';

/**
 * Tells for how many days groups and projects that are deleted wait until they are gone for good, where the plan has read the setting that says so, or that
 * they do not wait at all: nothing is asked but the licence, where that decides. Where the plan changes the setting, its new value counts, since GitLab
 * looks at it each night (a guess by its source). Throws ApiError for trouble that concerns every request.
 */
export async function deletionWaits(
  changes: readonly Change[],
  { instance, sections }: Pick<World, 'instance' | 'sections'>,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  // However many are deleted, their kinds ask for the licence once.
  const licensed = new Map<Waits, ReturnType<typeof waitsFor>>();
  const told = changes.map(async ({ action, address, place }): Promise<Diagnostic[]> => {
    const waits = action === 'delete' ? partsOf(address, kinds).kind.host?.waits : undefined;
    if (waits === undefined) return [];
    const looking = licensed.get(waits) ?? waitsFor(waits, instance, client);
    licensed.set(waits, looking);
    const isLicensed = await looking;
    if (isLicensed !== 'yes') return [atOnce({ address, place }, waits, isLicensed)];
    const days = daysOf(waits, changes, sections, kinds);
    if (days === undefined) return [];
    return [
      {
        ...{ severity: 'warning', code: 'deletion-waits', place },
        message: `${address} will wait ${days === 1 ? 'a day' : `${days} days`} for its deletion, and then be gone for good`,
        remedy: 'declare it with `restore: true` by then to have it back',
      },
    ];
  });
  return (await Promise.all(told)).flat();
}

type Waits = NonNullable<Host<LiveObject>['waits']>;

/** Whether what is deleted waits on an instance, by its version and its licence. */
async function waitsFor(
  { everywhereSince, before }: Waits,
  instance: Instance,
  client: Client,
): Promise<'yes' | 'no' | 'unknown'> {
  if (atLeast(instance.version, everywhereSince)) return 'yes';
  const tier = await tierOf(instance, (read) => client.read(read));
  if (tier === undefined) return 'unknown';
  return isLacking(before, tier) ? 'no' : 'yes';
}

function atOnce(
  { address, place }: Pick<Change, 'address' | 'place'>,
  { everywhereSince, before }: Waits,
  isLicensed: 'no' | 'unknown',
): Diagnostic {
  const rule = `before GitLab ${everywhereSince} what is deleted waits with GitLab ${TIER_NAMES[before]} alone`;
  const told = {
    severity: 'warning',
    place,
    remedy: 'have an export or a backup of it first: nothing brings it back',
  } as const;
  return isLicensed === 'no'
    ? { ...told, code: 'deleted-at-once', message: `${address} will be gone for good at once: ${rule}` }
    : {
        ...told,
        code: 'perhaps-at-once',
        message: `${address} may be gone for good at once: ${rule}, and nothing tells this token the licence`,
      };
}

/** The days that the setting says, or that it will say. */
function daysOf(
  { setting: { section, field } }: Waits,
  changes: readonly Change[],
  sections: World['sections'],
  kinds: Kinds,
): number | undefined {
  const [live] = sections.get(sectionAddress(INSTANCE, section)) ?? [];
  const kind = kinds.get(section);
  if (live === undefined || kind === undefined) return undefined;
  const address = entryAddress(kind, INSTANCE, live.key);
  const change = changes.find((one) => one.address === address);
  const days = change?.fields.find(({ path }) => path === field)?.to ?? live.spec[field];
  return typeof days === 'number' ? days : undefined;
}
