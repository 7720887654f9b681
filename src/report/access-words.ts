import { accessEffect, type AccessEffect } from '../engine/access-effect.ts';
import type { Kinds } from '../engine/kinds.ts';
import type { Change } from '../model.ts';

const WORDS: { readonly [effect in AccessEffect]: string } = {
  takes: 'it takes access away',
  gives: 'it gives access',
  changes: 'it changes access',
};

/** What a change that neither makes nor removes anything does to what people may do, where its sign and its fields do not say it. */
export function accessWords(change: Change, kinds: Kinds): string | undefined {
  const effect = isInPlace(change) ? accessEffect(change, kinds) : undefined;
  return effect && WORDS[effect];
}

/** Whether such a change takes access away: it is to catch the eye as a removal does. */
export function lowersAccess(change: Change, kinds: Kinds): boolean {
  return isInPlace(change) && accessEffect(change, kinds) === 'takes';
}

function isInPlace({ action }: Change): boolean {
  return action === 'update' || action === 'replace';
}
