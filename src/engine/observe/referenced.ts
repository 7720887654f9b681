import { sectionAddress } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Instance, Scope, Section } from '../../model.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import { kindOf, referencesOf, type Kinds } from '../kinds.ts';
import { outerScopes } from './decode-context.ts';
import type { ReadCache } from './read-cache.ts';
import { readSection, type RawSection } from './sections.ts';
import { isNotOffered, unreadable } from './unreadable.ts';

/** The rows of a section that something refers to, and where the first reference stands. */
export type ReferencedSection = RawSection & { readonly place: Place };

/** What was read for the names in it, and what could not be: nobody may then say that a name is not there. */
export interface Referenced {
  readonly sections: readonly ReferencedSection[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the sections that declared entries refer to by a name that is not declared itself: a role that stands on the instance. */
export async function readReferenced(
  sections: readonly Section[],
  kinds: Kinds,
  cache: ReadCache,
  instance: Instance,
): Promise<Referenced> {
  const raw: ReferencedSection[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const wanted of undeclaredReferences(sections, kinds).values()) {
    const kind = kindOf(kinds, wanted.section);
    for (const scope of wanted.scopes) {
      const section: Section = { scope, name: wanted.section, entries: [], prune: false };
      const read = await readSection(section, kind, scope, cache).catch(trouble);
      if (read instanceof ApiError && !isNothingThere(read, kind, scope, instance))
        diagnostics.push(unreadable(read, kind, sectionAddress(scope, wanted.section), wanted.place));
      else if (!(read instanceof ApiError)) raw.push({ ...read, place: wanted.place });
    }
  }
  return { sections: raw, diagnostics };
}

interface Wanted {
  readonly section: string;
  readonly scopes: readonly Scope[];
  /** Where the first reference stands. */
  readonly place: Place;
}

function undeclaredReferences(sections: readonly Section[], kinds: Kinds): Map<string, Wanted> {
  const declared = new Map(sections.map((section) => [sectionAddress(section.scope, section.name), section]));
  const names = new Map<string, ReadonlySet<string>>();
  /** The names in a section that something refers to; most sections are referred to by nothing. */
  const namesIn = (address: string, kind: Kind): ReadonlySet<string> => {
    const known = names.get(address) ?? new Set(declared.get(address)?.entries.map(({ key }) => identity(kind, key)));
    names.set(address, known);
    return known;
  };
  const wanted = new Map<string, Wanted>();
  for (const { scope, name, entries } of sections) {
    const kind = kindOf(kinds, name);
    for (const entry of entries) {
      for (const reference of referencesOf(kind, entry.spec)) {
        const target = kindOf(kinds, reference.section);
        // Groups and projects are found by their paths, with all that are declared.
        if (target.host !== undefined) continue;
        const outer = outerScopes(scope).filter(({ type }) => target.scopes.includes(type));
        const addresses = outer.map((at) => sectionAddress(at, reference.section));
        if (addresses.some((address) => namesIn(address, target).has(identity(target, reference.name)))) continue;
        const scopes = outer.filter((_, index) => !declared.has(addresses[index] ?? ''));
        const name = `${reference.section} in ${addresses.join()}`;
        const place = wanted.get(name)?.place ?? entry.place(reference.field);
        wanted.set(name, { section: reference.section, scopes, place });
      }
    }
  }
  return wanted;
}

function trouble(error: unknown): ApiError {
  if (!(error instanceof ApiError)) throw error;
  return error;
}

/** What a scope does not have (hosted or self-managed alone have roles in it) is not there; what may not be looked at may be there. */
function isNothingThere(error: ApiError, kind: Kind, scope: Scope, instance: Instance): boolean {
  return error.code === 'not-found' || isNotOffered(error, kind, scope, instance);
}
