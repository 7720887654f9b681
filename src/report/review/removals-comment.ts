import { scopeAddress } from '../../address.ts';
import type { KeptAccess, Removal } from '../../engine/review/removals.ts';
import type { Person, Review } from '../../engine/review/review.ts';
import { counted } from '../counted.ts';
import { visible } from '../visible.ts';
import { keptText } from './words.ts';

const BOTH_SORTS =
  "A token of a user stands in two sections, since GitLab's list tells none to impersonate from a personal one: the plan takes it from the one in which it is.";

/** The lines above the declarations that remove access: whose, and what stays all the same and why. */
export function removalsComment(
  { target, day }: Review,
  people: readonly Person[],
  removed: readonly Removal[],
  kept: readonly KeptAccess[],
  invalid: readonly Removal[],
): readonly string[] {
  const losing = new Set(removed.flatMap(({ users }) => [...users])).size;
  const whose = `${losing === people.length ? '' : `${losing} of `}${counted(people.length, 'user')}`;
  return [
    `Removes access of ${whose} on ${target.url}, as reviewed on ${day}: put it into the configuration, in place of the entries that it has of them, and look at the plan.`,
    ...(removed.some(({ specs }) => specs !== undefined) ? [BOTH_SORTS] : []),
    ...(kept.length + invalid.length > 0 ? ['Not removed here:'] : []),
    ...kept.map((one) => `- ${one.username}, ${one.address}: ${keptText(one)}`),
    ...invalid.map(
      ({ scope, keys }) => `- ${keys.join(', ')}, ${scopeAddress(scope)}: \`validate\` refuses a name in it`,
    ),
  ].map(visible);
}
