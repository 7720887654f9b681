import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity } from '../../kind.ts';
import type { Declared, Desired, World } from '../../model.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';

/** Something declared whose entry says how it is to begin, and that the platform could not make so. */
interface InVain {
  readonly address: string;
  readonly entry: Declared;
  readonly field: string;
  /** What the platform says of it. */
  readonly why: string;
}

/** What is there and does not hold what its entry says that it begins with, as the platform shows. */
export function begunInVain({ sections }: Desired, world: World, kinds: Kinds): readonly InVain[] {
  return sections.flatMap(({ scope, name, entries }) => {
    const kind = kindOf(kinds, name);
    const { host } = kind;
    const [[field] = []] = fieldsWith(kind, 'x-making');
    if (host?.inVain === undefined || field === undefined) return [];
    const makings = new Map(
      entries.filter(({ spec }) => spec[field] !== undefined).map((entry) => [identity(kind, entry.key), entry]),
    );
    if (makings.size === 0) return [];
    return (world.sections.get(sectionAddress(scope, name)) ?? []).flatMap(({ key, live }): InVain[] => {
      const entry = makings.get(identity(kind, key));
      const why = entry?.state === 'present' ? host.inVain?.(live) : undefined;
      return entry === undefined || why === undefined
        ? []
        : [{ address: entryAddress(kind, scope, key), entry, field, why }];
    });
  });
}

/** Tells of it in each plan: the rest of what is declared may well be brought about, and what it was to begin with is missing all the same. */
export function checkBegunInVain(desired: Desired, world: World, kinds: Kinds): Diagnostic[] {
  return begunInVain(desired, world, kinds).map(({ address, entry, field, why }) => ({
    severity: 'warning',
    code: 'begun-in-vain',
    message: `${address} does not hold what \`${field}\` says that it begins with: ${why}`,
    place: entry.place(field),
    remedy: `delete it in GitLab and apply again to have it made anew, or take \`${field}\` out where it is to stay as it is`,
  }));
}
