import { grouped } from './grouped.ts';

/** A number with its noun: `1 change`, `2 changes`, `1,204 entries`. The plural is the noun with an s unless it is given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
