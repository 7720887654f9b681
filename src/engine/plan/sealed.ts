import { INSTANCE, scopeAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Place } from '../../base/place.ts';
import type { Kind } from '../../kind.ts';
import type { Desired, LiveEntry, Scope, World } from '../../model.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { hostOf } from './host-of.ts';
import type { Edge, Order } from './order/access-order.ts';
import type { Draft } from './draft.ts';

/**
 * Entries are added and removed before a seal is put on their section, and after it is taken away: members of a group with a link to
 * a directory can be neither added nor removed by hand (18.9). A seal that is replaced is away for a moment: what the plan says to be
 * refused does not slip in by it.
 */
export function unsealedFirst({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  const seals = drafts.filter(({ kind }) => kind.inheritance?.seals !== undefined);
  return seals.flatMap((seal) =>
    drafts
      .filter((draft) => isSealedBy(draft, seal))
      .flatMap((draft): Edge[] => {
        switch (seal.change.action) {
          case 'create':
          case 'replace':
            return [[seal, draft]];
          case 'delete':
            return [[draft, seal]];
          case 'update':
            return [];
        }
      }),
  );
}

/**
 * What the platform refuses since a live entry seals the section, and this plan does not take it away. An entry that nobody declares, in a
 * section that nobody declares, seals as well: it is told where the row of the scope itself shows it.
 */
export function checkSealed(drafts: readonly Draft[], desired: Desired, world: World, kinds: Kinds): Diagnostic[] {
  const found: Diagnostic[] = [];
  const going = new Set(drafts.filter(({ change }) => change.action === 'delete').map(({ live }) => live));
  const sealing = [...kinds.values()].filter(({ inheritance }) => inheritance?.seals !== undefined);
  for (const inScope of scopesOf(drafts).values()) {
    const [first] = inScope;
    if (first === undefined) continue;
    for (const kind of sealing) {
      const refused = inScope.filter(
        (draft) => kind.inheritance?.seals?.includes(draft.kind.section) && addsOrRemoves(draft),
      );
      if (refused.length === 0) continue;
      const live =
        world.sections.get(sectionAddress(first.scope, kind.section)) ?? inRow(kind, first.scope, world, kinds);
      const stays = live.find((entry) => !going.has(entry));
      if (stays === undefined) continue;
      found.push(...refused.map((draft) => refusedWhileSealed(draft, kind, stays, placeOf(draft, desired, kinds))));
    }
  }
  return found;
}

/** The entries of a section that was not read, where the row of its scope shows them. */
function inRow(kind: Kind, scope: Scope, world: World, kinds: Kinds): readonly LiveEntry[] {
  const host = hostOf(scope, world, kinds);
  const hosting = hostingKind(kinds, scope.type);
  if (host === undefined || hosting === undefined || scope.type === 'instance') return [];
  const shown = new Set(hosting.reads.all(INSTANCE, [scope.path]).map(({ path }) => path));
  const rows = kind.reads
    .all(scope, [])
    .filter(({ path }) => shown.has(path))
    .flatMap((read) => kind.reads.rows?.(host.live, read) ?? []);
  const decodeContext = createDecodeContext(scope, world.instance, world.sections);
  return rows.flatMap((live) => {
    const entry = kind.decode(live, decodeContext);
    return entry === undefined ? [] : [{ ...entry, live }];
  });
}

/** Where a change is asked for: what is pruned is by the word in its group. */
function placeOf({ change, scope }: Draft, { sections }: Desired, kinds: Kinds): Place | undefined {
  if (change.place !== undefined || scope.type === 'instance') return change.place;
  const hosting = sections.filter(({ name }) => kinds.get(name)?.host?.type === scope.type);
  const host = hosting
    .flatMap(({ entries }) => entries)
    .find(({ key }) => key.toLowerCase() === scope.path.toLowerCase());
  return host?.place('prune');
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
function refusedWhileSealed(
  { change, kind: { section } }: Draft,
  kind: Kind,
  seal: LiveEntry,
  place: Place | undefined,
): Diagnostic {
  const isRemoved = change.action === 'delete';
  const without = `take the link away with \`state: absent\` in \`${kind.section}\``;
  const instead =
    change.reason.code === 'pruned' ? `${section} out of \`prune\`` : 'the entry out of the configuration';
  return {
    severity: 'warning',
    code: 'sealed',
    message: `GitLab will refuse ${isRemoved ? 'the removal of ' : ''}${change.address}: while the ${kind.singular.replaceAll('_', ' ')} ${seal.key} is there, nobody can be ${isRemoved ? 'removed from' : 'added to'} the group by hand`,
    place,
    remedy: isRemoved ? `${without}, or take ${instead}` : `give the access through the link, or ${without}`,
  };
}
