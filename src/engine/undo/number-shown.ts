import type { LiveEntry } from '../../model.ts';
import { numberOf } from '../apply/journal/journal-record.ts';

/** The number of what is live: that by which it is known, or the one that GitLab shows of what is known by its name. */
export function numberShown({ id, live }: LiveEntry): LiveEntry['id'] {
  return id ?? numberOf(live['id']);
}
