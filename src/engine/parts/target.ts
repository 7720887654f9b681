import { entryAddress, sectionAddress } from '../../address.ts';
import { nearest } from '../../base/nearest.ts';
import { pathsAbove, pathsTo } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, Scope, Section, World } from '../../model.ts';
import { handedPlaces } from '../../handed-on.ts';
import { kindOf, namedHosts, referencesOf, type Kinds } from '../kinds.ts';
import { outerScopes } from '../observe/decode-context.ts';
import { addressTest, anyAddressTest, beginnings, mayMean } from './address-pattern.ts';

/**
 * What of a configuration some targets have to do with: the sections that may hold what they fit, what the entries in these refer to, and
 * the groups and projects that all of it stands in. Nothing else is read, counted or warned of.
 */
export function aimedAt(desired: Desired, targets: readonly string[], kinds: Kinds): Desired {
  const inner = desired.sections.filter((section) => kindOf(kinds, section.name).host === undefined);
  const meant = new Set(inner.filter((section) => mayHold(section, targets, kinds)));
  const referred = referredBy([...meant], kinds);
  const kept = inner.filter(
    (section) => meant.has(section) || referred.has(sectionAddress(section.scope, section.name)),
  );
  const scopes = kept.flatMap(({ scope }) => (scope.type === 'instance' ? [] : [scope.path.toLowerCase()]));
  const hosting = desired.sections.filter((section) => kindOf(kinds, section.name).host !== undefined);
  const hosts = hostsAimedAt(hosting, { scopes, named: hostsNamedIn([...meant], kinds) }, targets, kinds);
  return { ...desired, sections: [...hosts, ...kept] };
}

/**
 * The targets that fit nothing that is declared, and nothing that is live in what was looked at: a misspelling, which an empty plan would hide.
 * A declared section is meant by what all of its entries begin with, though nothing be in it.
 */
export function targetsOfNothing(
  targets: readonly string[],
  desired: Desired,
  { sections }: Pick<World, 'sections'>,
  kinds: Kinds,
): readonly string[] {
  const addresses = addressesOf(desired, sections, kinds);
  const beginningsOfSections = sectionsMeant(desired, kinds);
  return targets.filter((target) => {
    const fits = addressTest(target);
    return !addresses.some(fits) && !beginningsOfSections.some(fits);
  });
}

/** The address of what is declared or live, or what several begin with, that a target which fits nothing is a misspelling of. */
export function addressMeant(
  target: string,
  desired: Pick<Desired, 'sections'>,
  { sections }: Pick<World, 'sections'>,
  kinds: Kinds,
): string | undefined {
  if (target.includes('*')) return undefined;
  const addresses = addressesOf(desired, sections, kinds);
  return nearest(target, new Set(addresses.flatMap((address) => [...beginnings(address), address])));
}

/** What the addresses in each declared section begin with: `group[platform]/hook`. */
function sectionsMeant({ sections }: Pick<Desired, 'sections'>, kinds: Kinds): readonly string[] {
  return sections.flatMap(({ name, scope }) => {
    const kind = kindOf(kinds, name);
    return kind.host === undefined && kind.shape.type !== 'single' ? beginnings(entryAddress(kind, scope, '')) : [];
  });
}

/** The addresses of all that is declared, or live in the sections that are. */
export function addressesOf(
  desired: Pick<Desired, 'sections'>,
  sections: World['sections'],
  kinds: Kinds,
): readonly string[] {
  return desired.sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    const keys = [...entries, ...(sections.get(sectionAddress(scope, name)) ?? [])].map(({ key }) => key);
    return keys.map((key) => entryAddress(kind, scope, key));
  });
}

/** Whether nothing that is declared fits a target, and no section could hold anything that does: no look at the instance is needed to say so. */
export function isHopeless(target: string, desired: Desired, kinds: Kinds): boolean {
  return (
    targetsOfNothing([target], desired, { sections: new Map() }, kinds).length > 0 && !mayBeLive(target, desired, kinds)
  );
}

/** Whether something that is not declared, and live in a declared section, may fit a target. */
export function mayBeLive(target: string, { sections }: Pick<Desired, 'sections'>, kinds: Kinds): boolean {
  return sections.some(
    (section) => kindOf(kinds, section.name).host === undefined && mayHold(section, [target], kinds),
  );
}

