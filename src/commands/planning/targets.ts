import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Kinds } from '../../engine/kinds.ts';
import { addressMeant, isHopeless, mayBeLive, mayBePruned, targetsOfNothing } from '../../engine/parts/target.ts';
import type { Desired, World } from '../../model.ts';
import type { PlanningOptions } from '../session/options.ts';
import type { WantedPart } from './wanted-part.ts';

/** The targets that cannot fit anything, whatever is live: said before the first request. */
export function hopelessTargets(targets: readonly string[], desired: Desired, kinds: Kinds): Diagnostic[] {
  return targets
    .filter((target) => isHopeless(target, desired, kinds))
    .map((target) => unknownTarget(target, addressMeant(target, desired, { sections: new Map() }, kinds)));
}

/**
 * What is said of targets, and of what is to be sent again, that fit nothing declared or live: errors, or a warning where a section that
 * is pruned is as it should be. In a shard nobody knows what the others see.
 */
export function unfitTargets(
  { target, resend, shard }: Pick<PlanningOptions, 'target' | 'resend' | 'shard'>,
  desired: Desired,
  { aimed, wanted }: WantedPart,
  world: World,
  kinds: Kinds,
): { readonly ofTargets: readonly Diagnostic[]; readonly ofResent: readonly Diagnostic[] } {
  const fittingNothing = (patterns: readonly string[], among: Desired): string[] =>
    targetsOfNothing(patterns, among, world, kinds).filter(
      (one) => shard === undefined || !mayBeLive(one, among, kinds),
    );
  const meant = (pattern: string): string | undefined => addressMeant(pattern, desired, world, kinds);
  return {
    ofTargets: fittingNothing(target, aimed).map((one) =>
      mayBePruned(one, aimed, kinds) ? goneTarget(one) : unknownTarget(one, meant(one)),
    ),
    ofResent: fittingNothing(resend, wanted).map((one) => unknownTarget(one, meant(one), '--resend')),
  };
}

/** A target, or what is to be sent again, that fits nothing is a misspelling, and a plan without it would hide it. */
export function unknownTarget(
  target: string,
  meant: string | undefined,
  option: '--target' | '--resend' = '--target',
): Diagnostic {
  const stars = '* and ** stand for parts of them';
  return {
    severity: 'error',
    code: 'unknown-target',
    message: `nothing declared or live has an address that fits ${option} ${target}`,
    remedy:
      meant === undefined
        ? `write addresses as the plan prints them, like group[platform]/hook[ci], without the last name for all of a kind, like group[platform]/hook, or group[platform]** for a group with all that is in it; ${stars}`
        : `write ${meant}, as the plan prints addresses; ${stars}`,
  };
}

/** Where a section is pruned, what nobody declared is to be gone: that it is not there is what was asked for, or its name is misspelt. */
function goneTarget(target: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'gone-target',
    message: `nothing that fits --target ${target} is there, and none is declared: in a section that is pruned, that is as it should be`,
    remedy: 'see that the name is right, and leave the target out once it is gone',
  };
}
