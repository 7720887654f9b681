import { entryAddress } from '../../address.ts';
import type { Change, Ref, Value } from '../../model.ts';
import { referencesOf } from '../kinds.ts';
import { opensScope, type Draft } from './draft.ts';
import { outerScopes } from '../observe/lookup.ts';
import { ownAccessLast, ownersFirst } from './access-order.ts';
import { withoutCircles } from './without-circles.ts';
import { withinParent } from './within-parent.ts';

/** Which changes have to be done before which; from references alone. */
export type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/** Finds what every change depends on. */
export function needsOf(drafts: readonly Draft[], username: string): Needs {
  const byAddress = new Map(drafts.map((draft) => [draft.change.address, draft]));
  const needs = new Map<string, Set<string>>(drafts.map((draft) => [draft.change.address, new Set()]));
  const need = (draft: Draft, address: string): void => {
    if (address !== draft.change.address && byAddress.has(address)) needs.get(draft.change.address)?.add(address);
  };
  const referring = liveReferences(drafts);
  for (const draft of drafts) {
    for (const address of refsIn(draft.change)) need(draft, address);
    for (const above of scopesAbove(draft)) {
      const host = byAddress.get(above);
      if (host !== undefined && opensScope(host)) need(draft, above);
    }
    if (draft.change.action !== 'delete') continue;
    if (draft.leftoverOf !== undefined) need(draft, draft.leftoverOf);
    for (const dependent of referring.get(draft.leftoverOf ?? draft.change.address) ?? []) need(draft, dependent);
    for (const inner of hostsInside(draft, drafts)) need(draft, inner);
  }
  for (const rule of [ownersFirst, withinParent, ownAccessLast]) {
    for (const edge of withoutCircles(rule(drafts, username), needs)) need(edge[0], edge[1].change.address);
  }
  return needs;
}

/** The addresses of the groups and the project in which a change stands; for a group, of those above it. */
function scopesAbove({ kind, scope, key }: Draft): string[] {
  if (kind.hosts !== undefined) return groupsOf(key).slice(0, -1);
  if (scope.type === 'instance') return [];
  const groups = groupsOf(scope.path);
  return scope.type === 'group' ? groups : [...groups.slice(0, -1), `project[${scope.path}]`];
}

function groupsOf(path: string): string[] {
  const segments = path.split('/');
  return segments.map((_, index) => `group[${segments.slice(0, index + 1).join('/')}]`);
}

/** The changes of what refers, live, to something: it is there until they are done. */
function liveReferences(drafts: readonly Draft[]): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map(drafts.map(({ kind }) => [kind.section, kind]));
  const referring = new Map<string, string[]>();
  for (const { kind, live, scope, change } of drafts) {
    if (live === undefined) continue;
    for (const { section, name } of referencesOf(kind, live.spec)) {
      const target = kinds.get(section);
      if (target === undefined) continue;
      for (const outer of outerScopes(scope)) {
        const address = entryAddress(target, outer, name);
        const known = referring.get(address);
        if (known === undefined) referring.set(address, [change.address]);
        else known.push(change.address);
      }
    }
  }
  return referring;
}

/** A group is deleted after the groups in it: in a group that waits for its deletion nothing can be deleted any more. */
function hostsInside(draft: Draft, drafts: readonly Draft[]): string[] {
  if (draft.kind.hosts === undefined) return [];
  const prefix = `${draft.key.toLowerCase()}/`;
  const isInside = (path: string | undefined): boolean => path?.toLowerCase().startsWith(prefix) ?? false;
  // What is to be moved out of it is still in it.
  return drafts
    .filter(({ kind, key, live }) => kind.hosts !== undefined && (isInside(key) || isInside(live?.key)))
    .map(({ change }) => change.address);
}

function refsIn(change: Pick<Change, 'calls'>): string[] {
  const found: string[] = [];
  const walk = (value: Value | undefined): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isRef(value)) found.push(value.$ref.address);
    else if (Array.isArray(value)) for (const item of value as readonly Value[]) walk(item);
    else for (const inner of Object.values(value as { readonly [name: string]: Value })) walk(inner);
  };
  for (const call of change.calls) walk(call.body);
  return found;
}

/** Whether a value of a call stands for a field of what another change makes. */
export function isRef(value: Value): value is Ref {
  return typeof value === 'object' && value !== null && '$ref' in value;
}
