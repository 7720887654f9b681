/** What an answer takes to come, and a date of whole seconds leaves open, in milliseconds. */
const CLOSE = 2_000;

/** The platform's clock, as the dates of its answers tell it. */
export interface PlatformClock {
  /** An answer has come with this date, if any. */
  heard(date: string | undefined): void;
  /** The last date, as it was told. */
  lastAnsweredAt(): string | undefined;
  /** By how many milliseconds it is ahead of this machine's; 0 where the two are one as far as can be seen. */
  clockAhead(): number;
}

/** A clock of which nothing was heard yet. */
export function createPlatformClock(): PlatformClock {
  let last: string | undefined;
  let ahead = 0;
  return {
    heard: (date) => {
      if (date === undefined) return;
      last = date;
      const by = Date.parse(date) - Date.now();
      ahead = Math.abs(by) < CLOSE || Number.isNaN(by) ? 0 : by;
    },
    lastAnsweredAt: () => last,
    clockAhead: () => ahead,
  };
}
