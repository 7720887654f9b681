import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { anyGlob } from '../../base/glob.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Attributes, Declared, Desired, Value, World } from '../../model.ts';
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
    const pruned = taken.filter(({ key, within }) => loses(sections, kind, within, key, draft.key));
    if (pruned.length > 0) return [losesIgnore(change.address, declared, pruned)];
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

/** Whether an `ignore` keeps what a pruned section has by its name, and would not by this one: the next plan would remove it. */
function loses(sections: Desired['sections'], kind: Kind, within: string, now: string, then: string): boolean {
  return sections.some((one) => {
    if (!one.prune || one.name !== kind.section || sectionAddress(one.scope, one.name) !== within) return false;
    const isIgnored = anyGlob(one.ignore);
    return isIgnored(now) && !isIgnored(then);
  });
}

function losesIgnore(address: string, declared: Declared, taken: readonly Holder[]): Diagnostic {
  const names = taken.map((one) => one.address).join(', ');
  return {
    ...{ severity: 'error', code: 'ignored-no-more', place: declared.place() },
    message: `${address} is the same thing as ${names}, which \`ignore\` keeps by its name alone, and which would get this one: the next plan would remove it`,
    remedy: `list ${declared.key} under \`ignore\` there as well, declare it by the name that it has, or make another one`,
  };
}

/**
 * Tells of what cannot get another value of a field that a thing has in all of its places alike, and that no call changes: while any place
 * has it, making it anew gives back what is there. It would be planned again at each run.
 */
export function keptByOthers(drafts: readonly Draft[], world: World, kinds: Kinds): Diagnostic[] {
  const replaced = new Set(drafts.flatMap(({ change }) => (change.action === 'replace' ? [change.address] : [])));
  return drafts.flatMap(({ kind, change, declared }): Diagnostic[] => {
    const { shared } = kind.identity;
    const thing = declared && shared?.of(declared.spec);
    const isMade = change.action === 'create' || change.action === 'replace';
    if (declared === undefined || shared === undefined || thing === undefined || !isMade) return [];
    const all = holders(kind, thing, world, kinds);
    // The only one is made anew first, and so is the thing.
    const [only, ...more] = all;
    if (only !== undefined && more.length === 0 && replaced.has(only.address)) return [];
    return shared.fields.flatMap((field): Diagnostic[] => {
      const wanted = declared.spec[field];
      if (propertyOf(kind, field)?.['x-immutable'] !== true || wanted === undefined) return [];
      const others = all.filter(
        ({ address, spec }) => address !== change.address && spec[field] !== undefined && spec[field] !== wanted,
      );
      const [first] = others;
      if (first === undefined) return [];
      const names = others.map(({ address }) => address);
      return [keptElsewhere({ change: change.address, declared }, field, names, first.spec[field] ?? null)];
    });
  });
}

/** That a thing keeps what it has of a field, since other places have it too, and the steps by which all of them get another value. */
export function keptElsewhere(
  { change, declared }: { readonly change: string; readonly declared: Declared },
  field: string,
  others: readonly string[],
  now: Value,
): Diagnostic {
  const [wanted, kept, names] = [worded(declared.spec[field] ?? null), worded(now), others.join(', ')];
  const [same, have] = others.length === 1 ? ['is the same thing', 'has'] : ['are the same thing', 'have'];
  return {
    ...{ severity: 'error', code: 'kept-elsewhere', place: declared.place(field) },
    message: `${change} cannot get ${field} ${wanted}: ${names} ${same}, ${have} ${kept}, and GitLab keeps that while any place has it`,
    remedy: `first write ${field} ${kept} here, take it out of all other places (\`state: absent\` in ${names}), and apply; then write ${field} ${wanted}, declare it there again, and apply once more; or make another one`,
  };
}

/** A live entry that is a certain thing, and where it stands. */
export interface Holder {
  readonly spec: Attributes;
  readonly address: string;
  readonly key: string;
  readonly within: string;
}

/** The live entries that are this thing, in whatever was looked at. */
export function holders(kind: Kind, thing: string, world: World, kinds: Kinds): readonly Holder[] {
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
