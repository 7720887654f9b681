import { glob } from '../base/glob.ts';
import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { refusalsOf } from '../engine/guard/guards.ts';
import { readJournal, type Unfinished } from '../engine/apply/unfinished.ts';
import type { SecretState } from '../engine/ledger/ledger.ts';
import { openLedger } from '../engine/ledger/open-ledger.ts';
import { kindsByName, type Kinds } from '../engine/kinds.ts';
import { observe } from '../engine/observe/observe.ts';
import { declaredAddresses, plan, type PlanOptions } from '../engine/plan/plan.ts';
import { missingPresumed } from '../engine/presumed.ts';
import { partOf } from '../engine/shard.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Desired, Plan, Refusal } from '../model.ts';
import type { Connection } from './connect.ts';
import { forecasting } from './forecasting.ts';
import type { PlanningOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

/** A plan, and the kinds that it speaks of. The world that it was made from is let go: of a large instance it is half of the memory. */
export interface Planned {
  readonly plan: Plan;
  readonly kinds: Kinds;
}

/** Looks at the instance and makes the plan; or says why there is none. Throws ApiError. */
export async function makePlan(
  desired: Desired,
  connection: Connection,
  options: PlanningOptions,
  waived: ReadonlySet<string>,
  terminal: Pick<Terminal, 'say'>,
): Promise<Planned | readonly Diagnostic[]> {
  const kinds = kindsByName(allKinds);
  const wrongTargets = targetsWithoutEntry(options.target, desired, kinds);
  if (wrongTargets.length > 0) return wrongTargets;
  const part = options.shard && partOf(desired, options.shard, kinds);
  const planned = part?.desired ?? desired;
  const permits = forecasting(options, connection, terminal);
  const { world, diagnostics } = await observe(planned, kinds, connection.client, connection.instance, permits);
  if (hasErrors(diagnostics)) return diagnostics;
  const tale = readJournal(options.journal, connection.instance.url);
  if (tale.type === 'problem') return [tale.problem];
  const ledger = openLedger(desired.ledger, connection.instance.url, process.env);
  if (ledger !== undefined && 'severity' in ledger) return [ledger];
  const states = (await ledger?.compare(desired, kinds)) ?? new Map<string, SecretState>();
  const made = plan(planned, world, kinds, {
    ...planOptions(options, tale.unfinished),
    owns: part?.owns ?? (() => true),
    secretState: (field) => states.get(field) ?? 'unknown',
  });
  if (hasErrors(made.diagnostics)) return made.diagnostics;
  const missing = await missingPresumed(made.changes, planned, kinds, connection.client);
  const whole = {
    ...made,
    diagnostics: [...diagnostics, ...tale.unfinished.map(toldOf), ...made.diagnostics, ...missing],
    ...(options.shard && { shard: options.shard }),
  };
  const refusals = refusalsOf({ plan: whole, desired, world, kinds }, waived);
  return { plan: refusals.length === 0 ? whole : { ...whole, refusals }, kinds };
}

/** What an earlier run left unfinished is sent again in full: nobody can see which of its values arrived. */
function planOptions(
  { target, resend }: PlanningOptions,
  unfinished: readonly Unfinished[],
): Omit<PlanOptions, 'secretState' | 'owns'> {
  const left = new Map(unfinished.map((change) => [change.address, change]));
  const asked = anyOf(resend);
  return {
    target: target.length === 0 ? () => true : anyOf(target),
    resend: (address) => left.has(address) || asked(address),
    secretLost: (address) => left.get(address)?.secretLost ?? false,
  };
}

function toldOf({ address, method, path, at, refused, secretLost }: Unfinished): Diagnostic {
  const lost = secretLost ? ', and the secret in its answer was lost' : '';
  const message = refused
    ? `in the run of ${at} GitLab refused ${address}: ${method} ${path}`
    : `the run of ${at} did not finish ${address}: ${method} ${path} was its last call${lost}`;
  return { severity: 'warning', code: 'unfinished', message, remedy: 'apply this plan: it holds what is left to do' };
}

function anyOf(patterns: readonly string[]): (address: string) => boolean {
  const tests = patterns.map(glob);
  return (address) => tests.some((test) => test(address));
}

/** A target that fits nothing is a misspelling, and an empty plan would hide it. What is pruned has no entry, but its section has. */
function targetsWithoutEntry(targets: readonly string[], desired: Desired, kinds: Kinds): Diagnostic[] {
  if (targets.length === 0) return [];
  const addresses = declaredAddresses(desired, kinds);
  const pruned = desired.sections.some(({ prune }) => prune);
  return targets
    .filter((target) => !pruned && !addresses.some(glob(target)))
    .map((target) => ({
      severity: 'error',
      code: 'unknown-target',
      message: `no declared entry has an address that fits --target ${target}`,
      remedy:
        'write addresses as the plan prints them, like group[platform]/hook[ci]; * and ** stand for parts of them',
    }));
}

/** Refusals as diagnostics, each with the flag that waives its guard for one run. */
export function refusalDiagnostics(refusals: readonly Refusal[], severity: Diagnostic['severity']): Diagnostic[] {
  return refusals.map(({ guard, message, addresses }) => ({
    severity,
    code: `guard-${guard}`,
    message: addresses.length > 1 ? `${message}: ${listed(addresses)}` : message,
    remedy: `look at the plan again; to apply it all the same, give --allow-${guard}`,
  }));
}

function listed(addresses: readonly string[]): string {
  const some = addresses.slice(0, 3).join(', ');
  return addresses.length > 3 ? `${some} and ${addresses.length - 3} more` : some;
}
