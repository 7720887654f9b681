import type { Kind } from '../../../kind.ts';
import type { Change, Scope, Value } from '../../../model.ts';
import { Ref } from '../../../placeholders.ts';
import { addressIdentity } from '../../address-identity.ts';
import { peopleNamed, referencesOf, type Kinds } from '../../kinds.ts';
import { opensScope, type Draft } from '../draft.ts';
import { outerScopes } from '../../observe/decode-context.ts';
import { loweredFromAbove, ownAccessLast, ownersFirst, peopleLast, type Edge, type Order } from './access-order.ts';
import { barredLast } from '../barred.ts';
import { aboveFirst } from '../from-above.ts';
import { leaversFirst } from './leavers-first.ts';
import { comingFirst } from './coming-first.ts';
import { defaultsFirst } from './defaults-first.ts';
import { prunedLast } from './pruned-last.ts';
import { unsealedFirst } from '../sealed.ts';
import { withoutCircles } from './without-circles.ts';
import { isBelow, pathsTo } from '../../../base/scope-path.ts';

/** Which changes have to be done before which; from references alone. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** Finds what every change depends on; `edges` is what else waits for what, by addresses, and `fieldEdges` what does for the sake of a field. */
export function needsOf(
  drafts: readonly Draft[],
  { username, accessOf, kinds }: Omit<Order, 'drafts'>,
  edges: readonly (readonly [later: string, earlier: string])[] = [],
  fieldEdges: readonly Edge[] = [],
): Needs {
  const needs = new Map([...strictNeeds(drafts, kinds)].map(([address, needed]) => [address, new Set(needed)]));
  for (const [later, earlier] of edges) needs.get(later)?.add(earlier);
  for (const rule of [
    ...[unsealedFirst, barredLast, aboveFirst, loweredFromAbove, ownersFirst, peopleLast, () => fieldEdges],
    ...[placedAfterAbove, namedGoLast, defaultsFirst, comingFirst, leaversFirst, ownAccessLast],
    ({ drafts: all }: Order) => prunedLast(all, needs),
  ]) {
    for (const [later, earlier] of withoutCircles(rule({ drafts, accessOf, username, kinds }), needs))
      if (later !== earlier) needs.get(later.change.address)?.add(earlier.change.address);
  }
  return needs;
}

/** What changes depend on by what they refer to, and by what they stand in. */
export function strictNeeds(drafts: readonly Draft[], kinds: Kinds): Needs {
  const byAddress = new Map(drafts.map((draft) => [draft.change.address, draft]));
  const hosts = new Map(drafts.flatMap((draft) => (opensScope(draft) ? [[draftIdentity(draft), draft]] : [])));
  const needs = new Map<string, Set<string>>(drafts.map((draft) => [draft.change.address, new Set()]));
  const need = (draft: Draft, address: string): void => {
    if (address !== draft.change.address && byAddress.has(address)) needs.get(draft.change.address)?.add(address);
  };
  const closing = closingHosts(drafts);
  const referring = liveReferences(drafts);
  const people = peopleByName(drafts);
  for (const draft of drafts) {
    for (const address of refsIn(draft.change)) need(draft, address);
    for (const person of people.size === 0 ? [] : peopleIn(draft, people)) {
      if (person.change.action !== 'delete') need(draft, person.change.address);
      else if (draft.live !== undefined) need(person, draft.change.address);
    }
    // What makes way does so where it stands.
    for (const above of draft.stepOf === undefined ? scopesAbove(draft) : []) {
      const host = hosts.get(above);
      if (host !== undefined) need(draft, host.change.address);
    }
    for (const named of hostsNamed(draft, kinds)) {
      const host = hosts.get(named);
      if (host !== undefined) need(draft, host.change.address);
    }
    for (const around of closing.size > 0 && draft.kind.host === undefined ? placesOf(draft.scope) : []) {
      const host = closing.get(around);
      if (host !== undefined) need(host, draft.change.address);
    }
    if (draft.change.action !== 'delete') continue;
    if (draft.leftoverOf !== undefined) need(draft, draft.leftoverOf);
    const named = (draft.leftoverOf === undefined ? undefined : byAddress.get(draft.leftoverOf)) ?? draft;
    for (const dependent of referring.get(draftIdentity(named)) ?? []) need(draft, dependent);
    for (const inner of hostsInside(draft, drafts)) need(draft, inner);
  }
  return needs;
}

/** What the address of a change is compared by. */
export function draftIdentity({ kind, scope, key }: Draft): string {
  return addressIdentity(kind, scope, key);
}

/** Those who are made, renamed or removed, by section and name: whoever names them does so afterwards, or takes them out before. */
function peopleByName(drafts: readonly Draft[]): ReadonlyMap<string, Draft> {
  const people = drafts.filter(
    ({ kind, change, live }) =>
      kind.people !== undefined && (change.action !== 'update' || live?.renamedFrom !== undefined),
  );
  return new Map(people.map((draft) => [personName(draft.kind.section, draft.key), draft]));
}

function peopleIn({ kind, declared, live }: Draft, people: ReadonlyMap<string, Draft>): readonly Draft[] {
  const named = [...peopleNamed(kind, declared?.spec ?? {}), ...peopleNamed(kind, live?.spec ?? {})];
  return named.flatMap(({ sections, name }) =>
    sections.flatMap((section) => people.get(personName(section, name)) ?? []),
  );
}

