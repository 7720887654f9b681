import { entryAddress } from '../address.ts';
import { ApiError } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { parallel } from '../base/parallel.ts';
import type { Presumed } from '../kind.ts';
import type { Change, Declared, Desired } from '../model.ts';
import { kindOf, type Kinds } from './kinds.ts';

/** More than these are not looked up: a first run of a large configuration would take as many reads as writes. */
const MOST = 200;
const AT_A_TIME = 32;

/**
 * Warns of what changes presume and is not there: a member who is no user. GitLab refuses each when it is applied, and nothing that does
 * not depend on it; whoever reads the plan learns it here. What cannot be looked at is not spoken of.
 */
export async function missingPresumed(
  changes: readonly Change[],
  desired: Desired,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const waiting = new Map<string, { readonly presumed: Presumed; readonly entries: Waiting[] }>();
  for (const { presumed, entry } of presumptions(changes, desired, kinds)) {
    const known = waiting.get(presumed.what);
    if (known === undefined) waiting.set(presumed.what, { presumed, entries: [entry] });
    else known.entries.push(entry);
  }
  if (waiting.size > MOST) return [];
  const found = await parallel([...waiting.values()], AT_A_TIME, async ({ presumed, entries }) =>
    (await isThere(presumed, client)) ? [] : entries.map((entry) => missing(presumed, entry)),
  );
  return found.flat();
}

interface Waiting {
  readonly address: string;
  readonly declared: Declared;
}

function presumptions(
  changes: readonly Change[],
  desired: Desired,
  kinds: Kinds,
): { readonly presumed: Presumed; readonly entry: Waiting }[] {
  const made = new Set(changes.filter(({ action }) => action === 'create').map(({ address }) => address));
  if (made.size === 0) return [];
  return desired.sections.flatMap(({ name, scope, entries }) => {
    const kind = kindOf(kinds, name);
    if (kind.presumes === undefined) return [];
    return entries.flatMap((declared) => {
      const address = entryAddress(kind, scope, declared.key);
      const presumed = made.has(address) ? kind.presumes?.(declared) : undefined;
      return presumed === undefined ? [] : [{ presumed, entry: { address, declared } }];
    });
  });
}

async function isThere({ read }: Presumed, client: Client): Promise<boolean> {
  try {
    const answer = await client.read(read);
    return Array.isArray(answer) ? answer.length > 0 : answer !== undefined;
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}

function missing({ what, remedy }: Presumed, { address, declared }: Waiting): Diagnostic {
  return {
    severity: 'warning',
    code: 'presumed-missing',
    message: `there is no ${what}: GitLab will refuse ${address}`,
    place: declared.place(),
    remedy,
  };
}
