import { INSTANCE, entryAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { nameField, type Kind, type Moves } from '../../kind.ts';
import type { Declared, LiveEntry, LiveObject } from '../../model.ts';
import { fieldsWith, isMade } from '../kinds.ts';
import type { Finding } from '../scopes/finding.ts';
import type { Match } from '../scopes/match.ts';
import { findingDiagnostics } from '../scopes/finding-diagnostics.ts';
import type { IntendedGroups } from '../scopes/intended-groups.ts';
import type { Matching } from '../scopes/matching.ts';
import { findBeside, findHalfMoved } from './beside.ts';
import { endingBy } from './left-behind.ts';
import { findParents, underItsKey } from './parents.ts';
import { readMatching, type ScopeReader } from './read-scopes.ts';
import type { Find } from './seen-hosts.ts';
import { swapsMade } from './swaps-made.ts';
import { unreadable } from './unreadable.ts';

const AT_A_TIME = 256;

/** Groups, each matched with a live one; and projects, some of which come from elsewhere. */
export const findMovable =
  (moves: Moves<LiveObject>, intended: IntendedGroups): Find =>
  async (kind, entries, outside, reader, above, groups) => {
    const places = new Map(entries.map((entry) => [entry.key.toLowerCase(), entry]));
    const troubles: Diagnostic[] = [];
    const unread: string[] = [];
    const troubled = (error: unknown, path: string): void => {
      const entry = places.get(path.toLowerCase());
      unread.push(path);
      troubles.push(unreadable(error, kind, entryAddress(kind, INSTANCE, path), entry?.place()));
    };
    const match = (by: IntendedGroups): Promise<Matching> =>
      readMatching(kind, moves, entries, reader, troubled, by, outside);
    const first = await match(intended);
    const made = await swapsMade(first, kind, moves, reader, intended);
    const { matches, where, formerly, swaps, ...last } =
      made.size === 0 ? first : await match(new Map([...made, ...intended]));
    const told = last.findings.filter((finding) => !isToldElsewhere(finding, kind));
    const findings = await parallel(told, AT_A_TIME, (finding) => ledOn(finding, matches, moves, reader));
    const live = new Map<string, LiveEntry>();
    for (const entry of entries) {
      const match = matches.get(entry.key.toLowerCase());
      if (match === undefined) continue;
      live.set(
        entry.key,
        match.how === 'stays' ? underItsKey(kind, match.live, entry.key) : elsewhere(kind, match, entry),
      );
    }
    const address = ({ key }: Declared): string => entryAddress(kind, INSTANCE, key);
    const keys = new Map(
      [...matches].map(([key, match]) => [moves.pathOf(match.live.live).toLowerCase(), places.get(key)?.key ?? key]),
    );
    const undecided = findings.filter((finding) => hasErrors(findingDiagnostics([finding], kind, reader.instance)));
    const isGroup = kind.host?.type === 'group';
    const seen = {
      live,
      around: isGroup ? { where, formerly } : outside,
      ...(isGroup && { endsAt: endingBy(where, keys) }),
      unseen: [...unread, ...undecided.map(({ entry }) => entry.key)],
      diagnostics: [...troubles, ...findingDiagnostics(findings, kind, reader.instance)],
      swaps: swaps.map((cycle) => cycle.map(address)),
    };
    if (hasErrors(seen.diagnostics)) return { ...seen, parents: [], beside: [], halfMoved: [] };
    const parents = await findParents(kind, entries, live, where, above);
    const holding = isGroup ? [...parents, ...live.values()] : [...parents, ...groups];
    const beside = await findBeside(moves, entries, live, holding, reader);
    return { ...seen, parents, beside, halfMoved: await findHalfMoved(moves, entries, live, beside, reader, intended) };
  };

/** Whether it is told later, where nothing is made without a word for it: what waits for its deletion is looked for then. */
function isToldElsewhere({ type, entry }: Finding, kind: Kind): boolean {
  if (fieldsWith(kind, 'x-making').length === 0) return false;
  return type === 'leftover' || (type === 'nothing-left' && entry.restore === true && !isMade(kind, entry.spec));
}

/** The same finding, or what else is to be said where an old path leads to what had it before. */
async function ledOn(
  finding: Finding,
  matches: Matching['matches'],
  { leadsOn }: Moves<LiveObject>,
  reader: ScopeReader,
): Promise<Finding> {
  const { type, entry } = finding;
  if (leadsOn !== true || entry.previously === undefined || (type !== 'nowhere' && type !== 'done')) return finding;
  // Nothing is said of what may not be looked at: it is told where that is an error.
  const there = await reader.ledTo(entry.previously).catch(unknownIfRefused);
  if (there === undefined || there.pendingDeletion !== undefined) return finding;
  if (type === 'nowhere') return { type: 'led-on', entry, there };
  const here = matches.get(entry.key.toLowerCase())?.live;
  return here === undefined || here.id === there.id ? finding : { type: 'both', entry, here, there };
}

/**
 * What is moved or restored by a change of its own. Where what it stands in is moved away and another one comes to that path, it may have the path already that
 * it is to come back to: it is shown where it is by then.
 */
function elsewhere(kind: Kind, { live, how }: Match, entry: Declared): LiveEntry {
  const isSame = live.key.toLowerCase() === entry.key.toLowerCase();
  if (!isSame) return { ...live, elsewhere: true, renamedFrom: entry.key };
  const { previously: key } = entry;
  if (how !== 'moves' || key === undefined) return { ...live, elsewhere: true };
  const name = nameField(kind);
  const spec = name === undefined ? live.spec : { ...live.spec, [name]: key };
  return { ...live, key, spec, elsewhere: true, renamedFrom: entry.key };
}
