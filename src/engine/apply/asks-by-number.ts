import type { Seen } from '../../model.ts';

/** Whether what a change was computed from is looked at by its number, wherever it is by then, and not by its path. */
export function asksByNumber({ reads }: Pick<Seen, 'reads'>, id: number | string | undefined): boolean {
  return id !== undefined && reads.some(({ path }) => path.endsWith(`/${id}`));
}
