import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Desired, World } from '../../model.ts';
import { sectionParts } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import type { Draft } from '../plan/draft.ts';

/**
 * Tells of what makes a thing that the platform has already, as far as it was looked at: it is that one, and what it is in all of its places
 * alike, such as its title, becomes as it is declared here, also where nobody declares it.
 */
export function takesOver(
  drafts: readonly Draft[],
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
): Diagnostic[] {
  const going = new Set(
    drafts.flatMap(({ change }) => (['delete', 'replace'].includes(change.action) ? [change.address] : [])),
  );
  return drafts.flatMap((draft): Diagnostic[] => {
    const { kind, change, declared, scope } = draft;
    const thing = change.action === 'delete' || !declared ? undefined : kind.identity.shared?.of(declared.spec);
    const isMade = change.action !== 'update' || draft.live?.key !== draft.key;
    if (thing === undefined || declared === undefined || !isMade) return [];
    const taken = holders(kind, thing, world, kinds).filter(({ address, key, within }) => {
      const isDeclared = sections.some(
        (one) =>
          sectionAddress(one.scope, one.name) === within &&
          one.entries.some((entry) => identity(kind, entry.key) === identity(kind, key)),
      );
      const isItself = within === sectionAddress(scope, kind.section) && draft.live?.key === key;
      return !isDeclared && !isItself && !going.has(address) && identity(kind, key) !== identity(kind, draft.key);
    });
    if (taken.length === 0) return [];
    const [names, one] = [taken.map(({ address }) => address).join(', '), taken.length === 1];
    return [
      {
        ...{ severity: 'warning', code: 'takes-over', place: declared.place() },
        message: `${change.address} is the same thing as ${names}, which nobody declares and which ${one ? 'gets' : 'get'} its name`,
        remedy: 'declare it by the name that it has, or make another one',
      },
    ];
  });
}

interface Holder {
  readonly address: string;
  readonly key: string;
  readonly within: string;
}

/** The live entries that are this thing, in whatever was looked at. */
function holders(kind: Kind, thing: string, world: World, kinds: Kinds): readonly Holder[] {
  return [...world.sections].flatMap(([within, entries]) => {
    const parts = sectionParts(within, kinds);
    if (parts.kind !== kind) return [];
    return entries.flatMap(({ key, spec }) =>
      kind.identity.shared?.of(spec) === thing ? [{ address: entryAddress(kind, parts.scope, key), key, within }] : [],
    );
  });
}
