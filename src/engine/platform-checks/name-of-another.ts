import { INSTANCE, entryAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Kind } from '../../kind.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { comesUnderName } from './comes-under-name.ts';

const AT_A_TIME = 8;
/** So many are looked for, at most: of the others it is told when they are applied. */
const MOST = 200;

/**
 * Errors for who is to be called as somebody of another section is: a machine as a person, or as that of another group. GitLab has one user of a
 * name (400, POST /service_accounts, 18.9). Throws ApiError for trouble that concerns every request.
 */
export async function nameOfAnother(
  changes: readonly Change[],
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const planned = new Set(changes.map(({ address }) => address));
  const named = changes.flatMap((change) => {
    const { kind, key } = partsOf(change.address, kinds);
    if (kind.people === undefined || !comesUnderName(change, kind)) return [];
    return othersOf(kind, kinds)
      .filter((other) => !planned.has(entryAddress(other, INSTANCE, key)))
      .map((other) => ({ change, key, other }));
  });
  const found = await parallel(named.slice(0, MOST), AT_A_TIME, async ({ change, key, other }) => {
    const lists = await parallel(other.reads.all(INSTANCE, [key]), 1, (read) =>
      client.list(read).then(({ rows }) => rows, unknownIfRefused),
    );
    const [one] = lists.flatMap((rows) => rows ?? []);
    return one === undefined ? [] : [taken(change, key, one['id'])];
  });
  return found.flat();
}

/** The other kinds of the same names that tell who has one, without a list of all. */
function othersOf(kind: Kind, kinds: Kinds): readonly Kind[] {
  return [...kinds.values()].filter(
    (other) =>
      other !== kind &&
      other.people !== undefined &&
      other.identity.namespace === kind.identity.namespace &&
      other.reads.whole !== undefined,
  );
}

function taken({ address, place }: Change, name: string, id: unknown): Diagnostic {
  return {
    severity: 'error',
    code: 'taken',
    message: `${address} cannot be called ${name}: the user with the number ${String(id)} is`,
    place,
    remedy: 'choose another name; or declare who has it where that one is at home',
  };
}
