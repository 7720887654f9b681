import { refusalsOf } from '../../src/engine/guard/guards.ts';
import { WHOLE_PLAN, type PlanOptions } from '../../src/engine/plan/plan-options.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import type { LiveEntry, Plan, Refusal, World } from '../../src/model.ts';
import { desiredOf } from '../support/keelson.ts';
import { kinds } from './instance.ts';
import { worldOf, type Live } from './live.ts';

/** The plan for a document in YAML and what is live. */
export function planFor(yaml: string, live: Live, options: Partial<PlanOptions> = {}, version?: string): Plan {
  return plan(desiredOf(yaml), worldOf(live, version), kinds, { ...WHOLE_PLAN, ...options });
}

/** The plan where groups were found under earlier paths: `{ old: 'new' }`. */
export function planAfterMoves(yaml: string, live: Live, moves: { readonly [from: string]: string }): Plan {
  return plan(desiredOf(yaml), withMoves(worldOf(live), moves), kinds);
}

/** The same, with groups that were found under earlier paths: `{ old: 'new' }`. */
export function withMoves(world: World, moves: { readonly [from: string]: string }): World {
  const groups = (world.sections.get('instance/groups') ?? []).map((entry): LiveEntry => {
    const to = moves[entry.key];
    return to === undefined ? entry : { ...entry, renamedFrom: to };
  });
  return { ...world, sections: new Map(world.sections).set('instance/groups', groups) };
}

/** A plan in short: `update group[a]/hook[ci]`, in its order. */
export function steps(made: Plan): string[] {
  return made.changes.map(({ action, address }) => `${action} ${address}`);
}

/** The codes of what is wrong with a plan. */
export function codes(made: Plan): string[] {
  return made.diagnostics.map(({ code }) => code);
}

/** What the guards say of a document and what is live. */
export function refusalsFor(yaml: string, live: Live, waived: readonly string[] = []): Refusal[] {
  const desired = desiredOf(yaml);
  const world = worldOf(live);
  return refusalsOf({ plan: plan(desired, world, kinds), desired, world, kinds }, new Set(waived));
}
