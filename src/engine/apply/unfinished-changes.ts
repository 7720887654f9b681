import type { Diagnostic } from '../../base/diagnostic.ts';
import { entryAddress, sectionAddress } from '../../address.ts';
import { identity } from '../../kind.ts';
import type { Change, Desired, LiveEntry, World } from '../../model.ts';
import { knownParts, partsOf, type AddressParts } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { numberIn } from '../guard/swap-consent.ts';
import type { Maker, Makers } from '../drift/whose-making.ts';
import { notItsMaking } from './doubtful-making.ts';
import { othersIn, type Standings } from './standings.ts';
import type { UnfinishedElsewhere } from './journal-tale.ts';
import type { Unfinished } from './unfinished.ts';
import { whatHappened } from './what-happened.ts';

/**
 * What an earlier run left unfinished and the plan holds again, in words. A swap of which that run wrote down the numbers is known to
 * be made or not; of any other, applying the plan may undo what was done.
 */
export function unfinishedChanges(
  unfinished: readonly Unfinished[],
  { swaps = [] }: Pick<World, 'swaps'>,
  changes: readonly Change[],
  makers: Makers,
): readonly Diagnostic[] {
  const made = new Set(changes.flatMap(({ action, address }) => (action === 'create' ? [address] : [])));
  return alike(unfinished, changes, swaps, makers).flatMap(([change, ...others]): Diagnostic[] => {
    // It was to come from elsewhere, and what is planned is another one: that is told as what it is.
    if (change.moves && made.has(change.address)) return [];
    const swapped = change.moves ? undefined : swaps.find((addresses) => addresses.includes(change.address));
    const told = { severity: 'warning', code: 'unfinished' } as const;
    const message = whatHappened(change, others);
    const taken = othersIn(change, makers).find(({ id }) => removes(changes, change.address, id));
    if (taken !== undefined) {
      const lastCall = whatHappened({ ...change, secretLost: false });
      return [{ ...told, message: `${lastCall}; ${notItsMaking(taken)}`, remedy: TAKEN }];
    }
    // What was refused once is refused again, as long as nothing else has changed.
    const first = change.refused ? 'once the cause of that is removed, ' : '';
    if (swapped === undefined)
      return [{ ...told, message, remedy: `${first}apply this plan: it holds what is left to do` }];
    return [
      {
        ...told,
        message: `${message}, and ${swapped.join(' and ')} may have taken each other's paths by then, which applying this plan would undo`,
        remedy:
          'look in GitLab which of them stands where, and take `previously` out of each of them where they have changed places',
      },
    ];
  });
}

type Several = readonly [Unfinished, ...Unfinished[]];

/** One list for all of which the same is to be said: that they were begun, and are planned again; each of the others for itself. */
function alike(
  unfinished: readonly Unfinished[],
  changes: readonly Change[],
  swaps: readonly (readonly string[])[],
  makers: Makers,
): readonly Several[] {
  const isPlain = (one: Unfinished): boolean =>
    !one.moves &&
    !one.refused &&
    !one.secretLost &&
    !swaps.some((addresses) => addresses.includes(one.address)) &&
    !othersIn(one, makers).some(({ id }) => removes(changes, one.address, id));
  const [first, ...others] = unfinished.filter(isPlain);
  const apart = unfinished.filter((one) => !isPlain(one)).map((one): Several => [one]);
  return first === undefined ? apart : [[first, ...others], ...apart];
}

const TAKEN = 'see whether anybody uses that: this plan replaces it';

function removes(changes: readonly Change[], at: string, number: Maker['id']): boolean {
  return changes.some(({ action, address, seen }) => action === 'replace' && address === at && seen.id === number);
}

/** A move that may have been made, and why nothing may be made in its place. */
export interface StrandedMove {
  readonly move: Unfinished;
  readonly diagnostic: Diagnostic;
}

/**
 * Moves that an earlier run may have made, of what no entry is any more, where this plan makes something anew: nobody can see whether that
 * is what has moved. Those that the whole configuration still asks for are finished by another plan.
 */