function personName(section: string, name: string): string {
  return `${section} ${name.toLowerCase()}`;
}

/**
 * What hosts others, and is named by a change, as what that is compared by, with the groups above it: a share is of the group that comes to a path, and
 * a token goes to a variable of the project that is made.
 */
function hostsNamed({ kind, declared, live }: Draft, kinds: Kinds): string[] {
  const references = [...referencesOf(kind, declared?.spec ?? {}), ...referencesOf(kind, live?.spec ?? {})];
  return references.flatMap(({ section, name }) => {
    const type = kinds.get(section)?.host?.type;
    return type === undefined ? [] : placesOf({ type, path: name });
  });
}

/** The deletions of groups and projects, by what their addresses are compared by. */
function closingHosts(drafts: readonly Draft[]): ReadonlyMap<string, Draft> {
  return new Map(
    drafts.flatMap((draft) =>
      draft.kind.host !== undefined && draft.change.action === 'delete' ? [[draftIdentity(draft), draft]] : [],
    ),
  );
}

/** A group goes after what names it has changed: a share that is taken back is there until then. */
function namedGoLast({ drafts, kinds }: Pick<Order, 'drafts' | 'kinds'>): Edge[] {
  const going = closingHosts(drafts);
  if (going.size === 0) return [];
  return drafts.flatMap((earlier) =>
    hostsNamed(earlier, kinds).flatMap((path): Edge[] => {
      const later = going.get(path);
      return later === undefined ? [] : [[later, earlier]];
    }),
  );
}

/** What a group above may forbid is made once that is as it is to be: a lock may be opened by the same plan. */
function placedAfterAbove({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  const changing = new Map(
    drafts.flatMap((draft) =>
      draft.kind.host !== undefined && draft.change.action === 'update' ? [[draftIdentity(draft), draft]] : [],
    ),
  );
  return drafts.flatMap((later) =>
    later.kind.rules?.checkPlaced === undefined || later.change.action === 'delete'
      ? []
      : scopesAbove(later).flatMap((path): Edge[] => {
          const earlier = changing.get(path);
          return earlier === undefined ? [] : [[later, earlier]];
        }),
  );
}

function kindsOf(drafts: readonly Draft[]): ReadonlyMap<string, Kind> {
  return new Map(drafts.map(({ kind }) => [kind.section, kind]));
}

/** What the groups and the project in which a change stands are compared by; for a group, those above it. */
export function scopesAbove({ kind, scope, key }: Pick<Draft, 'kind' | 'scope' | 'key'>): string[] {
  if (kind.host !== undefined) return groupsOf(key).slice(0, -1);
  return placesOf(scope);
}

/** A group or project with the groups above it, as what they are compared by. */
function placesOf(scope: Scope): string[] {
  if (scope.type === 'instance') return [];
  const groups = groupsOf(scope.path);
  return scope.type === 'group' ? groups : [...groups.slice(0, -1), `project[${scope.path.toLowerCase()}]`];
}

function groupsOf(path: string): string[] {
  return pathsTo(path.toLowerCase()).map((above) => `group[${above}]`);
}

/** The changes of what refers, live, to something, by what that is compared by: it is there until they are done. */
function liveReferences(drafts: readonly Draft[]): ReadonlyMap<string, readonly string[]> {
  const kinds = kindsOf(drafts);
  const referring = new Map<string, string[]>();
  for (const { kind, live, scope, change } of drafts) {
    if (live === undefined) continue;
    for (const { section, name } of referencesOf(kind, live.spec)) {
      const target = kinds.get(section);
      // What goes with a group by itself need not go before it.
      if (target === undefined || target.host !== undefined) continue;
      for (const outer of outerScopes(scope)) {
        const address = addressIdentity(target, outer, name);
        const known = referring.get(address);
        if (known === undefined) referring.set(address, [change.address]);
        else known.push(change.address);
      }
    }
  }
  return referring;
}

/**
 * A group is deleted after what is in it: in a group that waits for its deletion nothing can be deleted any more, and what is to be moved out of it is in
 * it until then, wherever it stands by then.
 */
function hostsInside(draft: Draft, drafts: readonly Draft[]): string[] {
  if (draft.kind.host === undefined) return [];
  const now = pathNow(draft);
  return drafts
    .filter(({ kind }) => kind.host !== undefined)
    .filter((one) => {
      const there = pathNow(one);
      return isBelow(one.key, draft.key) || (there !== undefined && now !== undefined && isBelow(there, now));
    })
    .map(({ change }) => change.address);
}

/** The path at which something is live. */
function pathNow({ kind, live }: Draft): string | undefined {
  return live && (kind.host?.moves?.pathOf(live.live) ?? live.key);
}

function refsIn(change: Pick<Change, 'calls'>): string[] {
  const found: string[] = [];
  const walk = (value: Value | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Ref.is(value)) found.push(value.address);
    else if (Array.isArray(value)) for (const item of value as readonly Value[]) walk(item);
    else for (const inner of Object.values(value as { readonly [name: string]: Value })) walk(inner);
  };
  // What would be put back is named by what stands by then as well.
  for (const { body, takeBack = [] } of change.calls)
    for (const each of [body, ...takeBack.map((call) => call.body)]) walk(each);
  return found;
}
