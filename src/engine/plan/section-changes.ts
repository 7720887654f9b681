import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind, Site } from '../../kind.ts';
import type {
  Action,
  Attributes,
  Call,
  Declared,
  FieldChange,
  LiveEntry,
  Read,
  Section,
  Seen,
  World,
} from '../../model.ts';
import { nearest } from '../../base/nearest.ts';
import { fieldsWith, propertyOf, referencesOf, type Kinds } from '../kinds.ts';
import { addressedNow } from './addressed-now.ts';
import { seenHash } from './seen-hash.ts';
import { difference, shown, type Difference } from './diff.ts';
import type { Draft } from './draft.ts';
import type { Estate } from './estate.ts';
import { match } from './match.ts';
import { cannotCreate, cannotRemove, heldBack, missingParent, unknownReference, unsupportedField } from './refusals.ts';

/** What has to happen in one section. */
export interface SectionChanges {
  readonly drafts: readonly Draft[];
  readonly unchanged: number;
  readonly unmanaged: number;
  readonly unverifiable: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

interface Context {
  readonly section: Section;
  readonly kind: Kind;
  readonly site: Site;
  readonly estate: Estate;
  readonly world: World;
  readonly kinds: Kinds;
  /** Whether what the API does not return of an entry is to be sent, although nobody can say that it differs. */
  readonly resend: (address: string) => boolean;
}

/** One entry's part: what changes, or nothing, or why not. */
interface Part {
  readonly drafts: readonly Draft[];
  readonly unverifiable: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING: Part = { drafts: [], unverifiable: [], diagnostics: [] };

/** Compares one section of the YAML with what is live in its scope. */
export function sectionChanges(
  section: Section,
  kind: Kind,
  live: readonly LiveEntry[],
  given: Pick<Context, 'estate' | 'world' | 'kinds' | 'resend'>,
): SectionChanges {
  const context: Context = { section, kind, site: given.estate.site(section.scope), ...given };
  const address = (key: string): string => entryAddress(kind, section.scope, key);
  const matched = match(section, live, address);
  const parts = matched.pairs.map(({ declared, live: there }) => entryPart(context, declared, there));
  const drafts = parts.flatMap((part) => part.drafts);
  const diagnostics = [...matched.diagnostics, ...parts.flatMap((part) => part.diagnostics)];

  const leftover = kind.hosts === undefined ? matched.leftover.filter((entry) => isOurs(context, entry)) : [];
  const superseded = matched.leftover.filter((entry) => entry.superseded);
  const pruned = section.prune ? leftover : [];
  for (const entry of superseded)
    drafts.push(removal(context, entry, undefined, 'its replacement has taken its place'));
  for (const entry of withOwnKeys(pruned)) {
    const reason = `not declared, and ${section.name} is pruned`;
    if (kind.remove === undefined) diagnostics.push(cannotRemove(address(entry.key), kind, undefined));
    else drafts.push(removal(context, entry, undefined, reason));
  }
  return {
    drafts,
    unchanged: parts.filter((part) => part.drafts.length === 0 && part.diagnostics.length === 0).length,
    unmanaged: leftover.length - pruned.length,
    unverifiable: parts.flatMap((part) => part.unverifiable),
    diagnostics,
  };
}

/** What shares its key with another is told apart by its id: nothing declares it, so that nothing has to find it again. */
function withOwnKeys(entries: readonly LiveEntry[]): LiveEntry[] {
  const counts = new Map<string, number>();
  for (const { key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1);
  return entries.map((entry) =>
    counts.get(entry.key) === 1 ? entry : { ...entry, key: `${entry.key}#${String(entry.id)}` },
  );
}

/** What nobody declared and is not to be touched: a bot, a directory's member, the caller's own access. */
function isOurs({ kind, world }: Context, entry: LiveEntry): boolean {
  if (entry.held !== undefined || entry.leaving !== undefined || entry.superseded || entry.inherited) return false;
  const grant = kind.grants?.(entry.spec, entry.key);
  return grant?.username.toLowerCase() !== world.instance.me.username.toLowerCase();
}

function entryPart(context: Context, declared: Declared, live: LiveEntry | undefined): Part {
  if (declared.state === 'absent') return absentPart(context, declared, live);
  const missing = missingReferences(context, declared, live);
  if (missing.length > 0) return { ...NOTHING, diagnostics: missing };
  const { kind, world, section } = context;
  const address = entryAddress(kind, section.scope, declared.key);
  const compared = difference(kind, declared.spec, live?.spec, world.instance.version);
  const found =
    live !== undefined && context.resend(address) ? withUnverifiable(kind, declared.spec, compared) : compared;
  const diagnostics = found.unsupported.map((field) =>
    unsupportedField(address, kind, field, declared, world.instance),
  );
  const unverifiable = found.unverifiable.map((field) => `${address}.${field}`);
  const entry = { ...declared, spec: found.completed };
  if (live === undefined) {
    const created = creation(context, entry, found);
    return { drafts: created.drafts, unverifiable, diagnostics: [...diagnostics, ...created.diagnostics] };
  }
  if (found.names.size === 0 && live.leaving === undefined) return { drafts: [], unverifiable, diagnostics };
  if (live.held !== undefined) return { ...NOTHING, diagnostics: [heldBack(address, declared, live.held, found)] };
  return { drafts: alteration(context, entry, live, found), unverifiable, diagnostics };
}

/** What the entry refers to and is not there: a role, or the group to create a group in. */
function missingReferences(
  { kind, section, estate }: Context,
  declared: Declared,
  live: LiveEntry | undefined,
): Diagnostic[] {
  const address = entryAddress(kind, section.scope, declared.key);
  const unknown = referencesOf(kind, declared.spec)
    .filter((reference) => estate.find(reference.section, reference.name, section.scope) === undefined)
    .map(({ section: target, name, field }) =>
      unknownReference(address, declared, field, name, nearest(name, estate.names(target, section.scope))),
    );
  const parent = kind.hosts === undefined ? '' : declared.key.slice(0, Math.max(0, declared.key.lastIndexOf('/')));
  const stays = live !== undefined && live.standsFor === undefined;
  if (parent === '' || stays || kind.create === undefined) return unknown;
  if (estate.find(section.name, parent, section.scope) !== undefined) return unknown;
  return [...unknown, missingParent(address, declared, parent)];
}

/** The difference with all that the API does not return in it, as if it all differed. */
function withUnverifiable(kind: Kind, declared: Attributes, found: Difference): Difference {
  const fields = found.unverifiable.flatMap((path): FieldChange[] => {
    const schema = propertyOf(kind, path);
    const value = declared[path];
    return schema === undefined || value === undefined ? [] : [{ path, from: undefined, to: shown(schema, value) }];
  });
  return { ...found, names: new Set([...found.names, ...found.unverifiable]), fields: [...found.fields, ...fields] };
}

function absentPart(context: Context, declared: Declared, live: LiveEntry | undefined): Part {
  const { kind, section } = context;
  if (live === undefined || live.leaving !== undefined) return NOTHING;
  const address = entryAddress(kind, section.scope, declared.key);
  if (live.held !== undefined) return { ...NOTHING, diagnostics: [heldBack(address, declared, live.held, undefined)] };
  if (kind.remove === undefined) return { ...NOTHING, diagnostics: [cannotRemove(address, kind, declared)] };
  return { ...NOTHING, drafts: [removal(context, live, declared, 'declared absent')] };
}

function creation(context: Context, entry: Declared, found: Difference): Part {
  const { kind, section, site } = context;
  if (kind.create === undefined) {
    return { ...NOTHING, diagnostics: [cannotCreate(entryAddress(kind, section.scope, entry.key), kind, entry)] };
  }
  const calls = kind.create(entry, site);
  return {
    ...NOTHING,
    drafts: [draft(context, 'create', 'declared, and not there', calls, found.fields, entry, undefined)],
  };
}

function alteration(context: Context, entry: Declared, live: LiveEntry, found: Difference): Draft[] {
  const { kind, site } = context;
  const immutable = fieldsWith(kind, 'x-immutable').flatMap(([field]) => (found.names.has(field) ? [field] : []));
  if (kind.update !== undefined && immutable.length === 0) {
    const calls = kind.update(live.live, { names: found.names, entry, fields: found.fields }, site);
    return [draft(context, 'update', updateReason(kind, live, found), calls, found.fields, entry, live)];
  }
  const reason =
    kind.update === undefined
      ? `${listed([...found.names])} differs, and GitLab has no way to change it in place`
      : `${listed(immutable)} cannot be changed in place`;
  const create = kind.create?.(entry, site) ?? [];
  if (kind.supersede === undefined) {
    const calls = [...(kind.remove?.(live.live, site) ?? []), ...create];
    return [draft(context, 'replace', reason, calls, found.fields, entry, live)];
  }
  const successor = draft(
    context,
    'replace',
    reason,
    [...kind.supersede(live.live, site), ...create],
    found.fields,
    entry,
    live,
  );
  const leftover = removal(
    context,
    { ...live, key: `${live.key} (replaced)` },
    undefined,
    'its replacement has taken its place',
  );
  return [successor, { ...leftover, leftoverOf: successor.change.address }];
}

function updateReason(kind: Kind, live: LiveEntry, found: Difference): string {
  if (live.leaving !== undefined) return `declared, and ${live.leaving}`;
  if (live.standsFor !== undefined) return `was ${live.key}`;
  return `${listed([...found.names].filter((name) => propertyOf(kind, name) !== undefined))} differs`;
}

function listed(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}

function removal(context: Context, live: LiveEntry, declared: Declared | undefined, reason: string): Draft {
  const { kind, site } = context;
  const named = kind.shape.type === 'map' ? kind.shape.short : undefined;
  const schema = named === undefined ? undefined : propertyOf(kind, named);
  const value = named === undefined ? undefined : live.spec[named];
  const fields =
    named === undefined || schema === undefined || value === undefined || value === null
      ? []
      : [{ path: named, from: shown(schema, value), to: undefined }];
  return draft(context, 'delete', reason, kind.remove?.(live.live, site) ?? [], fields, declared, live);
}

function draft(
  context: Context,
  action: Action,
  reason: string,
  calls: readonly Call[],
  fields: readonly FieldChange[],
  declared: Declared | undefined,
  live: LiveEntry | undefined,
): Draft {
  const { kind, section } = context;
  const key = declared?.key ?? live?.key ?? '';
  const address = entryAddress(kind, section.scope, key);
  const place = declared?.place();
  const seen = seenOf(context, action, declared, live);
  return {
    change: { address, action, reason, fields, calls, place, seen },
    kind,
    scope: section.scope,
    key,
    declared,
    live,
  };
}

/** Exactly the live fields that a change was computed from: the declared ones; all of them where the whole is to go. */
function seenOf(
  { kind, section, world, kinds }: Context,
  action: Action,
  declared: Declared | undefined,
  live: LiveEntry | undefined,
): Seen {
  const key = live?.key ?? declared?.key ?? '';
  const fields = action === 'delete' || declared === undefined ? undefined : Object.keys(declared.spec);
  const readAt = addressedNow(section.scope, world, kinds);
  const detail =
    live && (fields?.some((field) => propertyOf(kind, field)?.['x-detail']) ?? true)
      ? kind.detail?.(live.live, readAt)
      : undefined;
  const reads = detail === undefined ? kind.reads(readAt, [key]) : [detail];
  return { reads: reads.map(withoutRow), key, ...(fields && { fields }), hash: seenHash(live, fields) };
}

/** Read again, it is read by itself. */
function withoutRow({ path, query, pages, mayBeMissing }: Read): Read {
  return { path, ...(query && { query }), ...(pages && { pages }), ...(mayBeMissing && { mayBeMissing }) };
}
