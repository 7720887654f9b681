import { NOWHERE } from '../../base/place.ts';
import type { Client } from '../../api/client.ts';
import { holdsSecret } from '../../base/hidden-values.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { nameField, type Kind } from '../../kind.ts';
import type { Declared, Desired, Instance, JsonObject, Scope, Section } from '../../model.ts';
import { INSTANCE, sectionAddress } from '../../address.ts';
import { fieldsWith, isHosting, kindOf, type Kinds } from '../kinds.ts';
import { createDecodeContext, outerScopes } from '../observe/decode-context.ts';

/** Nothing is changed by what only looks. */
const NO_BOUNDS = {
  max_removals: 0,
  max_removal_percent: 0,
  max_plan_removals: 0,
  max_changes: 0,
  max_change_percent: 0,
  min_owners: 0,
};

/** A configuration that declares nothing in every section there can be, and what it leaves out because no configuration may name it. */
export interface Survey {
  readonly desired: Desired;
  /** What is live under a name that would not be valid: a group of one letter, from before that was refused. */
  readonly unnameable: readonly Scope[];
  /** What goes with a group above it that waits for its deletion: declared without that one, it would be made anew some day. */
  readonly leaving: readonly Scope[];
}

/** What there is of all that is wanted, so that observing it shows every section of it. */
export async function everything(
  kinds: Kinds,
  client: Client,
  instance: Instance,
  wanted: (scope: Scope, kind: Kind) => boolean,
): Promise<Survey> {
  const hosting = [...kinds.values()].filter(({ host }) => host !== undefined);
  const hasWanted = (scope: Scope): boolean => [...kinds.values()].some((kind) => wanted(scope, kind));
  const seen = await Promise.all(hosting.map(async (kind) => ({ kind, ...(await keysOf(kind, client, instance)) })));
  const waiting = new Set(seen.flatMap(({ kind, leaving }) => (kind.host?.type === 'group' ? leaving : [])));
  const goes = (path: string): boolean => pathsAbove(path.toLowerCase()).some((above) => waiting.has(above));
  const found = seen.map(({ kind, keys }) => {
    const all = keys.filter((path) => hasWanted(scopeOf(kind, path)));
    return { kind, keys: all.filter((path) => mayBeNamed(kind, path) && !goes(path)), all };
  });
  const hosts = found.map(({ kind, keys }) => whole(INSTANCE, kind, keys));
  const scopes = [INSTANCE, ...found.flatMap(({ kind, keys }) => keys.map((path) => scopeOf(kind, path)))];
  const inner = scopes.flatMap((scope) =>
    sectionsIn(scope, kinds, (kind) => wanted(scope, kind) && kind.reads.offered?.(scope, instance) !== false),
  );
  const unnameable = found.flatMap(({ kind, keys, all }) =>
    all.filter((path) => !keys.includes(path) && !goes(path)).map((path) => scopeOf(kind, path)),
  );
  const leaving = found.flatMap(({ kind, all }) => all.filter(goes).map((path) => scopeOf(kind, path)));
  return { desired: { sections: [...hosts, ...inner], guards: NO_BOUNDS }, unnameable, leaving };
}

/** Whether a configuration that names it would be valid. */
function mayBeNamed(kind: Kind, path: string): boolean {
  if (holdsSecret(path)) return false;
  const name = nameField(kind) ?? '';
  return !(kind.rules?.check?.({ [name]: path }, INSTANCE) ?? []).some(({ field }) => field === name);
}

/** The sections that have the names of what others refer to, where these stand outside of what is wanted: a link has its role's number alone. */
export function namesBeside({ sections }: Desired, kinds: Kinds): readonly Section[] {
  const there = new Set(sections.map(({ scope, name }) => sectionAddress(scope, name)));
  const beside = new Map<string, Section>();
  for (const { scope, name } of sections) {
    for (const [, referred] of fieldsWith(kindOf(kinds, name), 'x-ref')) {
      if (isHosting(kinds, referred)) continue;
      const { scopes } = kindOf(kinds, referred);
      for (const outer of outerScopes(scope).filter(({ type }) => scopes.includes(type))) {
        const address = sectionAddress(outer, referred);
        if (!there.has(address)) beside.set(address, { scope: outer, name: referred, prune: false, entries: [] });
      }
    }
  }
  return [...beside.values()];
}

interface Keys {
  readonly keys: readonly string[];
  /** Those of what waits for its deletion, in lower case. */
  readonly leaving: readonly string[];
}

/** The keys of all groups, or all projects, that this token may see. */
async function keysOf(kind: Kind, client: Client, instance: Instance): Promise<Keys> {
  const list = kind.reads.all(INSTANCE, ['*'])[0]?.rowOf?.list;
  if (list === undefined) return { keys: [], leaving: [] };
  const rows = await client.list(list).then((listing) => listing.all());
  const decodeContext = createDecodeContext(INSTANCE, instance, new Map());
  const entries = rows.flatMap((row: JsonObject) => kind.decode(row, decodeContext) ?? []);
  return {
    keys: entries.flatMap(({ key, pendingDeletion }) => (pendingDeletion === undefined ? [key] : [])),
    leaving: entries.flatMap(({ key, pendingDeletion }) => (pendingDeletion === undefined ? [] : [key.toLowerCase()])),
  };
}

/** The scope that an entry of a hosting kind is. */
export function scopeOf(kind: Kind, path: string): Scope {
  return kind.host?.type === 'project' ? { type: 'project', path } : { type: 'group', path };
}

function sectionsIn(scope: Scope, kinds: Kinds, isWanted: (kind: Kind) => boolean): Section[] {
  return [...kinds.values()]
    .filter((kind) => kind.host === undefined && kind.scopes.includes(scope.type) && isWanted(kind))
    .map((kind) => whole(scope, kind, kind.reads.wellKnownKeys ?? []));
}

/** With `prune`, what is not declared is read in full, too. */
function whole(scope: Scope, kind: Kind, keys: readonly string[]): Section {
  return { scope, name: kind.section, prune: true, entries: keys.map((key) => inFull(kind, key)) };
}

/** An entry that declares every field, so that no detail of it is left unread. */
function inFull(kind: Kind, key: string): Declared {
  const spec = Object.fromEntries(Object.keys(kind.schema.properties).map((field) => [field, null]));
  return { key, spec, state: 'present', protect: false, place: () => NOWHERE };
}
