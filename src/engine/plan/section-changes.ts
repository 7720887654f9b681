import { entryAddresses } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, LiveEntry, Section } from '../../model.ts';
import { NOTHING, type Context } from './context.ts';
import type { Draft } from './draft.ts';
import { comingUndeclared } from './coming.ts';
import { removal } from './drafting.ts';
import { handedIn } from './handed-values.ts';
import { entryPart } from './entry-changes.ts';
import { indistinct } from './known-key.ts';
import { isOurs, isOwnAccess } from './ours.ts';
import { match, type Matched } from './match.ts';
import { besideReplacements } from './beside-replacements.ts';
import { anyGlob } from '../../base/glob.ts';
import { cannotRemove, ignoredNoMore, indistinctEntry } from './refusals.ts';

/** What has to happen in one section. */
export interface SectionChanges {
  readonly drafts: readonly Draft[];
  readonly unchanged: number;
  /** What nobody declared, and is left alone. */
  readonly unmanaged: readonly LiveEntry[];
  /** What nobody declared in a pruned section, and stays because it is the access of the token's own user. */
  readonly spared: readonly LiveEntry[];
  /** The access of the token's own user that nobody declared in an additive section. */
  readonly ownAccess: readonly LiveEntry[];
  readonly unverifiable: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of entries that are not meant: they are told where what is meant needs these. */
  readonly aside: readonly { readonly address: string; readonly warning: Diagnostic }[];
}

/** Compares one section of the YAML with what is live in its scope; only what is meant counts. */
export function sectionChanges(
  section: Section,
  kind: Kind,
  there: readonly LiveEntry[],
  given: Pick<
    Context,
    | 'resources'
    | 'replaced'
    | 'world'
    | 'kinds'
    | 'resend'
    | 'secretLost'
    | 'madeBefore'
    | 'replacedBefore'
    | 'keptBefore'
    | 'secretState'
  >,
  isIntended: (address: string) => boolean,
): SectionChanges {
  const address = entryAddresses(kind, section.scope);
  const { version } = given.world.instance;
  const live = besideReplacements(kind, there, {
    replaced: (key) => given.replacedBefore(address(key)),
    isOwn: ({ key, id }) => given.madeBefore(address(key), id),
  });
  const doubled = indistinct(kind, section.entries, version);
  const matched = match(withoutEntries(section, doubled), kind, live, address, version);
  const handedTo = handedIn(
    kind,
    section.scope,
    matched.pairs,
    [live, given.world.beside?.get(kind.section) ?? []],
    isIntended,
  );
  const callContext = given.resources.callContext(section.scope);
  const context: Context = { section, kind, address, callContext, handedTo, ...given };
  const { outlived, ...compared } = comparedPairs(context, matched.pairs, isIntended);
  const drafts = [...compared.drafts];
  const diagnostics = [
    ...matched.diagnostics,
    ...[...doubled].map((entry) => indistinctEntry(address(entry.key), entry, version)),
    ...compared.diagnostics,
  ];

  const handed = new Set(section.handed?.map((key) => identity(kind, key)));
  const undeclared = [...matched.leftover, ...outlived].filter(({ key }) => !handed.has(identity(kind, key)));
  const ignored = anyGlob(section.ignore);
  const leftover =
    kind.host === undefined
      ? undeclared.filter((entry) => isOurs(kind, entry, context.world.instance.me.username) && !ignored(entry.key))
      : [];
  const ownAccess = undeclared.filter(
    (entry) =>
      !entry.initial &&
      isOwnAccess(kind, entry, context.world.instance.me.username) &&
      !ignored(entry.key) &&
      isIntended(address(entry.key)),
  );
  const superseded = undeclared.filter((entry) => entry.superseded);
  // What was kept by its name is not removed because this very plan gives it another one.
  const pruned = section.prune ? leftover.filter(({ ignoredAs }) => ignoredAs === undefined) : [];
  for (const entry of leftover)
    if (section.prune && entry.ignoredAs !== undefined && isIntended(address(entry.key)))
      diagnostics.push(ignoredNoMore(address(entry.key), entry.ignoredAs));
  const held = undeclared.filter(
    (entry) => (entry.held === true || entry.unremovable !== undefined) && !ignored(entry.key),
  );
  for (const entry of superseded) {
    const again = drafts.findIndex((draft) => isMadeAnew(draft, entry));
    const draft = drafts[again];
    if (draft === undefined) drafts.push(removal(context, entry, undefined, { code: 'replaced' }));
    else drafts[again] = withLeftover(draft, entry, context);
  }
  for (const entry of withOwnKeys(kind, pruned)) {
    if (kind.calls.remove === undefined) diagnostics.push(cannotRemove(address(entry.key), kind, undefined));
    else drafts.push(removal(context, entry, undefined, { code: 'pruned', section: section.name }));
  }
  for (const draft of comingUndeclared(context)) drafts.push(draft);
  return {
    ...compared,
    drafts,
    unmanaged: [...(section.prune ? [] : leftover), ...held].filter(({ key }) => isIntended(address(key))),
    spared: section.prune ? ownAccess : [],
    ownAccess: section.prune ? [] : ownAccess,
    diagnostics,
  };
}