/** Whether what fits a target may have stood in a section that is pruned, so that it is gone because an earlier run took it away. */
export function mayBePruned(target: string, { sections }: Pick<Desired, 'sections'>, kinds: Kinds): boolean {
  return mayBeLive(target, { sections: sections.filter(({ prune }) => prune) }, kinds);
}

function mayHold({ scope, name }: Section, targets: readonly string[], kinds: Kinds): boolean {
  return mayHoldOf(scope, kindOf(kinds, name), targets);
}

/** Whether the entries of a kind in a scope may have an address that fits one of the targets. */
export function mayHoldOf(scope: Scope, kind: Kind, targets: readonly string[]): boolean {
  const address = entryAddress(kind, scope, '');
  if (kind.shape.type === 'single') return targets.some((target) => addressTest(target)(address));
  return targets.some((target) => mayMean(target, address.slice(0, -1)));
}

/** The addresses of the sections in which stands what entries refer to. */
function referredBy(sections: readonly Section[], kinds: Kinds): ReadonlySet<string> {
  return new Set(
    sections.flatMap(({ name, scope, entries }) =>
      entries
        .flatMap(({ spec }) => referencesOf(kindOf(kinds, name), spec))
        .flatMap((reference) => outerScopes(scope).map((outer) => sectionAddress(outer, reference.section))),
    ),
  );
}

/** The groups and projects that entries name, or whose variables get the secrets of these; the paths in lower case. */
function hostsNamedIn(sections: readonly Section[], kinds: Kinds): readonly string[] {
  const named = [...namedHosts(sections, kinds).values()].flatMap((paths) => [...paths.keys()]);
  const handed = handedPlaces({ sections }, ({ name }) => kindOf(kinds, name)).flatMap(({ scope }) =>
    scope.type === 'instance' ? [] : [scope.path],
  );
  return [...named, ...handed].map((path) => path.toLowerCase());
}

/**
 * The groups and projects that are meant, in which something is, or that are named and may be yet to be made; and what comes from elsewhere or
 * goes, where what one of their paths means depends on it. The rest of what moves is no part of it: who may see a department alone could not say where it stands.
 */
function hostsAimedAt(
  sections: readonly Section[],
  { scopes, named }: { readonly scopes: readonly string[]; readonly named: readonly string[] },
  targets: readonly string[],
  kinds: Kinds,
): readonly Section[] {
  const isMeant = anyAddressTest(targets);
  const meant = sections.flatMap(({ name, scope, entries }) =>
    entries.flatMap(({ key }) => (isMeant(entryAddress(kindOf(kinds, name), scope, key)) ? [key.toLowerCase()] : [])),
  );
  const entries = sections.flatMap((section) => section.entries);
  const inside = new Set([...scopes, ...meant]);
  const ways = new Set([...[...inside].flatMap(pathsTo), ...named]);
  const kept = new Set(entries.filter(({ key }) => ways.has(key.toLowerCase())));
  const moving = new Set(
    entries.filter((entry) => !kept.has(entry) && (entry.previously !== undefined || entry.state === 'absent')),
  );
  const paths = [...inside, ...named, ...[...kept].flatMap(pathsOf)];
  // What moves to where another one was, or away from where another one comes to, concerns what concerns that one.
  const all = new Map(entries.map((entry) => [entry.key.toLowerCase(), entry]));
  for (let next = concerned(moving, paths); next.length > 0; next = concerned(moving, paths)) {
    // With what they come into, which may be yet to be made.
    const around = next.flatMap(({ key }) => pathsAbove(key.toLowerCase()).flatMap((path) => all.get(path) ?? []));
    for (const entry of [...next, ...around]) {
      moving.delete(entry);
      kept.add(entry);
      paths.push(...pathsOf(entry));
    }
  }
  return sections.flatMap((section) => {
    const left = section.entries.filter((entry) => kept.has(entry));
    return left.length === 0 ? [] : [{ ...section, entries: left }];
  });
}

function concerned(moving: ReadonlySet<Declared>, paths: readonly string[]): readonly Declared[] {
  return [...moving].filter((entry) =>
    pathsOf(entry).some((one) => paths.some((path) => isWithin(one, path) || isWithin(path, one))),
  );
}

/** Where an entry is to be, and where it has been. */
function pathsOf({ key, previously }: Declared): readonly string[] {
  return [key, ...(previously === undefined ? [] : [previously])].map((path) => path.toLowerCase());
}

/** Whether a path is that of a group, or of something in it. */
function isWithin(path: string, group: string): boolean {
  return path === group || path.startsWith(`${group}/`);
}
