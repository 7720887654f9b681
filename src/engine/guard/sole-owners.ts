import type { Client } from '../../api/client.ts';
import { isRefused } from '../../api/api-error.ts';
import { parallel } from '../../base/parallel.ts';
import { isList } from '../../base/shape.ts';
import type { LiveObject, Refusal } from '../../model.ts';
import type { Read } from '../../read.ts';
import { OWNER } from '../access.ts';
import { partsOf } from '../address-parts.ts';
import type { GuardedPlan } from './guard.ts';
import { leavingPeople, type Leaving } from './leaving-people.ts';

const AT_A_TIME = 8;

/** The groups that those who cannot sign in any more are the last active owner of, by the address of the change: their full paths. */
export type SoleOwners = ReadonlyMap<string, readonly string[]>;

/**
 * Looks whom a plan removes or blocks although a group at the top has no other owner: GitLab refuses to remove such a one (409, DELETE
 * /users/:id, 18.9), and blocks without a word. An owner whom the same plan makes counts. Throws ApiError for trouble that concerns every request.
 */
export async function soleOwners(guarded: Omit<GuardedPlan, 'findings'>, client: Client): Promise<SoleOwners> {
  const going = leavingPeople(guarded).filter(({ goes }) => goes);
  const ids = new Set(going.map(({ id }) => id));
  const made = ownersMade(guarded);
  const told = await parallel(going, AT_A_TIME, async (leaving) => {
    const owned = (await rowsOf(leaving.people.belongings(leaving.id).memberships, client)).filter(isOwnerRow);
    const groups = await Promise.all(owned.map((row) => leftAlone(row, ids, made, client)));
    return [leaving, groups.flatMap((path) => path ?? [])] as const;
  });
  return new Map(told.flatMap(([{ change }, paths]) => (paths.length === 0 ? [] : [[change.address, paths]])));
}

/** What helps where GitLab keeps the last owner of a group itself. */
export const MAKE_ANOTHER =
  'make another person an owner of the group first: GitLab does not let its last active owner go, so that no flag helps';

/** Why a plan is refused for these. */
export function soleOwnerRefusals(sole: SoleOwners, leaving: readonly Leaving[]): Omit<Refusal, 'guard'>[] {
  return leaving.flatMap(({ change: { address, action } }) => {
    const paths = sole.get(address);
    if (paths === undefined) return [];
    const groups = paths.map((path) => `group[${path}]`).join(', ');
    const message = `${address} would leave ${groups} without an active owner`;
    if (action !== 'delete') return [{ message, addresses: [address] }];
    return [{ message: `${message}, and GitLab would refuse it`, addresses: [address], instead: MAKE_ANOTHER }];
  });
}

function isOwnerRow({ access_level: level }: LiveObject): boolean {
  return typeof level === 'number' && level >= OWNER;
}

/** The path of a group that nobody owns once those have gone; undefined where it has another owner, or nobody can say. */
async function leftAlone(
  { source_id: id }: LiveObject,
  going: ReadonlySet<number>,
  made: ReadonlySet<string>,
  client: Client,
): Promise<string | undefined> {
  if (typeof id !== 'number') return undefined;
  const members = await rowsOf({ path: `/groups/${id}/members/all`, pages: true }, client);
  const others = members.filter((row) => isOwnerRow(row) && row['state'] === 'active' && !going.has(Number(row['id'])));
  if (others.length > 0) return undefined;
  const [group] = await rowsOf({ path: `/groups/${id}`, query: { with_projects: false }, mayBeMissing: true }, client);
  const path = group?.['full_path'];
  return typeof path !== 'string' || made.has(path.toLowerCase()) ? undefined : path;
}

/** The groups, in lower case, in which the plan itself makes somebody an owner. */
function ownersMade({ plan, kinds }: Pick<GuardedPlan, 'plan' | 'kinds'>): ReadonlySet<string> {
  return new Set(
    plan.changes.flatMap(({ address, action, fields }) => {
      const { kind, scope } = partsOf(address, kinds);
      if (action === 'delete' || kind.access?.grants === undefined || scope.type !== 'group') return [];
      const level = kind.access.grants(
        Object.fromEntries(fields.map(({ path, to }) => [path, to])),
        '',
        () => undefined,
      ).level;
      return level !== undefined && level >= OWNER ? [scope.path.toLowerCase()] : [];
    }),
  );
}

async function rowsOf(read: Read, client: Client): Promise<readonly LiveObject[]> {
  try {
    const found = await client.read(read);
    if (found === undefined) return [];
    return isList(found) ? found : [found];
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}
