import type { Client } from '../../api/client.ts';
import type { Kind } from '../../kind.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { GuardedPlan } from './guard.ts';
import { countedOwners } from './last-owner.ts';
import { leavingPeople } from './leaving-people.ts';
import { changedFields } from './weighed-access.ts';
import { isRefused } from '../../api/api-error.ts';

/**
 * Which of the owners that `last-owner` counts can give nobody access, folded: service accounts under a name of their own, and who is
 * blocked or deactivated, as a list of members does not tell of who is no member yet. Asked only until as many people as the bound wants
 * are known to stay. Throws ApiError for trouble that concerns every request.
 */
export async function uncountedOwners(guarded: GuardedPlan, client: Client): Promise<ReadonlySet<string>> {
  const kind = [...guarded.kinds.values()].find(({ access }) => access?.person !== undefined);
  const uncounted = new Set<string>();
  if (kind === undefined) return uncounted;
  // Who is made by the same plan is a person, and who leaves by it is none that gives access.
  const people = new Set(peopleMade(guarded));
  const going = new Set(leavingPeople(guarded).flatMap(({ goes, change }) => (goes ? [keyOf(change, guarded)] : [])));
  const isPerson = async (username: string): Promise<boolean> => {
    if (going.has(username)) uncounted.add(username);
    if (!people.has(username) && !uncounted.has(username))
      ((await standsBehind(kind, username, client)) ? people : uncounted).add(username);
    return people.has(username);
  };
  for (const { steady, others } of countedOwners(guarded)) {
    let staying = 0;
    for (const username of steady) {
      if (staying >= guarded.desired.guards.min_owners) break;
      if (await isPerson(username)) staying += 1;
    }
    if (staying < guarded.desired.guards.min_owners) for (const username of others) await isPerson(username);
  }
  return uncounted;
}

function peopleMade(guarded: GuardedPlan): readonly string[] {
  return guarded.plan.changes.flatMap((change) => {
    const { kind } = partsOf(change.address, guarded.kinds);
    const isNew = change.action === 'create' || change.reason.code === 'renamed';
    const isPerson = kind.people?.administrators !== undefined && kind.people.isActive(changedFields(change));
    return isNew && isPerson ? [keyOf(change, guarded)] : [];
  });
}

function keyOf({ address }: Change, { kinds }: GuardedPlan): string {
  return partsOf(address, kinds).key.toLowerCase();
}

/** Where it is not told, a person: as a plan that makes somebody an owner takes it. */
async function standsBehind(kind: Kind, username: string, client: Client): Promise<boolean> {
  const read = kind.access?.person?.(username);
  if (read === undefined) return true;
  try {
    return (await (await client.list(read)).all()).length > 0;
  } catch (error) {
    if (isRefused(error)) return true;
    throw error;
  }
}
