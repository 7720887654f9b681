import type { Case } from './cases.ts';
import type { Aim, Seen } from './wire.ts';

/** How many requests of the reference a run may leave out at once, where a mishap before has told it what they would. */
const LEFT_OUT = 10;

/**
 * Follows a run along the requests of the run without faults, and lets those of these cases come to grief. What a mishap adds is passed over;
 * after a gap, a request counts again once the one before it did, so that each case strikes where it would alone. `struck` collects them.
 */
export function along(requests: readonly Seen[], cases: readonly Case[], struck: Set<Case>): Aim {
  let next = 0;
  return (one) => {
    const gap = requests.slice(next, next + 1 + LEFT_OUT).findIndex((each) => isSame(each, one));
    if (gap === -1) return undefined;
    const at = next + gap;
    next = at + 1;
    const strikes = gap === 0 ? cases.find(({ request }) => request === at) : undefined;
    return strikes && { mishap: strikes.mishap, struck: () => void struck.add(strikes) };
  };
}

function isSame(one: Seen, other: Seen): boolean {
  return one.method === other.method && one.url === other.url;
}
