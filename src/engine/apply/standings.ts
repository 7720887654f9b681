import { withoutSecrets } from '../../base/hidden-values.ts';
import { entryAddress, sectionAddress } from '../../address.ts';
import { identity } from '../../kind.ts';
import type { Change, Desired, Settled, World } from '../../model.ts';
import { knownParts, type AddressParts } from '../address-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { keyAfterStep } from '../plan/steps.ts';
import type { Maker, Makers } from '../drift/whose-making.ts';
import type { Unfinished } from './unfinished.ts';

/** How a plan stands to what earlier runs left unfinished: each of them is in one of the lists. */
export interface Standings {
  /** The plan holds it again. */
  readonly planned: readonly Unfinished[];
  /** Of these, what has its replacement, and lacks nothing but that the old one goes: with the address of the change that removes it. */
  readonly finished: readonly (readonly [one: Unfinished, once: string])[];
  /** It needs no change, and what stands there is not shown to be its making: nobody can say whether its secret is lost. */
  readonly doubtful: readonly Unfinished[];
  /** It was looked at, and is as it was to be. */
  readonly settled: readonly Unfinished[];
  /** It is declared, and outside of the part that was asked for. */
  readonly beside: readonly Unfinished[];
  /** It is outside of the part that was asked for, and the whole configuration does not declare it either. */
  readonly astray: readonly Unfinished[];
  /** The configuration does not declare it: another one may, or none any more. */
  readonly foreign: readonly Unfinished[];
}

interface PlanMade {
  readonly changes: readonly Change[];
  /** The whole configuration, whatever part of it is planned. */
  readonly desired: Desired;
  readonly world: World;
  readonly kinds: Kinds;
  /** What stands where earlier runs were to make something with a secret. */
  readonly makers: Makers;
  /** Whether what stands at an address is of the part that is planned. */
  readonly isOfPart: (address: string, parts: AddressParts) => boolean;
}

/** Tells for each change that earlier runs left unfinished what a plan makes of it; where in doubt, it stays unfinished. */
export function standings(unfinished: readonly Unfinished[], made: PlanMade): Standings {
  const { desired, kinds, isOfPart, makers } = made;
  const lists = { planned: [], doubtful: [], settled: [], beside: [], astray: [], foreign: [] } as Record<
    Exclude<keyof Standings, 'finished'>,
    Unfinished[]
  >;
  const finished: (readonly [Unfinished, string])[] = [];
  if (unfinished.length === 0) return { ...lists, finished };
  // As the journal has them, which holds no secret.
  const open = new Set(made.changes.map(({ address }) => withoutSecrets(address)));
  const declared = new Set(
    desired.sections.flatMap(({ name, scope, entries }) =>
      entries.map(({ key }) => entryAddress(kindOf(kinds, name), scope, key)),
    ),
  );
  for (const one of unfinished) {
    const address = addressBehind(one.address);
    const parts = knownParts(address, kinds);
    const isAsked = parts !== undefined && isOfPart(address, parts);
    const once = open.has(address) ? undefined : yetToGo(one, made.changes);
    if (once !== undefined) finished.push([one, once]);
    if (open.has(address) || once !== undefined) lists.planned.push(one);
    else if (!declared.has(address) && (parts === undefined || isAsked))
      lists[isOver(one, parts, made) ? 'settled' : 'foreign'].push(one);
    else if (!isAsked) lists[declared.has(address) ? 'beside' : 'astray'].push(one);
    else lists[othersIn(one, makers).length > 0 ? 'doubtful' : 'settled'].push(one);
  }
  return { ...lists, finished };
}

/**
 * What stands where a secret was lost, and is not shown to be the making that it was of, or came about though its making was refused; what was
 * to be replaced was there before.
 */
export function othersIn({ address, secretLost, replaces = [] }: Unfinished, makers: Makers): readonly Maker[] {
  return makers(address).filter(
    ({ id, isOwn, isDenied }) => !isOwn && !replaces.includes(id) && (secretLost || isDenied),
  );
}

/** The change of a plan that still removes what an unfinished replacement has left standing beside its successor. */
function yetToGo({ replaces = [] }: Unfinished, changes: readonly Change[]): string | undefined {
  return changes.find(
    ({ action, reason, seen }) =>
      action === 'delete' && reason.code === 'replaced' && seen.id !== undefined && replaces.includes(seen.id),
  )?.address;
}

/** A step of a change is settled with that: the next plan may set all at once, or let another group make way. */
function addressBehind(address: string): string {
  return address.endsWith(']') ? `${keyAfterStep(address.slice(0, -1))}]` : address;
}

/** What a plan has found settled, as it is kept for the run that applies it: of a later attempt it says nothing. */
export function settledBy({ settled, finished }: Standings): readonly Settled[] {
  return [
    ...settled.map(({ address, at }) => ({ address, at })),
    ...finished.map(([{ address, at }, once]) => ({ address, at, once })),
  ];
}

/**
 * Of what is not declared: whether nothing can be left of it. It is known to have made nothing, or was to be gone and is; or its section is
 * this configuration's, and every call was refused, or nothing of that name is there.
 */
function isOver(one: Unfinished, parts: AddressParts | undefined, { world, desired }: PlanMade): boolean {
  if (one.madeNothing) return true;
  if (parts === undefined) return false;
  const { kind, scope, key } = parts;
  const address = sectionAddress(scope, kind.section);
  const live = world.sections.get(address);
  if (live === undefined) return false;
  const isThere = live.some((entry) => identity(kind, entry.key) === identity(kind, key));
  if (one.method === 'DELETE') return !isThere;
  const isOwn = desired.sections.some((section) => sectionAddress(section.scope, section.name) === address);
  // Of what hosts others, and of what has no list, only what is declared was looked at.
  if (!isOwn || kind.host !== undefined || kind.reads.all(scope, []).length === 0) return false;
  return one.onlyRefused === true || !isThere;
}
