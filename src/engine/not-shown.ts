import type { Instance } from '../model.ts';

/** What goes on behind "it is not there": a token of no administrator may not be shown what is there all the same. */
export function orNotShown({ me }: Pick<Instance, 'me'>): string {
  return me.admin ? '' : ', or not shown to this token';
}
