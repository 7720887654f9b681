import { hash32 } from '../../base/short-hash.ts';
import type { Desired, Scope, Section } from '../../model.ts';
import { isHosting, kindOf, namedSections, referencesOf, referredSections, type Kinds } from '../kinds.ts';
import { rootPath } from '../../base/scope-path.ts';

/** One of several parts of a configuration that are planned apart from each other: the `index`th, from 1, of `of`. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** What a shard is of a configuration. */
export interface ShardView {
  /** What the shard reads and plans, and what others refer to, so that it can be found by name. */
  readonly desired: Desired;
  /** Whether what stands in a scope is planned by this shard, and by no other. */
  readonly owns: (scope: Scope) => boolean;
}

/**
 * The part of a configuration that falls to a shard: whole group trees by a stable hash of their top, the instance to the first.
 * Trees that something moves between are one, since the one is not complete without the other; so are those of a share and of the declared
 * group that it invites, which may be made or moved by the same plan.
 */
export function partOf(desired: Desired, shard: Shard, kinds: Kinds): ShardView {
  const treeOf = trees(desired, kinds);
  const owns = (scope: Scope): boolean =>
    scope.type === 'instance' ? shard.index === 1 : shardOf(treeOf(scope.path), shard.of) === shard.index;
  const referred = new Set([...kinds.values()].flatMap((kind) => [...referredSections(kind), ...namedSections(kind)]));
  const sections = desired.sections.flatMap((section): Section[] => {
    if (kindOf(kinds, section.name).host === undefined)
      return owns(section.scope) || referred.has(section.name) ? [section] : [];
    // Of a project as of a group, the path tells the tree.
    const entries = section.entries.filter(({ key }) => owns({ type: 'group', path: key }));
    return entries.length === 0 ? [] : [{ ...section, entries }];
  });
  const lock = shardLock(desired.lock, shard);
  return { desired: { ...desired, sections, ...(lock && { lock }) }, owns };
}

/** The name of the tree that a path stands in: the least of the tops that something moves between. */
function trees({ sections }: Desired, kinds: Kinds): (path: string) => string {
  const leader = new Map<string, string>();
  const find = (top: string): string => {
    const above = leader.get(top);
    return above === undefined || above === top ? top : find(above);
  };
  const join = (path: string, beside: string): void => {
    const [one, other] = [find(topOf(path)), find(topOf(beside))].sort();
    if (one !== undefined && other !== undefined && one !== other) leader.set(other, one);
  };
  const hosts = new Set<string>();
  for (const { name, entries } of sections) {
    if (kindOf(kinds, name).host === undefined) continue;
    for (const { key, previously } of entries) {
      hosts.add(`${name} ${key.toLowerCase()}`);
      if (previously !== undefined) join(key, previously);
    }
  }
  for (const { name, scope, entries } of sections) {
    const kind = kindOf(kinds, name);
    if (scope.type === 'instance' || kind.host !== undefined) continue;
    if (!referredSections(kind).some((section) => isHosting(kinds, section))) continue;
    for (const { spec } of entries)
      for (const { section, name: path } of referencesOf(kind, spec))
        if (hosts.has(`${section} ${path.toLowerCase()}`)) join(scope.path, path);
  }
  return (path) => find(topOf(path));
}

function topOf(path: string): string {
  return rootPath(path).toLowerCase();
}

/** The shard that a name falls to, from 1: the same in every run, on every machine. */
export function shardOf(name: string, of: number): number {
  return (hash32(name) % of) + 1;
}

/** The lock of a shard: each has its own, so that shards run at the same time, and no shard twice. */
export function shardLock(lock: Desired['lock'], shard: Shard | undefined): Desired['lock'] {
  return lock && shard ? { ...lock, name: `${lock.name}-${shard.index}-of-${shard.of}` } : lock;
}
