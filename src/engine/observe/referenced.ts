import { sectionAddress } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Scope, Section } from '../../model.ts';
import { kindOf, referencesOf, type Kinds } from '../kinds.ts';
import { outerScopes } from './lookup.ts';
import type { ReadBook } from './read-book.ts';
import { readSection, type RawSection } from './sections.ts';

/** Reads the sections that declared entries refer to by a name that is not declared itself: a role that stands on the instance. */
export async function readReferenced(
  sections: readonly Section[],
  kinds: Kinds,
  book: ReadBook,
): Promise<readonly RawSection[]> {
  const raw: RawSection[] = [];
  for (const wanted of undeclaredReferences(sections, kinds).values()) {
    for (const scope of wanted.scopes) {
      const section: Section = { scope, name: wanted.section, entries: [], prune: false };
      const read = await readSection(section, kindOf(kinds, wanted.section), scope, book).catch(nothingThere);
      if (read !== undefined) raw.push(read);
    }
  }
  return raw;
}

interface Wanted {
  readonly section: string;
  readonly scopes: readonly Scope[];
}

function undeclaredReferences(sections: readonly Section[], kinds: Kinds): Map<string, Wanted> {
  const declared = new Map(sections.map((section) => [sectionAddress(section.scope, section.name), section]));
  const names = new Map<string, ReadonlySet<string>>();
  /** The names in a section that something refers to; most sections are referred to by nothing. */
  const namesIn = (address: string): ReadonlySet<string> => {
    const known = names.get(address) ?? new Set(declared.get(address)?.entries.map(({ key }) => key));
    names.set(address, known);
    return known;
  };
  const wanted = new Map<string, Wanted>();
  for (const { scope, name, entries } of sections) {
    const kind = kindOf(kinds, name);
    for (const entry of entries) {
      for (const reference of referencesOf(kind, entry.spec)) {
        const target = kindOf(kinds, reference.section);
        const outer = outerScopes(scope).filter(({ type }) => target.scopes.includes(type));
        const addresses = outer.map((at) => sectionAddress(at, reference.section));
        if (addresses.some((address) => namesIn(address).has(reference.name))) continue;
        const scopes = outer.filter((_, index) => !declared.has(addresses[index] ?? ''));
        wanted.set(`${reference.section} in ${addresses.join()}`, { section: reference.section, scopes });
      }
    }
  }
  return wanted;
}

/** Where roles cannot be read (hosted or self-managed alone have them in this scope), there is none to refer to. */
function nothingThere(error: unknown): undefined {
  if (error instanceof ApiError && ['refused', 'forbidden', 'not-found', 'unauthorized'].includes(error.trouble))
    return undefined;
  throw error;
}
