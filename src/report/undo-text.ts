import type { Lost } from '../engine/undo/undo.ts';
import { counted } from './counted.ts';
import { visible } from './visible.ts';

/** What an undo will not bring back, one line each; nothing where it brings back all. */
export function lostLines(lost: readonly Lost[]): readonly string[] {
  if (lost.length === 0) return [];
  const line = ({ address, why }: Lost): string => `  ${address === '' ? '' : `${visible(address)}: `}${visible(why)}`;
  return ['What the undo will not bring back:', ...lost.map(line)];
}

/** The end of the question whether to apply: `; the undo will not bring back 3 things told above`. */
export function lostQuestion(lost: readonly Lost[]): string {
  return lost.length === 0 ? '' : `; the undo will not bring back ${counted(lost.length, 'thing')} told above`;
}
