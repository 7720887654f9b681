import { sectionAddress } from '../../address.ts';
import type { LiveEntry, Scope, World } from '../../model.ts';
import { hostingKind, type Kinds } from '../kinds.ts';

/** The live group or project that a declared scope is; none for the instance, and for what is yet to be made. */
export function hostOf(scope: Scope, world: World, kinds: Kinds): LiveEntry | undefined {
  if (scope.type === 'instance') return undefined;
  const host = hostingKind(kinds, scope.type);
  const hosts = host && world.sections.get(sectionAddress({ type: 'instance' }, host.section));
  return hosts && byPath(hosts).get(scope.path.toLowerCase());
}

/** Asked for every change, and made once for each world: its lists do not change. */
const tables = new WeakMap<readonly LiveEntry[], ReadonlyMap<string, LiveEntry>>();

function byPath(hosts: readonly LiveEntry[]): ReadonlyMap<string, LiveEntry> {
  const known = tables.get(hosts);
  if (known !== undefined) return known;
  const table = new Map<string, LiveEntry>();
  for (const entry of hosts) {
    const path = (entry.renamedFrom ?? entry.key).toLowerCase();
    // Where two stand for one path, the first counts.
    if (!table.has(path)) table.set(path, entry);
  }
  tables.set(hosts, table);
  return table;
}
