import { sectionAddress } from '../../address.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Instance, LiveEntry, LiveObject, Read, Scope, Section } from '../../model.ts';
import { fieldsWith } from '../kinds.ts';
import { decoded } from './decoded.ts';
import { createLookup } from './lookup.ts';
import type { ReadBook } from './read-book.ts';

/** The live objects of one section, before they are put into the words of the YAML. */
export interface RawSection {
  readonly section: Section;
  readonly kind: Kind;
  /** The scope as it is addressed now: a group that is to be renamed is read by its number. */
  readonly readAt: Scope;
  readonly rows: readonly LiveObject[];
}

/** Makes the reads of a section. */
export async function readSection(section: Section, kind: Kind, readAt: Scope, book: ReadBook): Promise<RawSection> {
  const keys = section.entries.map(({ key }) => key);
  const answers = await Promise.all(kind.reads(readAt, keys).map((read) => rowsOf(kind, read, book)));
  const [first = [], ...others] = answers;
  return { section, kind, readAt, rows: others.length === 0 ? first : answers.flat() };
}

async function rowsOf(kind: Kind, read: Read, book: ReadBook): Promise<readonly LiveObject[]> {
  const found = (await book.find(read)) ?? [];
  return kind.rows === undefined ? found : found.flatMap((row) => kind.rows?.(row, read) ?? []);
}

/** Puts the live objects of a section into the words of the YAML, with the details of those that the plan needs in full. */
export async function decodeSection(
  raw: RawSection,
  instance: Instance,
  sections: ReadonlyMap<string, readonly LiveEntry[]>,
  book: ReadBook,
): Promise<LiveEntry[]> {
  const { section, kind } = raw;
  const look = createLookup(section.scope, instance, sections, book.once);
  const listed = decoded(kind, raw.rows, look);
  if (kind.detail === undefined) return listed;
  const wanted = detailWanted(section, kind);
  const whole = await Promise.all(
    listed.map(async (entry) => {
      const detail = wanted(entry) ? kind.detail?.(entry.live, raw.readAt) : undefined;
      if (detail === undefined) return [entry];
      const found = await book.findWhole(detail);
      return found === undefined ? [] : decoded(kind, found, look);
    }),
  );
  return whole.flat();
}

/** Which live entries are needed in full: what is declared with a field that the list leaves out, and what may be removed. */
function detailWanted(section: Section, kind: Kind): (entry: LiveEntry) => boolean {
  const detailed = fieldsWith(kind, 'x-detail').map(([field]) => field);
  const declared = new Map<string, Declared>();
  for (const entry of section.entries) {
    declared.set(entry.key, entry);
    if (entry.alias !== undefined) declared.set(entry.alias, entry);
  }
  return ({ key, alias }) => {
    const entry = declared.get(key) ?? (alias === undefined ? undefined : declared.get(alias));
    if (entry === undefined) return section.prune;
    return entry.state === 'absent' || detailed.some((field) => entry.spec[field] !== undefined);
  };
}

/** What stands in a scope that the plan is going to create. */
export function initialSection(section: Section, kind: Kind, instance: Instance): LiveEntry[] {
  const look = createLookup(section.scope, instance, new Map());
  return decoded(kind, kind.initial?.(look) ?? [], look);
}

export function addressOf(section: Section): string {
  return sectionAddress(section.scope, section.name);
}
