import type { Change, Refusal } from '../../model.ts';
import { swapFlag } from './swap-consent.ts';

/** The flag that permits for one run what a guard refuses: `--allow-mass-removal`, `--allow-swap labs=7`. */
export function permittingFlag(
  { guard, addresses }: Pick<Refusal, 'guard' | 'addresses'>,
  changes: readonly Change[],
): string {
  return guard === 'swap' ? swapFlag(addresses, changes) : `--allow-${guard}`;
}
