/** How long an answer may stand still before its request is given up, in milliseconds, where nobody says otherwise. */
export const STALL = 60_000;

/** How many times as long a whole answer may take: a page of a slow instance is there long before, and what drips without an end is not waited for. */
export const WHOLE_ANSWER = 10;

const LONGEST = 3600;

/** The value of KEELSON_TIMEOUT, in seconds, as milliseconds; `wrong` where it is no number of seconds up to an hour. */
export function stallFrom(text: string | undefined): number | 'wrong' {
  if (text === undefined || text === '') return STALL;
  const seconds = Number(text);
  return seconds > 0 && seconds <= LONGEST ? Math.ceil(seconds * 1000) : 'wrong';
}
