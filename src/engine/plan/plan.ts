import { entryAddress, scopeAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Attributes, Desired, Json, LiveEntry, Plan, Scope, Section, Unmanaged, World } from '../../model.ts';
import type { SecretState } from '../ledger/ledger.ts';
import { absentScopes } from '../absent-scopes.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { dayOf } from '../access.ts';
import { addressesFreed } from './order/addresses-freed.ts';
import { asLeft, leavingByScope, tiedInTurn } from './as-left.ts';
import { accessLooks } from './access-change.ts';
import { checkDrafts } from './checks.ts';
import type { CallContext, Kind } from '../../kind.ts';
import type { Draft } from './draft.ts';
import { createResourceIndex } from './resource-index.ts';
import { endingSoon } from './ending-soon.ts';
import { handedDown } from './handed-down.ts';
import { handedFirst } from './handed-values.ts';
import { holdersLast } from './order/holders-last.ts';
import { inSteps } from './in-steps.ts';
import { jointCalls } from './joint-calls.ts';
import { comesAlong } from './comes-along.ts';
import { makeWay } from './making-way.ts';
import { namedAndRemoved } from './named-and-removed.ts';
import { needsOf, strictNeeds, type Needs } from './order/dependencies.ts';
import { oneAfterAnother } from './order/one-after-another.ts';
import { ordered } from '../dependency-order.ts';
import { hasSlots, slotsOf } from './slots.ts';
import { takenByMove } from './taken-by-move.ts';
import { keptByOthers, takesOver } from '../platform-checks/takes-over.ts';
import { tiedAndLeaving } from './tied-and-leaving.ts';
import { withinParent } from './within-parent.ts';
import { sectionChanges, type SectionChanges } from './section-changes.ts';

/** What the user may ask of a plan. */
export interface PlanOptions {
  /** Whether what the API does not return of an entry is to be sent again, although nobody can say that it differs. */
  readonly resend: (address: string) => boolean;
  /** What the ledger says of a declared secret: whether it is the one that was last sent. */
  readonly secretState: (field: string, object?: Json) => SecretState;
  /** Whether the secret of what stands at an address was lost when it was made, so that it has to be made anew. */
  readonly secretLost: (address: string, id: LiveEntry['id']) => boolean;
  /** Whether an earlier run whose change is not finished has provably made what stands at an address. */
  readonly madeBefore: (address: string, id: LiveEntry['id']) => boolean;
  /** The numbers of what earlier runs were to replace at an address and did not see gone: it may stand beside its replacement. */
  readonly replacedBefore: (address: string) => readonly (number | string)[];
  /** What a replacement that an earlier run has not finished was to take along of what nobody declares. */
  readonly keptBefore: (address: string) => Attributes | undefined;
  /** Which addresses may change; what they need changes with them. */
  readonly target: (address: string) => boolean;
  /** Which scopes are planned here; what stands in the others is there to be referred to, and planned elsewhere. */
  readonly owns: (scope: Scope) => boolean;
}

/** All that is desired, and no more. */
export const WHOLE_PLAN: PlanOptions = {
  resend: () => false,
  secretLost: () => false,
  madeBefore: () => false,
  replacedBefore: () => [],
  keptBefore: () => undefined,
  secretState: () => 'unknown',
  target: () => true,
  owns: () => true,
};

