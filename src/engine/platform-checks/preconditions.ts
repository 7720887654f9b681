import { entryAddress, sectionAddress } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Precondition } from '../../kind.ts';
import type { Change, Declared, Desired } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { lookUp } from '../observe/batches/look-ups.ts';

/** More than these are not looked up: a first run of a large configuration would take as many reads as writes. */
const MOST = 200;
const AT_A_TIME = 32;

/**
 * Tells of what changes presume and is not there: a member who is no user. GitLab refuses each when it is applied, and nothing that does
 * not depend on it; whoever reads the plan learns it here. Where the same section loses something, it is an error: somebody who has another
 * name now would be taken out by the old one, and not be let in by the new one. There it is looked however many there are, and what cannot
 * be looked at stops the plan. Throws ApiError.
 */
export async function missingPreconditions(
  changes: readonly Change[],
  desired: Desired,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const losses = lossesBySection(changes, kinds);
  const waiting = new Map<string, { readonly presumed: Precondition; readonly entries: Waiting[] }>();
  for (const { presumed, entry } of presumptions(changes, desired, kinds)) {
    const known = waiting.get(presumed.what);
    if (known === undefined) waiting.set(presumed.what, { presumed, entries: [entry] });
    else known.entries.push(entry);
  }
  const isGrave = ({ section }: Waiting): boolean => losses.has(section);
  const all = [...waiting.values()].map(({ presumed, entries }) => ({
    presumed,
    entries,
    grave: entries.some(isGrave),
  }));
  const wanted = all.length > MOST ? all.filter(({ grave }) => grave) : all;
  const known = await lookUp(
    wanted.map(({ presumed: { read } }) => read),
    kinds,
    client,
  );
  const found = await parallel(wanted, AT_A_TIME, async ({ presumed, entries, grave }) =>
    known(presumed.read) !== undefined || (await isThere(presumed, client, grave))
      ? []
      : entries.map((entry) => missing(presumed, entry, losses.get(entry.section) ?? [])),
  );
  return found.flat();
}

interface Waiting {
  readonly address: string;
  readonly section: string;
  readonly declared: Declared;
}

/** What is taken away from each section, for good or to be replaced. */
function lossesBySection(changes: readonly Change[], kinds: Kinds): ReadonlyMap<string, readonly string[]> {
  const losses = new Map<string, string[]>();
  for (const { address, calls } of changes) {
    if (!calls.some(({ method }) => method === 'DELETE')) continue;
    const { scope, kind } = partsOf(address, kinds);
    const section = sectionAddress(scope, kind.section);
    const known = losses.get(section);
    if (known === undefined) losses.set(section, [address]);
    else known.push(address);
  }
  return losses;
}

function presumptions(
  changes: readonly Change[],
  desired: Desired,
  kinds: Kinds,
): { readonly presumed: Precondition; readonly entry: Waiting }[] {
  const made = new Set(changes.filter(({ action }) => action === 'create').map(({ address }) => address));
  if (made.size === 0) return [];
  return desired.sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    if (kind.calls.precondition === undefined) return [];
    return entries.flatMap((declared) => {
      const address = entryAddress(kind, scope, declared.key);
      const presumed = made.has(address) ? kind.calls.precondition?.(declared) : undefined;
      const section = sectionAddress(scope, name);
      return presumed === undefined ? [] : [{ presumed, entry: { address, section, declared } }];
    });
  });
}

async function isThere({ read }: Precondition, client: Client, grave: boolean): Promise<boolean> {
  try {
    const answer = await client.read(read);
    return Array.isArray(answer) ? answer.length > 0 : answer !== undefined;
  } catch (error) {
    if (!grave && error instanceof ApiError) return true;
    throw error;
  }
}

function missing({ what, remedy }: Precondition, { address, declared }: Waiting, lost: readonly string[]): Diagnostic {
  const [first] = lost;
  const refused = `there is no ${what}: GitLab will refuse ${address}`;
  const more = lost.length > 1 ? ` and ${lost.length - 1} more` : '';
  return {
    severity: first === undefined ? 'warning' : 'error',
    code: 'presumed-missing',
    message: first === undefined ? refused : `${refused}, and ${first}${more} would be removed beside it`,
    place: declared.place(),
    remedy: first === undefined ? remedy : `${remedy}; until then take the entry out, or keep what is removed`,
  };
}
