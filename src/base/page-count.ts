/** The rows of the platform's largest page (REST v4, pagination, 18.9). */
const PAGE = 100;

/** How many pages a list of so many rows has. */
export function pagesOf(rows: number): number {
  return Math.ceil(rows / PAGE);
}
