import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { isList } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Change, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

/** Of more removals than these nobody is asked who each is. */
const MOST = 50;
const AT_A_TIME = 32;

/**
 * Tells of removals that the platform may refuse, where it does not say whom it holds: a group without a licence, or a caller who is no
 * Owner of it, sees no list of its service accounts. Whoever is seen to be a person is none. Throws ApiError for trouble that concerns
 * every request.
 */
export async function perhapsHeld(
  changes: readonly Change[],
  { sections }: Pick<World, 'sections'>,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const doubtful = changes.flatMap(({ address, action, place }) => {
    if (action !== 'delete') return [];
    const { kind, scope, key } = partsOf(address, kinds);
    const live = sections.get(sectionAddress(scope, kind.section))?.find((entry) => entry.key === key);
    return live?.mayBeHeld === undefined ? [] : [{ address, place, kind, key, what: live.mayBeHeld }];
  });
  const isAsked = doubtful.length <= MOST;
  const found = await parallel(doubtful, AT_A_TIME, async ({ address, place, kind, key, what }) => {
    if (isAsked && (await isPerson(kind, key, client))) return [];
    return [uncertain(address, place, what)];
  });
  return found.flat();
}

async function isPerson(kind: Kind, key: string, client: Client): Promise<boolean> {
  const read = kind.access?.person?.(key);
  const answer = read && (await client.read(read).catch(unknownIfRefused));
  return isList(answer) && answer.length > 0;
}

function uncertain(address: string, place: Diagnostic['place'], what: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'perhaps-held',
    message: `${address} may be ${what}, which GitLab does not tell this token, and would not be removed then`,
    place,
    remedy: 'see in GitLab what it is; declare it where it stays, or put it under ignore',
  };
}
