import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Change, LiveObject } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

const AT_A_TIME = 8;

/** Of more people than that it is not looked who has their new addresses: what is wrong with one is told when it is applied. */
const MOST = 50;

/**
 * Tells of addresses that people are to get: that somebody else has one, be it as a second address, which GitLab refuses at each run; and
 * that who had another keeps that as a second one. Whom the same plan removes has none by then. Throws ApiError.
 */
export async function addresses(changes: readonly Change[], kinds: Kinds, client: Client): Promise<Diagnostic[]> {
  const leaving = new Set(
    changes.flatMap(({ address, action, seen }) =>
      action === 'delete' && partsOf(address, kinds).kind.people !== undefined ? [seen.id] : [],
    ),
  );
  const given = changes.flatMap((change) => {
    const address = partsOf(change.address, kinds).kind.people?.address;
    const field = change.fields.find(({ path }) => path === address?.field);
    return address === undefined || typeof field?.to !== 'string' || change.action === 'delete'
      ? []
      : [{ change, from: field.from, to: field.to, address }];
  });
  const taken = await parallel(given.slice(0, MOST), AT_A_TIME, async ({ change, to, address }) => {
    const rowsOf = async (read: Read): Promise<readonly LiveObject[]> =>
      (await (await client.list(read).catch(unknownIfRefused))?.all()) ?? [];
    const has = (row: LiveObject): boolean => {
      const held = row[address.field];
      return typeof held === 'string' && held.toLowerCase() === to.toLowerCase();
    };
    for (const row of await rowsOf(address.holders(to))) {
      const { id } = row;
      if (typeof id !== 'number' || id === change.seen.id || leaving.has(id)) continue;
      // Somebody may be called by an address that is not theirs.
      if (has(row) || (await rowsOf(address.others(id))).some(has))
        return [alreadyTaken(change, to, { id, username: row.username })];
    }
    return [];
  });
  const kept = given.flatMap(({ change, from, to }) => (typeof from === 'string' ? [stays(change, from, to)] : []));
  return [...taken.flat(), ...kept];
}

function alreadyTaken(
  { address, place }: Change,
  wanted: string,
  { id, username }: { readonly id: number; readonly username: unknown },
): Diagnostic {
  const holder = typeof username === 'string' ? `${username} (id ${id})` : `the account of id ${id}`;
  return {
    ...{ severity: 'error', code: 'address-taken', place },
    message: `${address} cannot get the address ${wanted}: ${holder} has it, be it as a second address`,
    remedy: `take it from that account in GitLab first (DELETE /users/${id}/emails/ID): a change of the address leaves it there as a second one`,
  };
}

function stays({ address, place }: Change, before: string, now: string): Diagnostic {
  return {
    ...{ severity: 'warning', code: 'address-stays', place },
    message: `${address} keeps ${before} as a second address beside ${now}, where it was confirmed, and can still sign in with it`,
    remedy: 'take it from that account in GitLab where it is to have it no more',
  };
}
