import { entryAddress, sectionAddress } from '../../address.ts';
import { anyGlob } from '../../base/glob.ts';
import type { Place } from '../../base/place.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, LiveEntry, Section, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { isNamedPerson, presumptions } from './presumptions.ts';

/** What is about somebody by a name: a change, or an entry that is as declared, beside people whom nobody declares. */
export interface Naming {
  readonly address: string;
  readonly place: Place | undefined;
  readonly name: string;
  /** The section in which it stands, where its entries are names of people. */
  readonly section: string | undefined;
  /** Those beside an entry that has no change, one of whom may be meant. */
  readonly beside?: readonly Undeclared[];
}

/** Somebody in a section whom nobody declares, by the number of their account. */
export interface Undeclared {
  readonly id: unknown;
  readonly address: string;
  readonly isRemoved: boolean;
}

/** Whether a section declares somebody by a name. */
export type IsDeclared = (section: string | undefined, name: string) => boolean;

/** Whom changes name: as the key of an entry, be it made, changed or removed, and in what their calls look up. */
export function namingsOf(
  changes: readonly Change[],
  people: Kind,
  kinds: Kinds,
  isDeclared: IsDeclared,
): readonly Naming[] {
  const byKey = changes.flatMap(({ address, place, action }): Naming[] => {
    const { kind, key, scope } = partsOf(address, kinds);
    const section = sectionAddress(scope, kind.section);
    // Who is to be made is nobody yet, and what nobody declares is removed whoever it is.
    const isAnybody = kind === people ? action !== 'create' : isNamedPerson(kind);
    return isAnybody && isDeclared(section, key) ? [{ address, place, name: key, section }] : [];
  });
  const known = new Set(byKey.map(({ address }) => address));
  const lookedUp = presumptions(changes, kinds).flatMap(({ presumed, entry: { address, place } }): Naming[] =>
    known.has(address) || presumed.section !== people.section
      ? []
      : [{ address, place, name: presumed.name, section: undefined }],
  );
  return [...byKey, ...lookedUp];
}

/**
 * Whom entries name that have no change of their own, in sections of people where somebody stands whom nobody declares: who is meant may be one
 * of these, by another name, and whoever has the name looks as declared.
 */
export function namingsBeside(
  changes: readonly Change[],
  sections: readonly Section[],
  { sections: live, instance: { me } }: World,
  people: Kind,
  kinds: Kinds,
): readonly Naming[] {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  return sections.flatMap((section): readonly Naming[] => {
    const kind = kindOf(kinds, section.name);
    if (kind !== people && !isNamedPerson(kind)) return [];
    const at = sectionAddress(section.scope, section.name);
    const beside = undeclaredIn(section, kind, live.get(at) ?? [])
      .filter(({ id }) => id !== me.id)
      .map(({ id, key }): Undeclared => {
        const address = entryAddress(kind, section.scope, key);
        return { id, address, isRemoved: byAddress.get(address)?.action === 'delete' };
      });
    if (beside.length === 0) return [];
    return section.entries.flatMap((entry): Naming[] => {
      const address = entryAddress(kind, section.scope, entry.key);
      return byAddress.has(address) ? [] : [{ address, place: entry.place(), name: entry.key, section: at, beside }];
    });
  });
}

/** The people in a section whom it neither declares nor ignores. */
function undeclaredIn({ entries, ignore }: Section, kind: Kind, live: readonly LiveEntry[]): readonly LiveEntry[] {
  const isIgnored = anyGlob(ignore);
  const declared = new Set(
    entries.flatMap(({ key, previously }) => [key, previously ?? key]).map((key) => identity(kind, key)),
  );
  return live.filter(
    ({ key, robot, initial, id }) =>
      id !== undefined && robot !== true && initial !== true && !declared.has(identity(kind, key)) && !isIgnored(key),
  );
}