/** Compares what is declared with the live entry that it is, one by one: by far the most are alike, and are counted alone. */
function comparedPairs(
  context: Context,
  pairs: Matched['pairs'],
  isIntended: (address: string) => boolean,
): Omit<SectionChanges, 'unmanaged' | 'spared' | 'ownAccess'> & { readonly outlived: readonly LiveEntry[] } {
  const drafts: Draft[] = [];
  const unverifiable: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const aside: { address: string; warning: Diagnostic }[] = [];
  const outlived: LiveEntry[] = [];
  let unchanged = 0;
  for (const { declared, live } of pairs) {
    const address = context.address(declared.key);
    const part = entryPart(context, declared, live, address);
    const counts = isIntended(address);
    if (counts && part.drafts.length === 0 && part.diagnostics.length === 0) unchanged++;
    if (part === NOTHING) continue;
    if (part.outlives !== undefined) outlived.push(part.outlives);
    drafts.push(...part.drafts);
    if (counts) unverifiable.push(...part.unverifiable);
    for (const diagnostic of part.diagnostics) {
      if (counts || diagnostic.severity === 'error') diagnostics.push(diagnostic);
      else aside.push({ address, warning: diagnostic });
    }
  }
  return { drafts, unchanged, unverifiable, diagnostics, aside, outlived };
}

/** Whether a change makes what took the place of something anew, side by side with that. */
function isMadeAnew({ change, kind, key }: Draft, { superseded = '' }: LiveEntry): boolean {
  return (
    change.action === 'replace' && kind.calls.beside === true && identity(kind, key) === identity(kind, superseded)
  );
}

/** The same change, which takes away what stands there from before as well: an older one of its name would be taken for another run's. */
function withLeftover(draft: Draft, { live }: LiveEntry, { kind, callContext }: Context): Draft {
  const calls = [...draft.change.calls, ...(kind.calls.remove?.(live, callContext) ?? [])];
  return { ...draft, change: { ...draft.change, calls } };
}

function withoutEntries(section: Section, left: ReadonlySet<Declared>): Section {
  return left.size === 0 ? section : { ...section, entries: section.entries.filter((entry) => !left.has(entry)) };
}

/** What shares its key with another is told apart by its id: nothing declares it, so that nothing has to find it again. */
function withOwnKeys(kind: Kind, entries: readonly LiveEntry[]): LiveEntry[] {
  const counts = new Map<string, number>();
  for (const { key } of entries) counts.set(identity(kind, key), (counts.get(identity(kind, key)) ?? 0) + 1);
  return entries.map((entry) =>
    counts.get(identity(kind, entry.key)) === 1
      ? entry
      : { ...entry, key: `${entry.key}#${String(entry.id)}`, called: entry.key },
  );
}
