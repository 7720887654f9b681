import { visible } from './visible.ts';

/** `2026-11-19 14:03 UTC`; a text that is no time stands as it is. */
export function moment(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? visible(at) : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
