import { sectionAddress } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import { anyGlob } from '../../base/glob.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, Instance, LiveEntry, LiveObject, Scope, Section } from '../../model.ts';
import type { Read } from '../../read.ts';
import { fieldsWith } from '../kinds.ts';
import { decoded } from './decoded.ts';
import { createDecodeContext } from './decode-context.ts';
import { withFormer } from './former-keys.ts';
import { withHeld, withRobots } from './held.ts';
import { withIgnoredAs } from './ignored-as.ts';
import { withNames } from './named-beside.ts';
import type { ReadCache } from './read-cache.ts';
import { rowsIn } from './rows-in.ts';

/** The live objects of one section, before they are put into the words of the YAML. */
export interface RawSection {
  readonly section: Section;
  readonly kind: Kind;
  /** The scope as it is addressed now: a group that is to be renamed is read by its number. */
  readonly readAt: Scope;
  readonly rows: readonly LiveObject[];
  /** Set where a row shows all that its detail does. */
  readonly areWhole?: true | undefined;
}

/** Makes the reads of a section. */
export async function readSection(section: Section, kind: Kind, readAt: Scope, cache: ReadCache): Promise<RawSection> {
  const reads = sectionReads(section, kind, readAt);
  if (kind.reads.whole !== undefined) await cache.expect(reads);
  const answers = await Promise.all(reads.map(async (read) => rowsIn(kind, await cache.find(read), read)));
  const [first = [], ...others] = answers;
  return { section, kind, readAt, rows: others.length === 0 ? first : answers.flat() };
}

/** The reads of a section: of a kind that has no cheap list, of what is declared alone, unless what nobody declares counts. */
export function sectionReads({ entries, prune }: Section, kind: Kind, readAt: Scope): readonly Read[] {
  const whole = prune || entries.length === 0 ? kind.reads.whole?.(readAt) : undefined;
  return whole === undefined ? kind.reads.all(readAt, keysOf(entries, kind)) : [whole];
}

/** The keys under which what is declared may be live. */
function keysOf(entries: readonly Declared[], { identity: { renames } }: Kind): readonly string[] {
  if (!renames) return entries.map(({ key }) => key);
  return entries.flatMap(({ key, previously, state }) =>
    previously === undefined || state === 'absent' ? [key] : [key, previously],
  );
}

/** Puts the live objects of a section into the words of the YAML, with the details of those that the plan needs in full. */
export async function decodeSection(
  raw: RawSection,
  instance: Instance,
  sections: ReadonlyMap<string, readonly LiveEntry[]>,
  cache: ReadCache,
): Promise<LiveEntry[]> {
  const { section, kind } = raw;
  const decodeContext = createDecodeContext(section.scope, instance, sections, cache.intern);
  const declared = declaredAs(section, kind);
  const isIgnored = anyGlob(section.ignore);
  const mayGo = (entry: LiveEntry): boolean => {
    const wanted = declared(entry);
    return wanted === undefined ? section.prune && !isIgnored(entry.key) : wanted.state === 'absent';
  };
  const rows = await withNames(kind, raw.rows, instance, cache);
  const former = withFormer(decoded(kind, rows, decodeContext), section.entries, kind);
  const found = withIgnoredAs(former, rows, section, kind, instance);
  const people = await withRobots(found, mayGo, kind, instance, cache);
  const listed = await withHeld(people, mayGo, kind, raw.readAt, instance, cache);
  if (kind.reads.detail === undefined || raw.areWhole) return listed;
  const wanted = detailWanted(section, kind);
  const isUncertain = kind.reads.mayBeInherited?.(raw.readAt) ?? false;
  const whole = await Promise.all(
    listed.map(async (entry) => {
      const mayBeForeign = isUncertain && declared(entry) === undefined;
      const detail = mayBeForeign || wanted(declared(entry)) ? kind.reads.detail?.(entry.live, raw.readAt) : undefined;
      if (detail === undefined) return [entry];
      const found = await cache.findWhole(detail).catch(mayBeForeign ? hidden : thrown);
      const full = found === undefined ? [] : decoded(kind, found, decodeContext);
      return full.map((one) => ({
        ...one,
        ...(entry.renamedFrom !== undefined && { renamedFrom: entry.renamedFrom }),
      }));
    }),
  );
  return whole.flat();
}

/**
 * What nobody declares and may be inherited is not this scope's where its detail is gone, or kept from the caller: whoever may list the
 * runners of a group may look at its own, and not always at those of the groups above (GET /runners/:id, 18.9).
 */
function hidden(error: unknown): undefined {
  if (!(error instanceof ApiError) || !['forbidden', 'not-found'].includes(error.code)) throw error;
}

function thrown(error: unknown): never {
  throw error;
}

/** Finds the entry that declares a live one, if any does. */
function declaredAs(section: Section, kind: Kind): (entry: LiveEntry) => Declared | undefined {
  const declared = new Map<string, Declared>();
  for (const entry of section.entries) {
    declared.set(identity(kind, entry.key), entry);
    if (entry.alias !== undefined) declared.set(entry.alias, entry);
  }
  return ({ key, alias, renamedFrom }) =>
    declared.get(identity(kind, renamedFrom ?? key)) ?? (alias === undefined ? undefined : declared.get(alias));
}

/** Which live entries are needed in full: what is declared with a field that the list leaves out, and what may be removed. */
function detailWanted(section: Section, kind: Kind): (declared: Declared | undefined) => boolean {
  const detailed = fieldsWith(kind, 'x-detail').map(([field]) => field);
  return (entry) => {
    if (entry === undefined) return section.prune;
    return entry.state === 'absent' || detailed.some((field) => entry.spec[field] !== undefined);
  };
}

/** What stands in a scope that the plan is going to create. */
export function initialSection(section: Section, kind: Kind, instance: Instance): LiveEntry[] {
  const decodeContext = createDecodeContext(section.scope, instance, new Map());
  const entries = decoded(kind, kind.reads.initial?.(decodeContext) ?? [], decodeContext);
  return entries.map((entry) => ({ ...entry, initial: true }));
}

export function addressOf(section: Section): string {
  return sectionAddress(section.scope, section.name);
}
