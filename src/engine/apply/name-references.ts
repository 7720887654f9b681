import { sectionAddress } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Kind, Lookup } from '../../kind.ts';
import type { Instance, LiveEntry, Scope } from '../../model.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { createLookup, outerScopes } from '../observe/lookup.ts';
import type { ReadBook } from '../observe/read-book.ts';

/** A lookup that knows the names of what a kind refers to in a scope: read now, since a role may have been made a moment ago. */
export async function nameReferences(
  kind: Kind,
  scope: Scope,
  instance: Instance,
  kinds: Kinds,
  book: ReadBook,
): Promise<Lookup> {
  const targets = new Set(fieldsWith(kind, 'x-ref').map(([, section]) => section));
  const sections = new Map<string, readonly LiveEntry[]>();
  for (const section of targets) {
    const target = kindOf(kinds, section);
    for (const outer of outerScopes(scope).filter(({ type }) => target.scopes.includes(type))) {
      sections.set(sectionAddress(outer, section), await named(target, outer, instance, book));
    }
  }
  return createLookup(scope, instance, sections);
}

async function named(kind: Kind, scope: Scope, instance: Instance, book: ReadBook): Promise<readonly LiveEntry[]> {
  const look = createLookup(scope, instance, new Map());
  const answers = await Promise.all(
    kind.reads(scope, []).map((read) => book.findWhole({ ...read, mayBeMissing: true }).catch(nothingThere)),
  );
  return answers.flatMap((rows = []) =>
    rows.flatMap((live) => {
      const entry = kind.decode(live, look);
      return entry === undefined ? [] : [{ ...entry, live }];
    }),
  );
}

/** Where roles cannot be read (only one kind of scope has them on an instance), nothing here refers to one. */
function nothingThere(error: unknown): undefined {
  if (error instanceof ApiError && error.status !== undefined && error.status < 500) return undefined;
  throw error;
}
