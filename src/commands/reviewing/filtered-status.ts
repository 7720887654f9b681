import type { Found } from '../../engine/review/filters.ts';
import { mayHidePeople, type Review } from '../../engine/review/review.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';

/** How a review with filters ends: that nobody was found is only said where nobody can have been missed. */
export function filteredStatus(review: Pick<Review, 'left'>, { people, undecided }: Found): ExitStatus {
  if (people.length > 0) return EXIT.differs;
  return undecided.length > 0 || mayHidePeople(review) ? EXIT.failed : EXIT.done;
}
