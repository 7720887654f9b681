import { sectionAddress } from '../../address.ts';
import type { DecodeContext } from '../../kind.ts';
import type { Instance, LiveEntry, Scope } from '../../model.ts';
import { rootPath } from '../../base/scope-path.ts';

/** The scopes in which a name may be found that is used in `scope`: its root group, then the instance. */
export function outerScopes(scope: Scope): readonly Scope[] {
  if (scope.type === 'instance') return [scope];
  return [{ type: 'group', path: rootPath(scope.path) }, { type: 'instance' }];
}

/** What kinds may look up while they decode, from the sections that have been decoded so far. */
export function createDecodeContext(
  scope: Scope,
  instance: Instance,
  sections: ReadonlyMap<string, readonly LiveEntry[]>,
  once: DecodeContext['intern'] = (text) => text,
): DecodeContext {
  return {
    intern: once,
    scope,
    instance,
    nameOf: (section, id) => {
      for (const outer of outerScopes(scope)) {
        const found = byId(sections.get(sectionAddress(outer, section)))?.get(id);
        if (found !== undefined) return found.renamedFrom ?? found.key;
      }
      return undefined;
    },
  };
}

/** Each member is asked for among all the people: a section is gone through once. */
const tables = new WeakMap<readonly LiveEntry[], ReadonlyMap<LiveEntry['id'], LiveEntry>>();

function byId(entries: readonly LiveEntry[] | undefined): ReadonlyMap<LiveEntry['id'], LiveEntry> | undefined {
  if (entries === undefined) return undefined;
  const known = tables.get(entries);
  if (known !== undefined) return known;
  const table = new Map<LiveEntry['id'], LiveEntry>();
  for (const entry of entries) if (entry.id !== undefined && !table.has(entry.id)) table.set(entry.id, entry);
  tables.set(entries, table);
  return table;
}
