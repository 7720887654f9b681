import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Attributes, Desired, World } from '../../model.ts';
import { sectionParts } from '../address-parts.ts';
import { propertyOf, type Kinds } from '../kinds.ts';
import type { Draft } from '../plan/draft.ts';
import { worded } from '../plan/refusals.ts';

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

/**
 * Tells of what cannot get another value of a field that a thing has in all of its places alike, and that no call changes: while any place
 * has it, making it anew gives back what is there. It would be planned again at each run.
 */
export function keptByOthers(drafts: readonly Draft[], world: World, kinds: Kinds): Diagnostic[] {
  return drafts.flatMap(({ kind, change, declared }): Diagnostic[] => {
    const { shared } = kind.identity;
    const thing = declared && shared?.of(declared.spec);
    const isMade = change.action === 'create' || change.action === 'replace';
    if (declared === undefined || shared === undefined || thing === undefined || !isMade) return [];
    return shared.fields.flatMap((field): Diagnostic[] => {
      const wanted = declared.spec[field];
      if (propertyOf(kind, field)?.['x-immutable'] !== true || wanted === undefined) return [];
      const other = holders(kind, thing, world, kinds).find(
        ({ address, spec }) => address !== change.address && spec[field] !== undefined && spec[field] !== wanted,
      );
      if (other === undefined) return [];
      return [
        {
          ...{ severity: 'error', code: 'kept-elsewhere', place: declared.place(field) },
          message: `${change.address} cannot get ${field} ${worded(wanted)}: ${other.address} is the same thing, has ${worded(other.spec[field] ?? null)}, and GitLab keeps that while any place has it`,
          remedy:
            'take it out of every other place first (`state: absent`), apply, and declare it there again; or make another one',
        },
      ];
    });
  });
}

interface Holder {
  readonly spec: Attributes;
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
      kind.identity.shared?.of(spec) === thing
        ? [{ address: entryAddress(kind, parts.scope, key), key, spec, within }]
        : [],
    );
  });
}
