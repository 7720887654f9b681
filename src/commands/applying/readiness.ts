import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import type { ApplyContext } from '../../engine/apply/apply-context.ts';
import { changedFiles } from '../../engine/apply/changed-files.ts';
import { checkFreshness } from '../../engine/apply/freshness.ts';
import { createLookAgain, type LookAgain } from '../../engine/apply/look-again.ts';
import { occupiedSinks } from '../../engine/apply/occupied-sinks.ts';
import { othersAreDone } from '../../engine/apply/other-shards.ts';
import { readOwnWork } from '../../engine/apply/own-work.ts';
import { preflight } from '../../engine/apply/preflight.ts';
import { kindsByName } from '../../engine/kinds.ts';
import { openLedger, type Ledger } from '../../engine/ledger/open-ledger.ts';
import { isForReading, tokenScopes, writesNothing } from '../../engine/token-scopes.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Instance, Plan } from '../../model.ts';
import type { Connection } from '../session/connect.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { interruptible } from '../terminal/interrupt.ts';

/** A plan that can be carried out, as far as anybody can tell before its first call. */
export interface Ready {
  /** Without what another shard has done of it. */
  readonly plan: Plan;
  readonly ledger: Ledger | undefined;
}

/** What speaks against carrying out a plan, and the status of a run that ends by it. */
export interface Unready {
  readonly status: ExitStatus;
  readonly diagnostics: readonly Diagnostic[];
}

/** Looks whether a plan can be carried out, and remembers in `made` what others have made of it. Throws ApiError. */
export async function readiness(
  whole: Plan,
  made: ApplyContext['made'],
  { client, instance }: Connection,
  journal: string,
): Promise<Ready | Unready> {
  const scopes = await interruptible(() => tokenScopes(client));
  if (scopes !== undefined && writesNothing(scopes)) return failed(cannotWrite(scopes));
  const lookAgain = createLookAgain(client, instance, kindsByName(allKinds), 0);
  const begun = await interruptible(() => othersAreDone(whole, lookAgain, made));
  if ('missing' in begun) return { status: EXIT.refused, diagnostics: [madeElsewhere(begun.missing)] };
  const { plan } = begun;
  const changed = changedFiles(plan);
  if (changed.length > 0) return { status: EXIT.refused, diagnostics: changed };
  const occupied = await interruptible(() => occupiedStill(plan, instance, lookAgain, journal));
  const unready = [...preflight(plan, process.env), ...occupied];
  if (hasErrors(unready)) return failed(...unready);
  const ledger = openLedger(plan.ledger, plan.target.url, process.env);
  if (ledger !== undefined && 'severity' in ledger) return failed(ledger);
  const wrongKey = await ledger?.keyTrouble();
  return wrongKey === undefined ? { plan, ledger } : failed(wrongKey);
}

function failed(...diagnostics: readonly Diagnostic[]): Unready {
  return { status: EXIT.failed, diagnostics };
}

/** What another shard has to make first, such as a role on the instance. */
function madeElsewhere(addresses: readonly string[]): Diagnostic {
  const more = addresses.length > 1 ? ` and ${addresses.length - 1} more` : '';
  return {
    severity: 'error',
    code: 'other-shard',
    message: `the changes wait for ${addresses[0] ?? ''}${more}, which another shard makes and has not made yet`,
    remedy: 'apply the first shard before the others, or all of them as the plan that keelson merge makes',
  };
}

/** Else the first refusal would tell it, with as many changes not attempted. */
function cannotWrite(scopes: readonly string[]): Diagnostic {
  const named = scopes.join(', ');
  const why = scopes.every(isForReading)
    ? `the token may only read (${named})`
    : `the scopes of the token (${named}) let nothing be written by the API`;
  return {
    severity: 'error',
    code: 'read-only-token',
    message: `${why}, so that nothing of this plan can be applied`,
    remedy: 'give apply a token with the scope api; for plan and drift this one is enough',
  };
}

/** The files in the way of secrets that are still to come: what a saved plan has made once, has its secret there, and is stale. */
async function occupiedStill(
  { changes, target }: Plan,
  instance: Instance,
  lookAgain: LookAgain,
  journal: string,
): Promise<Diagnostic[]> {
  const check = checkFreshness(lookAgain, kindsByName(allKinds), instance, readOwnWork(journal, target.url));
  const all = await Promise.all(
    occupiedSinks(changes).map(async ({ change, diagnostic }) =>
      (await check(change)) === 'holds' ? [diagnostic] : [],
    ),
  );
  return all.flat();
}