/** What has to be done so that the world becomes as desired. Pure: it reads nothing and writes nothing. */
export function plan(desired: Desired, world: World, kinds: Kinds, options: PlanOptions = WHOLE_PLAN): Plan {
  const replaced = new Set<string>();
  const resources = createResourceIndex(desired, world, kinds, replaced);
  const drafts: Draft[] = [];
  const unmanaged: Unmanaged[] = [];
  const spared: string[] = [];
  const ownAccess: string[] = [];
  const unverifiable: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const aside: SectionChanges['aside'][number][] = [];
  const gone = absentScopes(desired, kinds);
  let unchanged = 0;
  let leaving: ReturnType<typeof leavingByScope> | undefined;

  for (const section of referredFirst(desired.sections, kinds)) {
    // What defaults give to a group that is to be gone is not given.
    if (gone.has(scopeAddress(section.scope))) continue;
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

  const access = accessLooks(resources, dayOf(world.instance.askedAt));
  const hosts = drafts.filter(({ kind }) => kind.host !== undefined);
  const named = drafts.filter(({ kind }) => kind.host !== undefined || hasSlots(kind));
  const slots = slotsOf(named, world, kinds, resources);
  const waits = [...slots.waits, ...comesAlong(hosts, resources)];
  const way = makeWay({ ...slots, waits }, needsAround(waits, hosts, drafts));
  diagnostics.push(...way.diagnostics);
  const placed = way.drafts.filter(({ kind }) => kind.host !== undefined);
  const steps = inSteps(placed, [...withinParent(placed), ...handedFirst(placed)]);
  const all = [...steps.drafts, ...drafts.filter(({ kind }) => kind.host === undefined)];
  // Of one thing in several scopes what is made anew comes first: whoever has it afterwards has the new one.
  const isReplaced = ({ change }: Draft): boolean => change.action === 'replace';
  const inTurn = oneAfterAnother([...all.filter(isReplaced), ...all.filter((draft) => !isReplaced(draft))]);
  diagnostics.push(...inTurn.diagnostics);
  const softEdges = [...steps.edges, ...holdersLast(all, desired, world, kinds, access.change)];
  const edges = [...way.edges, ...inTurn.edges, ...addressesFreed(all), ...tiedInTurn(all)];
  const needs = needsOf(all, world.instance.me.username, access.change, edges, softEdges);
  const owned = ({ kind, scope }: Draft): boolean => kind.host !== undefined || options.owns(scope);
  const sent = targeted(all, needs, options.target).filter(owned);
  const wanted = [...new Set(sent.map((draft) => draft.partOf ?? draft))];
  const changing = new Set(aside.length === 0 ? [] : wanted.map(({ change }) => change.address));
  for (const { address, warning } of aside) if (changing.has(address)) diagnostics.push(warning);
  const siteOf = (scope: Scope): CallContext => resources.callContext(scope);
  diagnostics.push(...checkDrafts(wanted, desired, world, kinds, access, siteOf));
  diagnostics.push(...handedDown(wanted, world, kinds), ...takenByMove(wanted, world, kinds));
  diagnostics.push(...takesOver(wanted, desired, world, kinds), ...keptByOthers(wanted, world, kinds));
  const here = desired.sections.filter(({ scope }) => options.owns(scope) && !gone.has(scopeAddress(scope)));
  const pruning = all.filter(({ change }) => options.target(change.address));
  diagnostics.push(...namedAndRemoved(pruning, here, kinds), ...tiedAndLeaving(wanted, desired, kinds));
  diagnostics.push(...endingSoon({ ...desired, sections: here }, wanted, world, kinds, access, options.target));
  const joint = jointCalls(wanted, needs, world);
  const waitedFor = new Set(sent.flatMap(({ change }) => [...(needs.get(change.address) ?? [])]));
  const awaited = all.filter((draft) => !owned(draft) && waitedFor.has(draft.change.address));
  return {
    target: { url: world.instance.url, version: world.instance.version },
    changes: ordered(sent.map(({ change }) => ({ ...change, needs: [...(needs.get(change.address) ?? [])] }))),
    ...(joint.length > 0 && { joint }),
    ...(awaited.length > 0 && { awaited: awaited.map(({ change }) => ({ ...change, needs: [] })) }),
    unchanged,
    unmanaged,
    ...(spared.length > 0 && { spared }),
    ...(ownAccess.length > 0 && { ownAccess }),
    unverifiable,
    diagnostics,
    ...(desired.lock && { lock: desired.lock }),
    ...(desired.ledger && { ledger: desired.ledger }),
  };
}

/** What changes that wait for a name depend on otherwise: people, who have names as well, are named by what stands in groups. */
function needsAround(
  waits: readonly (readonly [later: string, earlier: string])[],
  hosts: readonly Draft[],
  all: readonly Draft[],
): Needs {
  const known = new Set(hosts.map(({ change }) => change.address));
  return strictNeeds(waits.flat().every((address) => known.has(address)) ? hosts : all);
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

/** The changes of the targeted addresses, and all that these need: of what makes way for one, the rest of its way. */
function targeted(
  drafts: readonly Draft[],
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  target: (address: string) => boolean,
): Draft[] {
  const wanted = new Set<string>();
  const wholes = new Map(
    drafts.flatMap(({ change, stepOf }) => (stepOf === undefined ? [] : [[change.address, stepOf]])),
  );
  const want = (address: string): void => {
    if (wanted.has(address)) return;
    wanted.add(address);
    const whole = wholes.get(address);
    if (whole !== undefined) want(whole);
    for (const needed of needs.get(address) ?? []) want(needed);
  };
  for (const { change } of drafts) if (target(change.address)) want(change.address);
  return drafts.filter(({ change }) => wanted.has(change.address));
}

function unmanagedIn({ scope, name }: Section, kind: Kind, left: readonly LiveEntry[]): Unmanaged {
  const entries = left.map(({ key, id }) => ({
    address: entryAddress(kind, scope, key),
    ...(id !== undefined && { id }),
  }));
  return { section: sectionAddress(scope, name), count: left.length, entries };
}
