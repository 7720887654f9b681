import { entryAddress, sectionAddress } from '../../address.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Instance, LiveEntry, Read, Scope, Section } from '../../model.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { decoded } from './decoded.ts';
import { pathsBefore, type FormerPaths } from './former-paths.ts';
import { createLookup } from './lookup.ts';
import type { ReadBook } from './read-book.ts';
import { unreadable } from './unreadable.ts';

const INSTANCE: Scope = { type: 'instance' };
const AT_A_TIME = 256;

/** The declared groups and projects that are live. */
export interface Hosts {
  /** By the address of their section. */
  readonly sections: ReadonlyMap<string, readonly LiveEntry[]>;
  /** By the address of the scope as declared, wherever it is live now. */
  readonly byScope: ReadonlyMap<string, LiveEntry>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Looks for every declared group and project: where it is declared, where it was before, and among what waits for its deletion. */
export async function findHosts(
  sections: readonly Section[],
  kinds: Kinds,
  book: ReadBook,
  instance: Instance,
): Promise<Hosts> {
  const found = new Map<string, readonly LiveEntry[]>();
  const byScope = new Map<string, LiveEntry>();
  const diagnostics: Diagnostic[] = [];
  const formerPaths = pathsBefore(sections, kinds);
  for (const section of sections) {
    const kind = kindOf(kinds, section.name);
    const seek = createSeeker(kind, formerPaths, book, instance);
    await book.expect(
      kind.reads(
        INSTANCE,
        section.entries.map(({ key }) => key),
      ),
    );
    const seen = await parallel(section.entries, AT_A_TIME, (entry) => seek(entry).catch(explain(kind, entry)));
    const live: LiveEntry[] = [];
    for (const [index, result] of seen.entries()) {
      const entry = section.entries[index];
      if (result === undefined || entry === undefined) continue;
      if ('code' in result) diagnostics.push(result);
      else {
        live.push(result);
        byScope.set(entryAddress(kind, INSTANCE, entry.key), result);
      }
    }
    if (!hasErrors(diagnostics)) live.push(...(await findParents(kind, section, byScope, book, instance)));
    found.set(sectionAddress(INSTANCE, section.name), live);
  }
  return { sections: found, byScope, diagnostics };
}

function explain(kind: Kind, entry: Declared): (error: unknown) => Diagnostic {
  return (error) => unreadable(error, kind, entryAddress(kind, INSTANCE, entry.key), entry.place());
}

type Seek = (entry: Declared) => Promise<LiveEntry | undefined>;

function createSeeker(kind: Kind, formerPaths: FormerPaths, book: ReadBook, instance: Instance): Seek {
  const detailed = fieldsWith(kind, 'x-detail').map(([field]) => field);
  return async (entry) => {
    const live = await at(kind, kind.reads(INSTANCE, [entry.key]), book, instance);
    const own = live.find(({ key }) => sameKey(key, entry.key));
    const inFull = (found: LiveEntry): LiveEntry | Promise<LiveEntry> =>
      detailed.some((field) => entry.spec[field] !== undefined) ? inDetail(kind, found, book, instance) : found;
    if (own !== undefined) return inFull(own);
    if (entry.state === 'absent') return undefined;
    for (const former of formerPaths(entry)) {
      const [found] = await at(kind, kind.reads(INSTANCE, [former.path]), book, instance);
      if (found === undefined) continue;
      const moved = await inFull(found);
      return former.withParent ? goneAlong(kind, moved, entry) : { ...moved, standsFor: entry.key, elsewhere: true };
    }
    if (kind.remains === undefined) return undefined;
    const remains = await at(kind, [kind.remains(entry.key)], book, instance);
    const left = remains.find(({ key, leaving }) => leaving !== undefined && sameKey(key, entry.key));
    return left && { ...left, elsewhere: true };
  };
}

/** An entry that is moved by the move of its parent needs no change of its own. */
function goneAlong(kind: Kind, live: LiveEntry, entry: Declared): LiveEntry {
  const name = kind.shape.type === 'map' ? kind.shape.name : '';
  return { ...live, elsewhere: true, key: entry.key, spec: { ...live.spec, [name]: entry.key } };
}

async function inDetail(kind: Kind, entry: LiveEntry, book: ReadBook, instance: Instance): Promise<LiveEntry> {
  const read = kind.detail?.(entry.live, INSTANCE);
  if (read === undefined) return entry;
  const found = (await book.findWhole(read)) ?? [];
  const [whole] = decoded(kind, found, createLookup(INSTANCE, instance, new Map()));
  return whole ?? entry;
}

async function at(kind: Kind, reads: readonly Read[], book: ReadBook, instance: Instance): Promise<LiveEntry[]> {
  const look = createLookup(INSTANCE, instance, new Map());
  const answers = await Promise.all(reads.map((read) => book.find(read)));
  return answers.flatMap((rows) => (rows === undefined ? [] : decoded(kind, rows, look)));
}

/** The undeclared groups under which declared ones are to be created or moved: their ids are needed. */
async function findParents(
  kind: Kind,
  section: Section,
  byScope: ReadonlyMap<string, LiveEntry>,
  book: ReadBook,
  instance: Instance,
): Promise<LiveEntry[]> {
  const declared = new Set(section.entries.map(({ key }) => key.toLowerCase()));
  const wanted = new Set<string>();
  for (const entry of section.entries) {
    const live = byScope.get(entryAddress(kind, INSTANCE, entry.key));
    const stays = live !== undefined && live.standsFor === undefined;
    const parent = entry.key.slice(0, Math.max(0, entry.key.lastIndexOf('/')));
    if (!stays && entry.state === 'present' && parent !== '' && !declared.has(parent.toLowerCase())) wanted.add(parent);
  }
  if (kind.create === undefined) return [];
  const parents = await parallel([...wanted], AT_A_TIME, (path) =>
    at(kind, kind.reads(INSTANCE, [path]), book, instance),
  );
  return parents.flat();
}

function sameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
