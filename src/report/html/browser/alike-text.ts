import type { Item } from '../page-data.ts';
import { element, grouped, type Child } from './dom.ts';

/** In how many other places the same happens. */
export function alikeText({ alike }: Item): Child {
  if (alike === undefined) return undefined;
  return [' ', element('span', { class: 'reason' }, `alike in ${grouped(alike.others)} more`)];
}
