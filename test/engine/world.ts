import { sectionParts } from '../../src/engine/address-parts.ts';
import { refusalsOf } from '../../src/engine/guard/guards.ts';
import { createLookup } from '../../src/engine/observe/lookup.ts';
import { plan, WHOLE_PLAN, type PlanOptions } from '../../src/engine/plan/plan.ts';
import type { JsonObject, LiveEntry, Plan, Refusal, World } from '../../src/model.ts';
import { desiredOf } from '../support/keelson.ts';
import { instance, kinds } from './instance.ts';

/** What the API shows, by the address of its section: `{ 'group[team]/members': […] }`. */
export type Live = { readonly [section: string]: readonly JsonObject[] };

/** The live state that shows these objects; what is referred to stands before what refers to it. */
export function worldOf(live: Live, version = instance.version): World {
  const sections = new Map<string, readonly LiveEntry[]>();
  for (const [address, objects] of Object.entries(live)) {
    const { kind, scope } = sectionParts(address, kinds);
    const look = createLookup(scope, { ...instance, version }, sections);
    const entries = objects.flatMap((object) => {
      const entry = kind.decode(object, look);
      return entry === undefined ? [] : [{ ...entry, live: object }];
    });
    sections.set(address, entries);
  }
  return { instance: { ...instance, version }, sections };
}

/** The plan for a document in YAML and what is live. */
export function planFor(yaml: string, live: Live, options: Partial<PlanOptions> = {}): Plan {
  return plan(desiredOf(yaml), worldOf(live), kinds, { ...WHOLE_PLAN, ...options });
}

/** The plan where groups were found under earlier paths: `{ old: 'new' }`. */
export function planAfterMoves(yaml: string, live: Live, moves: { readonly [from: string]: string }): Plan {
  return plan(desiredOf(yaml), withMoves(worldOf(live), moves), kinds);
}

function withMoves(world: World, moves: { readonly [from: string]: string }): World {
  const groups = (world.sections.get('instance/groups') ?? []).map((entry): LiveEntry => {
    const to = moves[entry.key];
    return to === undefined ? entry : { ...entry, standsFor: to };
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

/** A group as the API shows it. */
export function group(id: number, path: string, more: JsonObject = {}): JsonObject {
  const name = path.split('/').at(-1) ?? path;
  return { id, name, path: name, full_path: path, visibility: 'private', parent_id: null, ...more };
}

/** A member as the API shows it. */
export function member(username: string, level: number, more: JsonObject = {}): JsonObject {
  const id = Buffer.from(username).reduce((sum, byte) => sum * 31 + byte, 7);
  return { id, username, state: 'active', access_level: level, expires_at: null, ...more };
}
