import { sectionAddress } from '../../address.ts';
import type { Place } from '../../base/place.ts';
import type { Kind } from '../../kind.ts';
import type { Change } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import { findingsIn } from '../findings-in.ts';
import { propertyOf, type Kinds } from '../kinds.ts';
import { nameIn } from '../observe/batches/look-ups.ts';

/** Whom a change names, and the read that looks for them. */
export interface Presumed {
  readonly read: Read;
  /** The name in a sentence: "user alice". */
  readonly what: string;
  readonly remedy: string;
  /** The section in which such ones are declared, and the name. */
  readonly section: string;
  readonly name: string;
  /** The parameter of the read that is the name. */
  readonly by: string;
}

/** The entry whose change names somebody. */
export interface Waiting {
  readonly address: string;
  readonly section: string;
  readonly place: Place | undefined;
  /** Whether the entry is about more than the name that it goes by. */
  readonly isMore: boolean;
}

/** What the calls look up right before they are sent: whom the plan itself makes or renames, or finds by an entry, they know by number. */
export function presumptions(
  changes: readonly Change[],
  kinds: Kinds,
): { readonly presumed: Presumed; readonly entry: Waiting }[] {
  const all = [...new Set([...kinds.values()].flatMap(({ calls: { lookUps } }) => lookUps ?? []))];
  return changes.flatMap(({ address, place, calls }) => {
    const findings = calls.flatMap(({ body }) => findingsIn(body));
    if (findings.length === 0) return [];
    const { scope, kind } = partsOf(address, kinds);
    const entry = { address, place, section: sectionAddress(scope, kind.section), isMore: !isNamedPerson(kind) };
    return findings.flatMap(({ read }) =>
      all.flatMap(({ what, remedy, section, by, ...lookUps }) => {
        const name = nameIn(read, { ...lookUps, by });
        if (name === undefined) return [];
        return [
          { presumed: { read: { ...read, unpaged: true }, what: `${what} ${name}`, remedy, section, name, by }, entry },
        ];
      }),
    );
  });
}

/** Whether an entry goes by the name of a person, and is about that person alone. */
export function isNamedPerson(kind: Kind): boolean {
  const { shape } = kind;
  return shape.type === 'map' && !shape.several && propertyOf(kind, shape.name)?.['x-names'] !== undefined;
}
