import type { Read } from '../read.ts';
import { ApiError } from './api-error.ts';
import type { Following } from './pages.ts';

/** More pages than any list has: by number the platform gives 50,000 rows of groups and users at most (REST v4, 18.9). */
const MOST_PAGES = 5000;

/** Throws where pages lead to one another without an end. */
export function createBound({ path }: Read): (more: Exclude<Following, { type: 'none' }>) => void {
  const queries = new Set<string>();
  let last = 1;
  return (more) => {
    const goesOn = more.type === 'numbers' ? more.next > last : !queries.has(more.query);
    last = more.type === 'numbers' ? more.last : last + 1;
    if (more.type === 'query') queries.add(more.query);
    if (goesOn && last <= MOST_PAGES && Number.isInteger(last)) return;
    throw new ApiError('not-gitlab', `the pages of GET ${path} do not come to an end`, { method: 'GET', path });
  };
}
