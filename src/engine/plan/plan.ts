import type { CallContext } from '../../kind.ts';
import type { Desired, Plan, Scope, World } from '../../model.ts';
import { dayOfRun } from '../day-of-run.ts';
import { standingSections } from '../standing-sections.ts';
import { ordered } from '../dependency-order.ts';
import type { Kinds } from '../kinds.ts';
import { keptByOthers, takesOver } from '../platform-checks/takes-over.ts';
import { accessLooks } from './access-change.ts';
import { allSections } from './all-sections.ts';
import { checkDrafts } from './checks.ts';
import type { Draft } from './draft.ts';
import { dueSoon } from './due-soon.ts';
import { endingSoon } from './ending-soon.ts';
import { handedDown } from './handed-down.ts';
import { jointCalls } from './joint-calls.ts';
import { namedAndRemoved } from './named-and-removed.ts';
import { namedOtherwise } from './named-otherwise.ts';
import { inTurn } from './order/in-turn.ts';
import { WHOLE_PLAN, type PlanOptions } from './plan-options.ts';
import { createResourceIndex } from './resource-index.ts';
import { secretPlaces } from './secret-places.ts';
import { takenByMove } from './taken-by-move.ts';
import { targeted } from './targeted.ts';
import { tiedAndLeaving } from './tied-and-leaving.ts';

/** What has to be done so that the world becomes as desired. Pure: it reads nothing and writes nothing. */
export function plan(desired: Desired, world: World, kinds: Kinds, options: PlanOptions = WHOLE_PLAN): Plan {
  const replaced = new Set<string>();
  const resources = createResourceIndex(desired, world, kinds, replaced);
  const staying = standingSections(desired, kinds);
  const found = allSections(staying, world, kinds, options, resources, replaced);
  const { unchanged, unmanaged, spared, ownAccess, unverifiable, aside } = found;
  const access = accessLooks(resources, dayOfRun(world.instance));
  const owned = ({ kind, scope }: Draft): boolean => kind.host !== undefined || options.owns(scope);
  const turn = inTurn(found.drafts, owned, desired, world, kinds, resources, access.change);
  const { drafts: all, needs } = turn;
  const diagnostics = [...found.diagnostics, ...turn.diagnostics];
  const sent = targeted(all, needs, staying, kinds, options.target).filter(owned);
  const wanted = [...new Set(sent.map((draft) => draft.partOf ?? draft))];
  const changing = new Set(aside.length === 0 ? [] : wanted.map(({ change }) => change.address));
  for (const { address, warning } of aside) if (changing.has(address)) diagnostics.push(warning);
  const siteOf = (scope: Scope): CallContext => resources.callContext(scope);
  diagnostics.push(...checkDrafts(wanted, desired, world, kinds, access, siteOf));
  diagnostics.push(...handedDown(wanted, world, kinds), ...takenByMove(wanted, world, kinds));
  diagnostics.push(...takesOver(wanted, desired, world, kinds), ...keptByOthers(wanted, world, kinds));
  const here = staying.filter(({ scope }) => options.owns(scope));
  const pruning = all.filter(({ change }) => options.target(change.address));
  diagnostics.push(...namedAndRemoved(pruning, here, kinds), ...tiedAndLeaving(wanted, desired, kinds));
  diagnostics.push(...endingSoon({ ...desired, sections: here }, wanted, world, kinds, access, options.target));
  diagnostics.push(...namedOtherwise(wanted, here, world));
  diagnostics.push(...secretPlaces(wanted, here, world, kinds));
  const joint = jointCalls(wanted, needs, world);
  const waitedFor = new Set(sent.flatMap(({ change }) => [...(needs.get(change.address) ?? [])]));
  const awaited = all.filter((draft) => !owned(draft) && waitedFor.has(draft.change.address));
  return {
    target: { url: world.instance.url, version: world.instance.version },
    ...(world.instance.onDay !== undefined && { at: world.instance.onDay }),
    changes: ordered(sent.map(({ change }) => ({ ...change, needs: [...(needs.get(change.address) ?? [])] }))),
    ...(joint.length > 0 && { joint }),
    ...(awaited.length > 0 && { awaited: awaited.map(({ change }) => ({ ...change, needs: [] })) }),
    unchanged,
    unmanaged,
    ...(spared.length > 0 && { spared }),
    ...(ownAccess.length > 0 && { ownAccess }),
    ...(options.dueWithin !== undefined && {
      dueSoon: dueSoon(here, world, kinds, options.dueWithin, options.target),
    }),
    unverifiable,
    diagnostics,
    ...(desired.lock && { lock: desired.lock }),
    ...(desired.ledger && { ledger: desired.ledger }),
  };
}
