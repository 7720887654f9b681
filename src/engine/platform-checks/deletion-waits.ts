import { entryAddress, INSTANCE, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { atLeast } from '../../base/version-order.ts';
import type { Host } from '../../kind.ts';
import type { Change, LiveObject, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

/**
 * Tells for how many days groups and projects that are deleted wait until they are gone for good, where the plan has read the setting that says so: nothing
 * is asked for it. Where the plan changes the setting, its new value counts, since GitLab looks at it each night (a guess by its source).
 */
export function deletionWaits(
  changes: readonly Change[],
  { instance, sections }: Pick<World, 'instance' | 'sections'>,
  kinds: Kinds,
): Diagnostic[] {
  return changes.flatMap(({ action, address, place }): Diagnostic[] => {
    const waits = action === 'delete' ? partsOf(address, kinds).kind.host?.waits : undefined;
    if (waits === undefined || !atLeast(instance.version, waits.since)) return [];
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
}

/** The days that the setting says, or that it will say. */
function daysOf(
  { section, field }: NonNullable<Host<LiveObject>['waits']>,
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
