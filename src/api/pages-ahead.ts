import type { Answer } from './exchange.ts';
import { following, type Following } from './pages.ts';

/** Where nobody says how many pages there are, so many are asked for at once: a page beyond the last is empty. */
const AHEAD = 4;

/** The pages that follow, up to the last one that may have another after it. */
export async function ahead(
  { next, last, total }: Extract<Following, { type: 'numbers' }>,
  page: (number: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers = await Promise.all(numbers(next, total ? last : next + AHEAD - 1).map(page));
  const end = answers.findIndex((answer) => following(answer).type === 'none');
  return total || end < 0 ? answers : answers.slice(0, end + 1);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
