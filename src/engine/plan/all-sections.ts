import { entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kind } from '../../kind.ts';
import type { LiveEntry, Section, Unmanaged, World } from '../../model.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { asLeft, leavingByScope } from './as-left.ts';
import type { Draft } from './draft.ts';
import type { PlanOptions } from './plan-options.ts';
import type { ResourceIndex } from './resource-index.ts';
import { sectionChanges, type SectionChanges } from './section-changes.ts';
import { undeclaredEntry } from './telling-fields.ts';

/** What has to happen in all sections, whatever comes before what. */
export interface AllSections {
  readonly drafts: readonly Draft[];
  readonly unchanged: number;
  readonly unmanaged: readonly Unmanaged[];
  /** Addresses, as are the next three. */
  readonly spared: readonly string[];
  readonly ownAccess: readonly string[];
  readonly unverifiable: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly aside: SectionChanges['aside'];
}

/** Compares sections with what is live in their scopes; `replaced` is told what will be another object, before those that refer to it are looked at. */
export function allSections(
  sections: readonly Section[],
  world: World,
  kinds: Kinds,
  options: PlanOptions,
  resources: ResourceIndex,
  replaced: Set<string>,
): AllSections {
  const drafts: Draft[] = [];
  const unmanaged: Unmanaged[] = [];
  const spared: string[] = [];
  const ownAccess: string[] = [];
  const unverifiable: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const aside: SectionChanges['aside'][number][] = [];
  let unchanged = 0;
  let leaving: ReturnType<typeof leavingByScope> | undefined;

  for (const section of referredFirst(sections, kinds)) {
    const address = sectionAddress(section.scope, section.name);
    const kind = kindOf(kinds, section.name);
    const { resend, secretLost, madeBefore, replacedBefore, keptBefore, secretState, target } = options;
    const before = { secretLost, madeBefore, replacedBefore, keptBefore };
    const given = { resources, replaced, world, kinds, resend, secretState, ...before };
    const live = world.sections.get(address) ?? [];
    if (kind.ties !== undefined) leaving ??= leavingByScope(drafts);
    const there = leaving === undefined ? live : asLeft(section, kind, live, leaving, target);
    const found = sectionChanges(section, kind, there, given, target);
    for (const draft of found.drafts) drafts.push(draft);
    for (const { change } of found.drafts) if (change.action === 'replace') replaced.add(change.address);
    if (kind.host === undefined && !options.owns(section.scope)) continue;
    for (const path of found.unverifiable) unverifiable.push(path);
    for (const diagnostic of found.diagnostics) diagnostics.push(diagnostic);
    for (const one of found.aside) aside.push(one);
    if (found.unmanaged.length > 0) unmanaged.push(unmanagedIn(section, kind, found.unmanaged));
    for (const { key } of found.spared) spared.push(entryAddress(kind, section.scope, key));
    for (const { key } of found.ownAccess) ownAccess.push(entryAddress(kind, section.scope, key));
    unchanged += found.unchanged;
  }
  return { drafts, unchanged, unmanaged, spared, ownAccess, unverifiable, diagnostics, aside };
}

/** Groups and projects first, then what others refer to, then what refers, and last what loses something with others of its scope. */
function referredFirst(sections: readonly Section[], kinds: Kinds): Section[] {
  const rank = ({ name }: Section): number => {
    const kind = kindOf(kinds, name);
    if (kind.host !== undefined) return 0;
    if (kind.ties !== undefined) return 3;
    return fieldsWith(kind, 'x-ref').length === 0 ? 1 : 2;
  };
  return [0, 1, 2, 3].flatMap((wanted) => sections.filter((section) => rank(section) === wanted));
}

function unmanagedIn({ scope, name }: Section, kind: Kind, left: readonly LiveEntry[]): Unmanaged {
  const entries = left.map((live) => undeclaredEntry(kind, scope, live));
  return { section: sectionAddress(scope, name), count: left.length, entries };
}
