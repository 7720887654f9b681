import { entryAddress, numberedPath, sectionAddress } from '../../address.ts';
import { identity, type CallContext } from '../../kind.ts';
import type { Attributes, Declared, Desired, LiveEntry, Scope, World } from '../../model.ts';
import { Ref } from '../../placeholders.ts';
import { hasEnded } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import { hostingKind, kindOf, type Kinds } from '../kinds.ts';
import { pathsAbove, rootPath } from '../../base/scope-path.ts';

/** One resource as it is and as it is to be. */
export interface Resource {
  readonly address: string;
  readonly declared: Declared | undefined;
  readonly live: LiveEntry | undefined;
}

/** All that is declared or live, to be found by name: what references point at. */
export interface ResourceIndex {
  /** What a name means where it is used: an entry of that section in the scope's root group, or on the instance. */
  find(section: string, name: string, from: Scope): Resource | undefined;
  /** What is live under a name and declared absent, where that name is used. */
  leaving(section: string, name: string, from: Scope): Resource | undefined;
  /** The names that a section has in reach of a scope. */
  names(section: string, from: Scope): readonly string[];
  callContext(scope: Scope): CallContext;
}

/** All that a plan declares or finds live, by name. `replaced` holds the addresses of what will be another object with another id. */
export function createResourceIndex(
  desired: Desired,
  world: World,
  kinds: Kinds,
  replaced: ReadonlySet<string>,
): ResourceIndex {
  const tables = new Map<string, ReadonlyMap<string, Resource>>();
  const declared = new Map(desired.sections.map((section) => [sectionAddress(section.scope, section.name), section]));

  const tableOf = (scope: Scope, section: string): ReadonlyMap<string, Resource> => {
    const name = sectionAddress(scope, section);
    const known = tables.get(name);
    if (known !== undefined) return known;
    const kind = kindOf(kinds, section);
    const table = new Map<string, Resource>();
    for (const live of world.sections.get(name) ?? []) {
      if (live.superseded) continue;
      const key = live.renamedFrom ?? live.key;
      table.set(identity(kind, key), { address: entryAddress(kind, scope, key), declared: undefined, live });
    }
    for (const entry of declared.get(name)?.entries ?? []) {
      const key = identity(kind, entry.key);
      table.set(key, { address: entryAddress(kind, scope, entry.key), declared: entry, live: table.get(key)?.live });
    }
    tables.set(name, table);
    return table;
  };

  const reach = (section: string, from: Scope): ReadonlyMap<string, Resource>[] => {
    const kind = kindOf(kinds, section);
    const root: Scope[] = from.type === 'instance' ? [] : [{ type: 'group', path: rootPath(from.path) }];
    return [...root, { type: 'instance' } as const]
      .filter(({ type }) => kind.scopes.includes(type))
      .map((scope) => tableOf(scope, section));
  };

  /** Whether it is there, or is going to be: what has ended by its own day is not made (see `ended`). */
  const comes = (section: string, { declared: entry, live }: Resource): boolean => {
    if (entry === undefined || live !== undefined) return entry?.state !== 'absent';
    const ends = kindOf(kinds, section).access?.grants?.(entry.spec, entry.key, () => undefined).ends ?? null;
    return entry.state !== 'absent' && (ends === null || !hasEnded(ends, dayOfRun(world.instance)));
  };

  const find: ResourceIndex['find'] = (section, name, from) => {
    const wanted = identity(kindOf(kinds, section), name);
    for (const table of reach(section, from)) {
      const holding = table.get(wanted);
      if (holding !== undefined && comes(section, holding)) return holding;
    }
    return undefined;
  };

  /** What stands in a scope itself, or in one of the groups above it: a member of a project, or of its group. */
  const findAround = (section: string, name: string, from: Scope): Resource | undefined => {
    if (from.type === 'instance') return undefined;
    const kind = kindOf(kinds, section);
    const above = pathsAbove(from.path).map((path): Scope => ({ type: 'group', path }));
    return [from, ...above.toReversed()]
      .filter(({ type }) => kind.scopes.includes(type))
      .map((scope) => tableOf(scope, section).get(identity(kind, name)))
      .find((holding) => holding !== undefined && comes(section, holding));
  };

  /** The number of a group or project that is there, wherever it is as yet. */
  const numberOf = (scope: Scope): number | undefined => {
    const hosting = hostingKind(kinds, scope.type);
    if (hosting === undefined || scope.type === 'instance') return undefined;
    const id = find(hosting.section, scope.path, scope)?.live?.id;
    return typeof id === 'number' ? id : undefined;
  };

  return {
    find,
    leaving: (section, name, from) =>
      reach(section, from)
        .map((table) => table.get(identity(kindOf(kinds, section), name)))
        .find((one) => one?.live !== undefined && one.declared?.state === 'absent'),
    names: (section, from) =>
      reach(section, from).flatMap((table) =>
        [...table].flatMap(([name, { declared }]) => (declared?.state === 'absent' ? [] : [name])),
      ),
    callContext: (scope) => ({
      scope,
      at: numberedPath(scope, numberOf(scope)),
      instance: world.instance,
      find: (section, name) => {
        const holding = find(section, name, scope) ?? findAround(section, name, scope);
        return holding && { spec: specOf(holding), ref: (field) => reference(holding, field, replaced) };
      },
    }),
  };
}

function specOf({ declared, live }: Resource): Attributes {
  return { ...live?.spec, ...declared?.spec };
}

function reference({ address, live }: Resource, field: string, replaced: ReadonlySet<string>): Ref | number | string {
  if (live === undefined || replaced.has(address)) return new Ref(address, field);
  const value = field === 'id' ? live.id : live.live[field];
  return typeof value === 'number' || typeof value === 'string' ? value : new Ref(address, field);
}
