import { scopeAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { LiveEntry, World } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { Edge, Order } from './access-order.ts';
import type { Draft } from './draft.ts';

/**
 * Entries are added and removed before a seal is put on their section, and after it is taken away: members of a group with a link to
 * a directory can be neither added nor removed by hand (18.9).
 */
export function unsealedFirst({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  const seals = drafts.filter(({ kind }) => kind.inheritance?.seals !== undefined);
  return seals.flatMap((seal) =>
    drafts
      .filter((draft) => isSealedBy(draft, seal))
      .flatMap((draft): Edge[] => {
        switch (seal.change.action) {
          case 'create':
            return [[seal, draft]];
          case 'delete':
            return [[draft, seal]];
          case 'replace':
          case 'update':
            return [];
        }
      }),
  );
}

/** What the platform refuses since a live entry seals the section, and this plan does not take it away. */
export function checkSealed(drafts: readonly Draft[], world: World, kinds: Kinds): Diagnostic[] {
  const found: Diagnostic[] = [];
  const going = new Set(drafts.filter(({ change }) => change.action === 'delete').map(({ live }) => live));
  const sealing = [...kinds.values()].filter(({ inheritance }) => inheritance?.seals !== undefined);
  for (const inScope of scopesOf(drafts).values()) {
    const [first] = inScope;
    if (first === undefined) continue;
    for (const kind of sealing) {
      const live = world.sections.get(sectionAddress(first.scope, kind.section)) ?? [];
      const stays = live.find((entry) => !going.has(entry));
      if (stays === undefined) continue;
      const refused = inScope.filter(
        (draft) => kind.inheritance?.seals?.includes(draft.kind.section) && addsOrRemoves(draft),
      );
      found.push(...refused.map((draft) => refusedWhileSealed(draft, kindOf(kinds, kind.section).singular, stays)));
    }
  }
  return found;
}

function isSealedBy(draft: Draft, seal: Draft): boolean {
  return (
    (seal.kind.inheritance?.seals?.includes(draft.kind.section) ?? false) &&
    scopeAddress(draft.scope) === scopeAddress(seal.scope) &&
    addsOrRemoves(draft)
  );
}

function addsOrRemoves({ change }: Draft): boolean {
  return change.action !== 'update';
}

function scopesOf(drafts: readonly Draft[]): ReadonlyMap<string, readonly Draft[]> {
  const scopes = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const address = scopeAddress(draft.scope);
    const known = scopes.get(address);
    if (known === undefined) scopes.set(address, [draft]);
    else known.push(draft);
  }
  return scopes;
}

/** A warning, since the platform lets it pass where the provider of the link is not configured, which no answer tells. */
function refusedWhileSealed({ change }: Draft, singular: string, seal: LiveEntry): Diagnostic {
  const what = change.action === 'delete' ? 'removed from' : 'added to';
  return {
    severity: 'warning',
    code: 'sealed',
    message: `GitLab will refuse ${change.address}: while the ${singular.replaceAll('_', ' ')} ${seal.key} is there, nobody can be ${what} the group by hand`,
    place: change.place,
    remedy: 'give the access through the link, or take the link away',
  };
}
