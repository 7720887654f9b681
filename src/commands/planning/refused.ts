import { listed } from '../../base/listed.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { findingsFor } from '../../engine/guard/findings.ts';
import type { GuardedPlan } from '../../engine/guard/guard.ts';
import { guardedWorld } from '../../engine/guard/guarded-world.ts';
import { refusalsOf } from '../../engine/guard/guards.ts';
import { permittingFlag } from '../../engine/guard/permitting-flag.ts';
import type { Plan, Refusal } from '../../model.ts';
import type { Connection } from '../session/connect.ts';

/** A plan with all that its guards look at. Throws ApiError for trouble that concerns every request. */
export async function guardedBy(
  seen: Omit<GuardedPlan, 'findings'>,
  waived: ReadonlySet<string>,
  { client }: Connection,
): Promise<GuardedPlan> {
  const unlooked = { ...seen, world: await guardedWorld(seen, waived, client) };
  return { ...unlooked, findings: await findingsFor(unlooked, waived, client) };
}

/** What the guards say of a plan with errors in it: whoever mends these learns in the same run what is refused next. */
export async function refusedBesides(
  seen: Omit<GuardedPlan, 'findings'> & { readonly plan: Plan },
  waived: ReadonlySet<string>,
  connection: Connection,
): Promise<Diagnostic[]> {
  try {
    const refusals = refusalsOf(await guardedBy(seen, waived, connection), waived);
    return refusalDiagnostics(refusals, seen.plan, 'warning');
  } catch (error) {
    // The errors themselves are told, whatever keeps the guards from looking.
    if (error instanceof ApiError) return [];
    throw error;
  }
}

/** Refusals as diagnostics, each at the first entry that it is about, with the flag that waives its guard for one run, or what to do where none helps. */
export function refusalDiagnostics(
  refusals: readonly Refusal[],
  { changes }: Pick<Plan, 'changes'>,
  severity: Diagnostic['severity'],
): Diagnostic[] {
  const places = new Map(changes.map(({ address, place }) => [address, place]));
  return refusals.map(({ guard, message, addresses, instead }) => ({
    severity,
    code: `guard-${guard}`,
    message: addresses.length > 1 ? `${message}: ${listed(addresses)}` : message,
    place: addresses.map((address) => places.get(address)).find((place) => place !== undefined),
    remedy:
      instead ??
      `look at the plan again; to apply it all the same, give ${permittingFlag({ guard, addresses }, changes)}`,
  }));
}
