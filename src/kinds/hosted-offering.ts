import type { Instance } from '../model.ts';

/** Whether it is the hosted offering, where groups at the top have what an instance of one's own has for all: custom roles. */
export function isHosted({ url }: Pick<Instance, 'url'>): boolean {
  return new URL(url).hostname === 'gitlab.com';
}
