import { isDeepStrictEqual } from 'node:util';
import { isMap } from '../../base/shape.ts';
import { isSame, pathsTo } from '../../base/scope-path.ts';
import type { ConfigurationEdit, LiveValue } from '../../configuration-edit.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Desired, LiveEntry, Scope, Value, World } from '../../model.ts';
import { entryAddress, sectionAddress } from '../../address.ts';
import { addressIdentity } from '../address-identity.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, propertyOf, type Kinds } from '../kinds.ts';
import { compare, difference } from '../plan/diff.ts';
import type { Commit } from '../repository/history.ts';
import { removing } from './removing.ts';

/** One difference of an edit: the whole, or one of its values. */
export interface Difference {
  readonly edit: ConfigurationEdit;
  readonly value?: LiveValue;
}

/** A difference in what a commit has declared otherwise, which nobody has touched since, as far as anybody can tell. */
export interface Unapplied extends Difference {
  readonly commit: Commit;
  /** What was said before that commit. */
  readonly said: Said;
}

/** Each difference by itself. */
export function differencesIn(edits: readonly ConfigurationEdit[]): readonly Difference[] {
  return edits.flatMap((edit): readonly Difference[] =>
    edit.does === 'set' ? edit.values.map((value) => ({ edit, value })) : [{ edit }],
  );
}

/**
 * What an earlier version of a configuration said of a difference: what it says now, what is live, something else, or nothing of what it is in,
 * which it left alone.
 */
export type Said = 'as now' | 'as live' | 'otherwise' | 'undeclared';

/** A function that tells what earlier versions said of differences. What has been renamed since is looked for by its former name as well. */
export function saidBefore(
  now: Desired,
  world: World,
  kinds: Kinds,
): (differences: readonly Difference[], earlier: Desired) => ReadonlyMap<Difference, Said> {
  const since = declaredIn(now, kinds);
  const formerly = formerNames(now, since, kinds);
  const removesNow = removing(now, kinds);
  const saidIn = (before: Earlier, { edit, value }: Difference): Said => {
    const addresses = [edit.address, ...formerly(edit.address)];
    const then = addresses
      .map((address) => before.declared.get(identityOf(address, kinds)))
      .find((entry) => entry !== undefined);
    const isDeclared = then?.state === 'present';
    switch (edit.does) {
      case 'remove': {
        if (!isDeclared) return 'as live';
        // To be made anew as it is declared by now is to be made.
        const declared = since.get(identityOf(edit.address, kinds));
        return isDeepStrictEqual(then.spec, declared?.spec) ? 'as now' : 'otherwise';
      }
      case 'keep':
        return isDeclared ? 'as live' : 'as now';
      case 'add':
        // What is to go by now, and was left alone, is to be removed as much as what was declared.
        if (!isDeclared) return removesNow([edit.address]) && !before.removes(addresses) ? 'undeclared' : 'as now';
        return isLive(then, edit.address, world, kinds) ? 'as live' : 'otherwise';
      case 'set':
        if (!isDeclared || value === undefined) return 'undeclared';
        return valueSaid(then, since.get(identityOf(edit.address, kinds)), value, kindOf(kinds, edit.section));
    }
  };
  return (differences, earlier) => {
    const before = { declared: declaredIn(earlier, kinds), removes: removing(earlier, kinds) };
    return new Map(differences.map((one) => [one, saidIn(before, one)]));
  };
}

/** What an earlier version declared, and what it wanted away. */
interface Earlier {
  readonly declared: ReadonlyMap<string, Declared>;
  readonly removes: (addresses: readonly string[]) => boolean;
}

function valueSaid(then: Declared, now: Declared | undefined, { path, value }: LiveValue, kind: Kind): Said {
  const before = valueAt(then, path);
  if (isDeepStrictEqual(before, valueAt(now, path))) return 'as now';
  // It had no say in what it did not declare.
  if (before === undefined) return 'as live';
  const [field, ...inside] = path;
  const schema = inside.length === 0 ? propertyOf(kind, field) : undefined;
  const isLiveNow =
    schema === undefined ? isDeepStrictEqual(before, value) : compare(field, schema, before, value).length === 0;
  return isLiveNow ? 'as live' : 'otherwise';
}

/** Whether what is live has all the values of an entry. */
function isLive({ spec }: Declared, address: string, world: World, kinds: Kinds): boolean {
  const live = liveOf(address, world, kinds);
  const { kind } = partsOf(address, kinds);
  return live !== undefined && difference(kind, spec, live.spec, world.instance.version).names.size === 0;
}

/** What is live at an address, where it was looked at. */
export function liveOf(address: string, { sections }: World, kinds: Kinds): LiveEntry | undefined {
  const { kind, scope, key } = partsOf(address, kinds);
  const there = sections.get(sectionAddress(scope, kind.section));
  return there?.find((one) => identity(kind, one.key) === identity(kind, key));
}

/** The edits without what is not applied yet. */
export function without(
  edits: readonly ConfigurationEdit[],
  unapplied: readonly Unapplied[],
): readonly ConfigurationEdit[] {
  const named = new Set(unapplied.map(nameOf));
  return edits.flatMap((edit): readonly ConfigurationEdit[] => {
    if (edit.does !== 'set') return named.has(nameOf({ edit })) ? [] : [edit];
    const values = edit.values.filter((value) => !named.has(nameOf({ edit, value })));
    return values.length === 0 ? [] : [{ ...edit, values }];
  });
}

/** `group[team].name`: what a difference is of. */
export function nameOf({ edit, value }: Difference): string {
  return value === undefined ? edit.address : `${edit.address}.${value.path.join('.')}`;
}

function valueAt(entry: Declared | undefined, [field, ...inside]: LiveValue['path']): Value | undefined {
  let value = entry?.spec[field];
  for (const step of inside) value = isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value;
}

/** A function that gives the addresses that something had before, by what is said of itself, and of what it stands in. */
function formerNames(
  { sections }: Desired,
  declared: ReadonlyMap<string, Declared>,
  kinds: Kinds,
): (address: string) => readonly string[] {
  const moved = sections.flatMap(({ name, entries }) =>
    kinds.get(name)?.host === undefined
      ? []
      : entries.flatMap(({ key, previously }) => (previously === undefined ? [] : [{ key, previously }])),
  );
  const before = (path: string): string => {
    const [above] = moved
      .filter(({ key }) => pathsTo(path).some((one) => isSame(one, key)))
      .toSorted((one, other) => other.key.length - one.key.length);
    return above === undefined ? path : `${above.previously}${path.slice(above.key.length)}`;
  };
  return (address) => {
    const { kind, scope, key } = partsOf(address, kinds);
    const was: Scope = scope.type === 'instance' ? scope : { ...scope, path: before(scope.path) };
    const named = declared.get(addressIdentity(kind, scope, key))?.previously;
    const called = kind.host === undefined ? (named ?? key) : before(key);
    return [entryAddress(kind, was, key), entryAddress(kind, was, called)];
  };
}

function declaredIn({ sections }: Desired, kinds: Kinds): ReadonlyMap<string, Declared> {
  return new Map(
    sections.flatMap(({ scope, name, entries }) => {
      const kind = kinds.get(name);
      return kind === undefined
        ? []
        : entries.map((entry) => [addressIdentity(kind, scope, entry.key), entry] as const);
    }),
  );
}

function identityOf(address: string, kinds: Kinds): string {
  const { kind, scope, key } = partsOf(address, kinds);
  return addressIdentity(kind, scope, key);
}
