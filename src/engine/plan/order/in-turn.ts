import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Desired, World } from '../../../model.ts';
import type { Kinds } from '../../kinds.ts';
import type { AccessChangeOf } from '../access-change.ts';
import { tiedInTurn } from '../as-left.ts';
import { comesAlong } from '../comes-along.ts';
import type { Draft } from '../draft.ts';
import { handedFirst } from '../handed-values.ts';
import { inSteps } from '../in-steps.ts';
import { makeWay } from '../making-way.ts';
import type { ResourceIndex } from '../resource-index.ts';
import { hasSlots, slotsOf } from '../slots.ts';
import { withinParent } from '../within-parent.ts';
import { addressesFreed } from './addresses-freed.ts';
import { needsOf, strictNeeds, type Needs } from './dependencies.ts';
import { holdersLast } from './holders-last.ts';
import { oneAfterAnother } from './one-after-another.ts';

/** Changes with what each of them waits for. */
export interface InTurn {
  /** Some in several, where others come between. */
  readonly drafts: readonly Draft[];
  readonly needs: Needs;
  /** What stands in each other's way. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the order in which changes can be made, and takes those apart that can only be made in several. `isOwn` are those that this run makes: what
 * another shard does was not looked at, and may have its name long since.
 */
export function inTurn(
  drafts: readonly Draft[],
  isOwn: (draft: Draft) => boolean,
  desired: Desired,
  world: World,
  kinds: Kinds,
  resources: ResourceIndex,
  accessOf: AccessChangeOf,
): InTurn {
  const hosts = drafts.filter(({ kind }) => kind.host !== undefined);
  const named = drafts.filter((draft) => isOwn(draft) && (draft.kind.host !== undefined || hasSlots(draft.kind)));
  const slots = slotsOf(named, world, kinds, resources);
  const waits = [...slots.waits, ...comesAlong(hosts, resources)];
  const way = makeWay({ ...slots, waits }, needsAround(waits, hosts, drafts, kinds));
  const placed = way.drafts.filter(({ kind }) => kind.host !== undefined);
  const steps = inSteps(placed, [...withinParent(placed), ...handedFirst(placed)]);
  const all = [...steps.drafts, ...drafts.filter(({ kind }) => kind.host === undefined)];
  // Of one thing in several scopes what is made anew comes first: whoever has it afterwards has the new one.
  const isReplaced = ({ change }: Draft): boolean => change.action === 'replace';
  const turns = oneAfterAnother([...all.filter(isReplaced), ...all.filter((draft) => !isReplaced(draft))]);
  const softEdges = [...steps.edges, ...holdersLast(all, desired, world, kinds, accessOf)];
  const edges = [...way.edges, ...turns.edges, ...addressesFreed(all), ...tiedInTurn(all)];
  const { username } = world.instance.me;
  const needs = needsOf(all, { username, accessOf, kinds }, edges, softEdges);
  return { drafts: all, needs, diagnostics: [...way.diagnostics, ...turns.diagnostics] };
}

/** What changes that wait for a name depend on otherwise: people, who have names as well, are named by what stands in groups. */
function needsAround(
  waits: readonly (readonly [later: string, earlier: string])[],
  hosts: readonly Draft[],
  all: readonly Draft[],
  kinds: Kinds,
): Needs {
  const known = new Set(hosts.map(({ change }) => change.address));
  return strictNeeds(waits.flat().every((address) => known.has(address)) ? hosts : all, kinds);
}
