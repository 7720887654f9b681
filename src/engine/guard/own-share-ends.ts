import { entryAddress, sectionAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { identity } from '../../kind.ts';
import type { Declared } from '../../model.ts';
import { hasEnded } from '../access.ts';
import { dayOfRun, daysAfter } from '../day-of-run.ts';
import { kindOf } from '../kinds.ts';
import { SOON } from '../plan/ending-soon.ts';
import { harmlessShares, type Lowered } from './own-shares.ts';
import type { GuardedPlan } from './guard.ts';
import { weighedAccess } from './weighed-access.ts';

/** A share that ends within a week, with its day. */
interface Ending extends Lowered {
  readonly declared: Declared;
  readonly day: string;
}

/**
 * Tells of shares that end within a week, once the plan is done, and that the token's own user has its access by: the next run may come too
 * late. Who has what by a share is asked only where one ends. Throws ApiError for trouble that concerns every request.
 */
export async function ownShareEnds(
  guarded: Omit<GuardedPlan, 'findings'>,
  isIntended: (address: string) => boolean,
  client: Client,
): Promise<Diagnostic[]> {
  const ending = endingShares(guarded).filter(({ address }) => isIntended(address));
  if (ending.length === 0) return [];
  const harmless = await harmlessShares(guarded, ending, client);
  return ending
    .filter(({ address }) => !harmless.has(address))
    .map(({ address, declared, day }) => ({
      ...{ severity: 'warning', code: 'own-access-ends', place: declared.place('expires_at') },
      message: `${address} may be where this token's own user has the access from, and ends on ${day}`,
      remedy: 'write a later day before that one, or make that user a direct member',
    }));
}

function endingShares(guarded: Omit<GuardedPlan, 'findings'>): readonly Ending[] {
  const { desired, world, kinds, plan } = guarded;
  const access = weighedAccess(guarded);
  const today = dayOfRun(world.instance);
  const changes = new Map(plan.changes.map((change) => [change.address, change]));
  return desired.sections.flatMap(({ scope, name, entries }): Ending[] => {
    const kind = kindOf(kinds, name);
    if (kind.access?.lentTo === undefined || scope.type === 'instance' || today === '') return [];
    return (world.sections.get(sectionAddress(scope, name)) ?? []).flatMap((live): Ending[] => {
      const declared = entries.find(({ key }) => identity(kind, key) === identity(kind, live.key));
      const invited = kind.access?.lentTo?.(live.live);
      if (declared === undefined || invited === undefined) return [];
      const address = entryAddress(kind, scope, declared.key);
      const change = changes.get(address);
      const then = change ? access.after(kind, scope, declared.key, live, change) : access.before(kind, scope, live);
      const { level = 0, ends } = then ?? {};
      if (level === 0 || ends === undefined || !hasEnded(ends, daysAfter(today, SOON))) return [];
      return [{ address, scope, at: scope, invited, from: level, to: 0, declared, day: ends }];
    });
  });
}
