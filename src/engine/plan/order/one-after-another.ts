import { scopeAddress } from '../../../address.ts';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Draft } from '../draft.ts';
import { stuck } from '../refusals.ts';

/** What waits for what, by addresses, where several changes are about one thing of the platform; and what waits for itself that way. */
export interface InTurn {
  readonly edges: readonly (readonly [later: string, earlier: string])[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What makes one thing of the platform in several scopes, one after the other: two at once would both try to be the first. What is made
 * where an entry of another name still has the thing comes after that has gone: the platform would give it that one, and it would go.
 */
export function oneAfterAnother(drafts: readonly Draft[]): InTurn {
  const chained = inChains(drafts);
  const freed = afterGone(drafts);
  const circle = circleIn(freed);
  if (circle === undefined)
    return {
      edges: [...chained, ...freed.map(([later, earlier]) => [later.change.address, earlier.change.address] as const)],
      diagnostics: [],
    };
  return {
    edges: chained,
    diagnostics: [
      stuck(
        circle.map(({ change }) => change.address),
        circle[0]?.declared,
      ),
    ],
  };
}

function inChains(drafts: readonly Draft[]): InTurn['edges'] {
  const last = new Map<string, string>();
  return drafts.flatMap((draft) => {
    const what = thingMade(draft);
    if (what === undefined) return [];
    const thing = `${draft.kind.section} ${what}`;
    const earlier = last.get(thing);
    last.set(thing, draft.change.address);
    return earlier === undefined ? [] : [[draft.change.address, earlier] as const];
  });
}

function afterGone(drafts: readonly Draft[]): readonly (readonly [later: Draft, earlier: Draft])[] {
  const place = ({ kind, scope }: Draft, thing: string): string => `${scopeAddress(scope)}/${kind.section} ${thing}`;
  const leaving = new Map(
    drafts.flatMap((draft) => {
      const { change, kind, live } = draft;
      const goes = change.action === 'delete' || change.action === 'replace';
      const what = goes && live !== undefined ? kind.identity.shared?.of(live.spec) : undefined;
      return what === undefined ? [] : [[place(draft, what), draft] as const];
    }),
  );
  if (leaving.size === 0) return [];
  return drafts.flatMap((draft) => {
    const what = thingMade(draft);
    const earlier = what === undefined ? undefined : leaving.get(place(draft, what));
    return earlier === undefined || earlier === draft ? [] : [[draft, earlier] as const];
  });
}

function thingMade({ kind, change, declared }: Draft): string | undefined {
  const isMade = change.action === 'create' || change.action === 'replace';
  return isMade && declared !== undefined ? kind.identity.shared?.of(declared.spec) : undefined;
}

/** Those that wait for each other in a circle: each waits for one other at most. */
function circleIn(edges: readonly (readonly [later: Draft, earlier: Draft])[]): readonly Draft[] | undefined {
  const waits = new Map(edges);
  for (const start of waits.keys()) {
    const way = [start];
    for (let next = waits.get(start); next !== undefined && way.length <= waits.size; next = waits.get(next)) {
      if (next === start) return way;
      way.push(next);
    }
  }
  return undefined;
}
