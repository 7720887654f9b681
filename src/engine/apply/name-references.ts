import { sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Kind, DecodeContext } from '../../kind.ts';
import type { Instance, LiveEntry, NamedAs, Scope } from '../../model.ts';
import { kindOf, referredSections, type Kinds } from '../kinds.ts';
import { createDecodeContext, outerScopes } from '../observe/decode-context.ts';
import type { ReadCache } from '../observe/read-cache.ts';

/** A lookup by the names that things have, and one by those that they had before a replacement took their place. */
export interface ReferenceNames {
  readonly now: DecodeContext;
  readonly before: DecodeContext;
}

/** The names of what a kind refers to in a scope: read now, since a role may have been made a moment ago. */
export async function nameReferences(
  kind: Kind,
  scope: Scope,
  instance: Instance,
  kinds: Kinds,
  cache: ReadCache,
  seen: readonly NamedAs[] = [],
): Promise<ReferenceNames> {
  const sections = new Map<string, readonly LiveEntry[]>();
  for (const section of referredSections(kind)) {
    const target = kindOf(kinds, section);
    for (const outer of outerScopes(scope).filter(({ type }) => target.scopes.includes(type))) {
      // Groups have no list of their own here: those that are meant are asked for by their numbers.
      const ids =
        target.host === undefined ? [] : seen.filter((one) => one.section === section).map(({ id }) => String(id));
      sections.set(sectionAddress(outer, section), await named(target, outer, ids, instance, cache));
    }
  }
  const before = new Map([...sections].map(([address, entries]) => [address, entries.map(asItWas)]));
  return { now: createDecodeContext(scope, instance, sections), before: createDecodeContext(scope, instance, before) };
}

function asItWas(entry: LiveEntry): LiveEntry {
  return entry.superseded === undefined ? entry : { ...entry, renamedFrom: entry.superseded };
}

async function named(
  kind: Kind,
  scope: Scope,
  ids: readonly string[],
  instance: Instance,
  cache: ReadCache,
): Promise<readonly LiveEntry[]> {
  const decodeContext = createDecodeContext(scope, instance, new Map());
  const answers = await Promise.all(
    kind.reads.all(scope, ids).map(async (read) => {
      // Where roles cannot be read (only one kind of scope has them on an instance), nothing here refers to one.
      const found = (await cache.findWhole({ ...read, mayBeMissing: true }).catch(unknownIfRefused)) ?? [];
      return found.flatMap((row) => kind.reads.rows?.(row, read) ?? [row]);
    }),
  );
  return answers.flatMap((rows) =>
    rows.flatMap((live) => {
      const entry = kind.decode(live, decodeContext);
      // What waits for its deletion is under no name any more, whatever its old path leads to.
      return entry === undefined || entry.pendingDeletion !== undefined ? [] : [{ ...entry, live }];
    }),
  );
}
