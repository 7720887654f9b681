import type { Client } from '../api/client.ts';
import type { Kind } from '../kind.ts';
import type { Declared, Desired, Instance, JsonObject, Scope, Section } from '../model.ts';
import type { Kinds } from './kinds.ts';
import { createLookup } from './observe/lookup.ts';

const INSTANCE: Scope = { type: 'instance' };

/** A configuration that declares nothing in every section there can be, so that observing it shows the whole instance. */
export async function everything(
  kinds: Kinds,
  client: Client,
  instance: Instance,
  wanted: (scope: Scope) => boolean,
): Promise<Desired> {
  const hosting = [...kinds.values()].filter(({ hosts }) => hosts !== undefined);
  const found = await Promise.all(
    hosting.map(async (kind) => {
      const keys = (await keysOf(kind, client, instance)).filter((path) => wanted(scopeOf(kind, path)));
      return { kind, keys };
    }),
  );
  const hosts = found.map(({ kind, keys }) => whole(INSTANCE, kind, keys));
  const scopes = [INSTANCE, ...found.flatMap(({ kind, keys }) => keys.map((path) => scopeOf(kind, path)))];
  const inner = scopes.filter(wanted).flatMap((scope) => sectionsIn(scope, kinds));
  return { sections: [...hosts, ...inner], guards: { max_removals: 0, max_removal_percent: 0, min_owners: 0 } };
}

/** The keys of all groups, or all projects, that this token may see, but for those that wait for their deletion. */
async function keysOf(kind: Kind, client: Client, instance: Instance): Promise<string[]> {
  const list = kind.reads(INSTANCE, ['*'])[0]?.rowOf?.list;
  if (list === undefined) return [];
  const rows = await client.list(list).then((listing) => listing.all());
  const look = createLookup(INSTANCE, instance, new Map());
  return rows.flatMap((row: JsonObject) => {
    const entry = kind.decode(row, look);
    return entry === undefined || entry.leaving !== undefined ? [] : [entry.key];
  });
}

function scopeOf(kind: Kind, path: string): Scope {
  return kind.hosts === 'project' ? { type: 'project', path } : { type: 'group', path };
}

function sectionsIn(scope: Scope, kinds: Kinds): Section[] {
  return [...kinds.values()]
    .filter((kind) => kind.hosts === undefined && kind.scopes.includes(scope.type))
    .map((kind) => whole(scope, kind, kind.usual ?? []));
}

/** With `prune`, what is not declared is read in full, too. */
function whole(scope: Scope, kind: Kind, keys: readonly string[]): Section {
  return { scope, name: kind.section, prune: true, entries: keys.map((key) => inFull(kind, key)) };
}

/** An entry that declares every field, so that no detail of it is left unread. */
function inFull(kind: Kind, key: string): Declared {
  const spec = Object.fromEntries(Object.keys(kind.schema.properties).map((field) => [field, null]));
  return { key, spec, state: 'present', protect: false, place: () => ({ file: '', line: 0, column: 0 }) };
}
