import { entryAddress, scopePath, sectionAddress } from '../../address.ts';
import type { Site } from '../../kind.ts';
import type { Attributes, Declared, Desired, LiveEntry, Ref, Scope, World } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/** One resource as it is and as it is to be. */
export interface Holding {
  readonly address: string;
  readonly declared: Declared | undefined;
  readonly live: LiveEntry | undefined;
}

/** All that is declared or live, to be found by name: what references point at. */
export interface Estate {
  /** What a name means where it is used: an entry of that section in the scope's root group, or on the instance. */
  find(section: string, name: string, from: Scope): Holding | undefined;
  /** The names that a section has in reach of a scope. */
  names(section: string, from: Scope): readonly string[];
  site(scope: Scope): Site;
}

/** The estate of a plan. `replaced` holds the addresses of what will be another object with another id. */
export function createEstate(desired: Desired, world: World, kinds: Kinds, replaced: ReadonlySet<string>): Estate {
  const tables = new Map<string, ReadonlyMap<string, Holding>>();
  const declared = new Map(desired.sections.map((section) => [sectionAddress(section.scope, section.name), section]));

  const tableOf = (scope: Scope, section: string): ReadonlyMap<string, Holding> => {
    const name = sectionAddress(scope, section);
    const known = tables.get(name);
    if (known !== undefined) return known;
    const kind = kindOf(kinds, section);
    const table = new Map<string, Holding>();
    for (const live of world.sections.get(name) ?? []) {
      if (live.superseded) continue;
      const key = live.standsFor ?? live.key;
      table.set(key.toLowerCase(), { address: entryAddress(kind, scope, key), declared: undefined, live });
    }
    for (const entry of declared.get(name)?.entries ?? []) {
      const key = entry.key.toLowerCase();
      table.set(key, { address: entryAddress(kind, scope, entry.key), declared: entry, live: table.get(key)?.live });
    }
    tables.set(name, table);
    return table;
  };

  const reach = (section: string, from: Scope): ReadonlyMap<string, Holding>[] => {
    const kind = kindOf(kinds, section);
    const root: Scope[] =
      from.type === 'instance' ? [] : [{ type: 'group', path: from.path.split('/')[0] ?? from.path }];
    return [...root, { type: 'instance' } as const]
      .filter(({ type }) => kind.scopes.includes(type))
      .map((scope) => tableOf(scope, section));
  };

  const find: Estate['find'] = (section, name, from) => {
    for (const table of reach(section, from)) {
      const holding = table.get(name.toLowerCase());
      if (holding !== undefined && holding.declared?.state !== 'absent') return holding;
    }
    return undefined;
  };

  return {
    find,
    names: (section, from) => reach(section, from).flatMap((table) => [...table.keys()]),
    site: (scope) => ({
      scope,
      at: scopePath(scope),
      instance: world.instance,
      find: (section, name) => {
        const holding = find(section, name, scope);
        return holding && { spec: specOf(holding), ref: (field) => reference(holding, field, replaced) };
      },
    }),
  };
}

function specOf({ declared, live }: Holding): Attributes {
  return { ...live?.spec, ...declared?.spec };
}

function reference({ address, live }: Holding, field: string, replaced: ReadonlySet<string>): Ref | number | string {
  if (live === undefined || replaced.has(address)) return { $ref: { address, field } };
  const value = field === 'id' ? live.id : live.live[field];
  return typeof value === 'number' || typeof value === 'string' ? value : { $ref: { address, field } };
}
