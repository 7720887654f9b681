import { entryAddress, entryAddresses, INSTANCE, sectionAddress } from '../../address.ts';
import { lastSegment, parentPath } from '../../base/scope-path.ts';
import type { Declared, Desired, LiveEntry, Scope, World } from '../../model.ts';
import { hostingKind, kindOf, type Kinds } from '../kinds.ts';
import { match } from '../plan/match.ts';

/** Something that the plan changes: what is declared of it, and what is live. */
export interface Pair {
  readonly declared: Declared | undefined;
  readonly live: LiveEntry | undefined;
}

/** What is declared and what is live, by the address in the words of the configuration. */
export function pairsIn(desired: Desired, world: World, kinds: Kinds): ReadonlyMap<string, Pair> {
  const found = new Map<string, Pair>();
  for (const section of desired.sections) {
    const kind = kindOf(kinds, section.name);
    const address = entryAddresses(kind, section.scope);
    const live = world.sections.get(sectionAddress(section.scope, section.name)) ?? [];
    const { pairs, leftover } = match(section, kind, live, address, world.instance.version);
    for (const { declared, live: one } of pairs) found.set(address(declared.key), { declared, live: one });
    for (const one of leftover) {
      found.set(address(`${one.key}#${String(one.id)}`), { declared: undefined, live: one });
      if (!found.has(address(one.key))) found.set(address(one.key), { declared: undefined, live: one });
    }
  }
  return found;
}

/** The live group or project that is to stand at a path after the apply; undefined of the instance. */
export function hostIn(pairs: ReadonlyMap<string, Pair>, scope: Scope, kinds: Kinds): LiveEntry | undefined {
  const kind = scope.type === 'instance' ? undefined : hostingKind(kinds, scope.type);
  return scope.type === 'instance' || kind === undefined
    ? undefined
    : pairs.get(entryAddress(kind, INSTANCE, scope.path))?.live;
}

/** Where a scope stands before the apply, by where it stands after it. */
export type PathBefore = (scope: Scope) => Scope;

/** Where a group or project stands now that is to stand at a path: what is in a group that is renamed is where that is. */
export function pathsBefore(pairs: ReadonlyMap<string, Pair>, kinds: Kinds): PathBefore {
  const before = (type: string, path: string): string => {
    const kind = hostingKind(kinds, type);
    const live = kind && pairs.get(entryAddress(kind, INSTANCE, path))?.live;
    const moves = kind?.host?.moves;
    if (moves !== undefined && live !== undefined && live.pendingDeletion === undefined) return moves.pathOf(live.live);
    const above = parentPath(path);
    return above === '' ? path : `${before('group', above)}/${lastSegment(path)}`;
  };
  return (scope) => (scope.type === 'instance' ? scope : { ...scope, path: before(scope.type, scope.path) });
}