export function strandedMoves(
  unfinished: readonly Unfinished[],
  { sections }: Pick<Desired, 'sections'>,
  world: Pick<World, 'sections' | 'halfMoved'>,
  changes: readonly Change[],
  kinds: Kinds,
): readonly StrandedMove[] {
  return unfinished.flatMap((move): StrandedMove[] => {
    const id = move.moves && !move.onlyRefused && !move.madeNothing ? numberIn(move.path) : undefined;
    const parts = knownParts(move.address, kinds);
    if (id === undefined || parts === undefined) return [];
    const { kind, scope, key } = parts;
    const other = otherThere(id, parts, world);
    if (other !== undefined) return [{ move, diagnostic: takenMeanwhile(move, id, other, parts, sections) }];
    if (move.refused) return [];
    const made = changes.find(({ action, address }) => action === 'create' && partsOf(address, kinds).kind === kind);
    const isSeen = [
      ...(world.sections.get(sectionAddress(scope, kind.section)) ?? []),
      ...(world.halfMoved?.get(kind.section) ?? []),
    ].some((entry) => entry.id === id);
    const isAsked = sections.some(
      ({ name, entries }) =>
        name === kind.section &&
        entries.some((entry) => entry.previously !== undefined && identity(kind, entry.key) === identity(kind, key)),
    );
    if (made === undefined || isSeen || isAsked) return [];
    const diagnostic: Diagnostic = {
      severity: 'error',
      code: 'unfinished',
      message: `${whatHappened(move)}; nothing declared is the ${kind.singular} with the id ${id} now, and this plan makes ${made.address} anew`,
      place: made.place,
      remedy: `look in GitLab where the ${kind.singular} with the id ${id} is, and write its path as \`previously\` in the entry that is to have it; if none is, move the journal away`,
    };
    return [{ move, diagnostic }];
  });
}

/** Another one that stands where something was to come which is not seen anywhere else. */
function otherThere(
  id: number,
  { kind, scope, key }: AddressParts,
  { sections, halfMoved }: Pick<World, 'sections' | 'halfMoved'>,
): LiveEntry | undefined {
  const there = sections.get(sectionAddress(scope, kind.section)) ?? [];
  const isSeen = [...there, ...(halfMoved?.get(kind.section) ?? [])].some((entry) => entry.id === id);
  return isSeen ? undefined : there.find((entry) => identity(kind, entry.key) === identity(kind, key));
}

/** That what was to come to a path is on its way still, or elsewhere, and another one has the path: it is not what the entry was about. */
function takenMeanwhile(
  move: Unfinished,
  id: number,
  other: LiveEntry,
  { kind, scope, key }: AddressParts,
  sections: Desired['sections'],
): Diagnostic {
  const entry = sections
    .find((section) => section.name === kind.section)
    ?.entries.find((one) => identity(kind, one.key) === identity(kind, key));
  return {
    severity: 'error',
    code: 'unfinished',
    message: `${whatHappened(move)}; ${entryAddress(kind, scope, key)} is another one now (id ${String(other.id)}), and the ${kind.singular} with the id ${id} was to come there`,
    ...(entry && { place: entry.place() }),
    remedy: `look in GitLab where the ${kind.singular} with the id ${id} is, bring it to where it is to be, and move the journal away`,
  };
}

/** What to do about what the whole configuration declares, and a part of it does not hold. */
export const IN_THE_WHOLE = 'make a plan of the whole configuration: it holds what is left to do';

/** What earlier runs left unfinished and a plan does not hold, in words: the journal keeps it. */
export function leftUnfinished(
  { beside, astray, foreign }: Pick<Standings, 'beside' | 'astray' | 'foreign'>,
  whereBeside: string,
  file: string,
): Diagnostic[] {
  const told = { severity: 'warning', code: 'unfinished' } as const;
  const kept = ([first, ...others]: readonly Unfinished[], remedy: string): Diagnostic[] => {
    if (first === undefined) return [];
    const message = `${whatHappened(first, others)}: this plan does not hold ${others.length > 0 ? 'them' : 'it'}, and ${file} keeps that`;
    return [{ ...told, message, remedy }];
  };
  const undeclared = foreign.map((one) => ({
    ...told,
    message: `${whatHappened(one)}, and this configuration does not declare it`,
    remedy: `apply the configuration that declares it; where none does any more, see in GitLab what is there, and take the lines that name ${one.address} out of ${file}`,
  }));
  return [
    ...kept(beside, whereBeside),
    ...kept(
      astray,
      'no entry asks for it any more: an apply of the whole configuration clears it, or says what may be left of it',
    ),
    ...undeclared,
  ];
}

/** What was left unfinished at other addresses than the one that is looked at, in words: this may be the same instance by another name. */
export function unfinishedElsewhere(
  elsewhere: readonly UnfinishedElsewhere[],
  here: string,
  file: string,
): Diagnostic[] {
  return elsewhere.flatMap(({ target, unfinished: [first, ...others] }): Diagnostic[] => {
    if (first === undefined) return [];
    return [
      {
        severity: 'warning',
        code: 'unfinished-elsewhere',
        message: `at ${target} ${whatHappened(first, others)}: this is ${here}, and nothing of that is looked at here`,
        remedy: `apply with --url ${target}, which looks at it; where that instance has this address now, write it in place of the other one in ${file}`,
      },
    ];
  });
}
