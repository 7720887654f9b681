import type { Client } from '../../api/client.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Guard, GuardedPlan } from './guard.ts';
import { leavingPeople } from './leaving-people.ts';

/**
 * No person left who administers the instance and may sign in: nobody could undo anything any more. Bots do not count, nor does who becomes
 * an administrator by the same plan, whom nobody has seen sign in.
 */
export const lastAdministrator: Guard = {
  name: 'last-administrator',
  weighedAgain: true,
  refusals(guarded) {
    const administrators = guarded.findings?.administrators;
    const leaving = leavingPersons(guarded);
    if (administrators === undefined) {
      if (leaving.length === 0) return [];
      const addresses = leaving.map(({ change }) => change.address);
      return [
        { message: `${addresses.join(', ')}: GitLab does not tell who else administers the instance`, addresses },
      ];
    }
    const losing = leaving.filter(({ id }) => administrators.has(id));
    const left = administrators.size - new Set(losing.map(({ id }) => id)).size;
    if (losing.length === 0 || left > 0) return [];
    const addresses = losing.map(({ change }) => change.address);
    const message = `${addresses.join(', ')} would leave the instance without a person who administers it`;
    return [{ message, addresses }];
  },
};

/** Those who leave, and of whose kind some may be administrators: no machine is one. */
function leavingPersons(guarded: Pick<GuardedPlan, 'plan' | 'kinds'>): ReturnType<typeof leavingPeople> {
  return leavingPeople(guarded).filter(({ people }) => people.administrators !== undefined);
}

/** The numbers of the people who administer the instance; undefined where nobody leaves by the plan, or GitLab does not tell. Throws ApiError. */
export async function administratorsOf(
  guarded: Omit<GuardedPlan, 'findings'>,
  client: Client,
): Promise<ReadonlySet<number> | undefined> {
  const read = leavingPersons(guarded)[0]?.people.administrators;
  if (read === undefined) return undefined;
  try {
    const rows = await (await client.list(read)).all();
    return new Set(rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])));
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
