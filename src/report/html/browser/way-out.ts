import type { RefusalData } from '../page-data.ts';
import { element, type Child } from './dom.ts';

/** What a guard says, and what to do about it: the flag that permits it for one run, or has permitted it, or what helps where no flag does. */
export function wayOut({ message, flag, instead, forGood, isPermitted }: RefusalData): readonly Child[] {
  if (isPermitted) return [`: ${message}; permitted by `, element('code', { class: 'flag' }, flag)];
  if (instead !== undefined) return [`: ${message}; ${instead}`];
  const more = forGood === undefined ? [] : [`; for good: ${forGood}`];
  return [`: ${message}; to permit it for one run: `, element('code', { class: 'flag' }, flag), ...more];
}
