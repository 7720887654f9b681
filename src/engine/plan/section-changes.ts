import { entryAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { LiveEntry, Section } from '../../model.ts';
import { NOTHING, type Context } from './context.ts';
import type { Draft } from './draft.ts';
import { removal } from './drafting.ts';
import { entryPart } from './entry-changes.ts';
import { match } from './match.ts';
import { cannotRemove } from './refusals.ts';

/** What has to happen in one section. */
export interface SectionChanges {
  readonly drafts: readonly Draft[];
  readonly unchanged: number;
  readonly unmanaged: number;
  readonly unverifiable: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares one section of the YAML with what is live in its scope. */
export function sectionChanges(
  section: Section,
  kind: Kind,
  live: readonly LiveEntry[],
  given: Pick<Context, 'estate' | 'replaced' | 'world' | 'kinds' | 'resend' | 'secretLost' | 'secretState'>,
): SectionChanges {
  const context: Context = { section, kind, site: given.estate.site(section.scope), ...given };
  const address = (key: string): string => entryAddress(kind, section.scope, key);
  const matched = match(section, live, address);
  const drafts: Draft[] = [];
  const unverifiable: string[] = [];
  const diagnostics = [...matched.diagnostics];
  let unchanged = 0;
  for (const { declared, live: there } of matched.pairs) {
    const part = entryPart(context, declared, there);
    if (part.drafts.length === 0 && part.diagnostics.length === 0) unchanged++;
    if (part === NOTHING) continue;
    drafts.push(...part.drafts);
    unverifiable.push(...part.unverifiable);
    diagnostics.push(...part.diagnostics);
  }

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
    unchanged,
    unmanaged: leftover.length - pruned.length,
    unverifiable,
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
