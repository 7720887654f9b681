import type { Call, Change } from '../../model.ts';

/** The calls of a change in the order in which they are sent, in parts. */
export interface CallParts {
  readonly making: readonly Call[];
  /** Those that bring its secret to where else it is to be, once it is known to stay. */
  readonly handing: readonly Call[];
  /** Of a replacement, those that take away what its new one stands beside: once its secret is where it is to be. */
  readonly parting: readonly Call[];
}

/** The calls of a change by what they are for. */
export function inParts({ action, calls }: Change): CallParts {
  const handing = calls.filter(({ handsOn }) => handsOn !== undefined);
  const own = calls.filter((call) => !handing.includes(call));
  const made = own.findIndex(({ method }) => method !== 'DELETE');
  const cut = action === 'replace' ? own.findIndex(({ method }, at) => at > made && method === 'DELETE') : -1;
  return made < 0 || cut < 0
    ? { making: own, handing, parting: [] }
    : { making: own.slice(0, cut), handing, parting: own.slice(cut) };
}
