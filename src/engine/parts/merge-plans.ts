import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Change, GuardBasis, GuardLook, LookedAt, Plan } from '../../model.ts';
import { ordered } from '../dependency-order.ts';

/** One plan of the plans of all shards; or why they make none. */
export function mergePlans(
  plans: readonly Plan[],
): { readonly plan: Plan } | { readonly problem: string; readonly remedy: string } {
  const [first] = plans;
  if (first === undefined) return { problem: 'there is no plan', remedy: 'name the plan files of all shards' };
  const problem =
    differentInstances(plans) ??
    lookingAhead(plans) ??
    differentTargets(plans) ??
    incomplete(plans) ??
    differentConfigurations(plans) ??
    overlap(plans);
  if (problem !== undefined) return problem;
  const { target, targets, lock, ledger } = first;
  const refusals = plans.flatMap((plan) => plan.refusals ?? []);
  const permitted = plans.flatMap((plan) => plan.permitted ?? []);
  const basis = mergedBasis(plans);
  const spared = plans.flatMap((plan) => plan.spared ?? []);
  const settled = plans.flatMap((plan) => plan.settled ?? []);
  const joint = plans.flatMap((plan) => plan.joint ?? []);
  const changes = ordered(withLeftoversLast(plans.map((plan) => plan.changes)));
  return {
    plan: {
      target,
      changes,
      ...(joint.length > 0 && { joint }),
      unchanged: plans.reduce((sum, { unchanged }) => sum + unchanged, 0),
      ...lookOf(plans),
      unmanaged: plans.flatMap(({ unmanaged }) => unmanaged),
      ...(spared.length > 0 && { spared }),
      unverifiable: plans.flatMap(({ unverifiable }) => unverifiable),
      diagnostics: once(plans.flatMap(({ diagnostics }) => diagnostics)),
      ...(settled.length > 0 && { settled }),
      ...(refusals.length > 0 && { refusals }),
      ...(permitted.length > 0 && { permitted }),
      ...(basis && { guards: basis }),
      ...(lock && { lock: { ...lock, name: lock.name.replace(/-\d+-of-\d+$/, '') } }),
      ...(ledger && { ledger }),
      ...(targets && { targets }),
    },
  };
}

/** What was believed in any part is believed in the whole, since the first of it was read. */
function lookOf(plans: readonly Plan[]): Pick<Plan, 'look'> {
  const looks = plans.flatMap(({ look }) => look ?? []);
  if (looks.length === 0) return {};
  const sum = (of: (look: LookedAt) => number): number => looks.reduce((total, look) => total + of(look), 0);
  const [since] = looks.flatMap((look) => look.since ?? []).sort();
  const [why] = looks.flatMap((look) => look.why ?? []);
  const [read, believed] = [sum((look) => look.read), sum((look) => look.believed)];
  return { look: { read, believed, ...(since !== undefined && { since }), ...(why !== undefined && { why }) } };
}

/** What is not of one part alone, each of them says. */
function once(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}

/** Every section that any of them looks at; waived is what all of them have waived, but for those that change nothing. */
function mergedBasis(plans: readonly Plan[]): GuardBasis | undefined {
  const [first, ...others] = plans.flatMap(({ guards }) => guards ?? []);
  if (first === undefined) return undefined;
  const changing = plans.filter(({ changes }) => changes.length > 0).flatMap(({ guards }) => guards ?? []);
  const looks = new Map<string, GuardLook>();
  for (const look of [first, ...others].flatMap((one) => one.looks)) {
    const among = [...(looks.get(look.section)?.among ?? []), ...(look.among ?? [])];
    const once = [...new Map(among.map((one) => [one.id, one])).values()];
    looks.set(look.section, { ...look, ...(once.length > 0 && { among: once }) });
  }
  const keptOwnership = [first, ...others].flatMap((one) => one.keptOwnership ?? []);
  return {
    bounds: first.bounds,
    waived: (changing[0]?.waived ?? []).filter((name) => changing.every(({ waived }) => waived.includes(name))),
    looks: [...looks.values()].sort((a, b) => (a.section < b.section ? -1 : 1)),
    ...(keptOwnership.length > 0 && { keptOwnership }),
  };
}

type Problem = { readonly problem: string; readonly remedy: string };

/** Plans of parts that were cut in different ways are no whole of anything. */
function differentTargets(plans: readonly Plan[]): Problem | undefined {
  const asked = new Set(plans.map(({ targets = [] }) => [...new Set(targets)].sort().join('\n')));
  if (asked.size === 1) return undefined;
  return {
    problem: 'the plans were made with different --target',
    remedy: 'make all of them with the same --target, or with none',
  };
}

function lookingAhead(plans: readonly Plan[]): Problem | undefined {
  const [at] = plans.flatMap((plan) => plan.at ?? []);
  if (at === undefined) return undefined;
  return {
    problem: `one of the plans is as of ${at}, and is only to be looked at`,
    remedy: 'make all of them without --at',
  };
}

function differentInstances(plans: readonly Plan[]): Problem | undefined {
  const urls = [...new Set(plans.map(({ target }) => target.url))];
  if (urls.length === 1) return undefined;
  return { problem: `the plans are for different instances: ${urls.join(', ')}`, remedy: 'merge the plans of one' };
}

/** Every shard once: a plan that leaves one out would look whole, and is not. */
function incomplete(plans: readonly Plan[]): Problem | undefined {
  const remedy = 'name the plan of every shard once, all made with the same --shard I/N';
  const shards = plans.flatMap(({ shard }) => shard ?? []);
  if (shards.length < plans.length) return { problem: 'one of the plans was not made with --shard', remedy };
  const counts = new Set(shards.map(({ of }) => of));
  if (counts.size > 1) return { problem: `the plans are parts of ${[...counts].join(' and of ')} shards`, remedy };
  const [of = 0] = counts;
  const there = new Set(shards.map(({ index }) => index));
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((index) => !there.has(index));
  if (missing.length > 0) return { problem: `the plan of shard ${missing.join(', ')} of ${of} is missing`, remedy };
  return shards.length > of ? { problem: 'a shard is there twice', remedy } : undefined;
}

/** Parts of two states of a repository would be a plan that nobody wrote: with changes of both, or under the guards of one of them. */
function differentConfigurations(plans: readonly Plan[]): Problem | undefined {
  if (new Set(plans.map(({ shard }) => shard?.configuration)).size === 1) return undefined;
  return {
    problem: 'the plans are parts of different configurations',
    remedy: 'make all of them from the same state of the repository, its guards, lock and ledger included',
  };
}

function overlap(plans: readonly Plan[]): Problem | undefined {
  const seen = new Set<string>();
  for (const { address } of plans.flatMap(({ changes }) => changes)) {
    if (seen.has(address)) {
      return {
        problem: `${address} is changed by two of the plans`,
        remedy: 'make all of them from the same configuration',
      };
    }
    seen.add(address);
  }
  return undefined;
}

/** What is removed from the instance may be in use in any tree until that tree's changes are done, which its shard alone could see. */
function withLeftoversLast(parts: readonly (readonly Change[])[]): readonly Change[] {
  return parts.flatMap((changes, part) => {
    const others = parts.flatMap((other, index) => (index === part ? [] : other));
    return changes.map((change) =>
      change.action === 'delete' && change.address.startsWith('instance/')
        ? { ...change, needs: [...change.needs, ...others.map(({ address }) => address)] }
        : change,
    );
  });
}
