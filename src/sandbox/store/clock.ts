/** The time that the sandbox lives in; tests move it forward instead of waiting. */
export interface Clock {
  now(): Date;
  advance(milliseconds: number): void;
}

/** A clock that runs as fast as the machine's own, from now or from a moment on, and can be moved ahead. */
export function createClock(from?: Date): Clock {
  let ahead = from === undefined ? 0 : from.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}

/** A moment as the platform writes it, with milliseconds. */
export function timestamp(clock: Clock): string {
  return clock.now().toISOString();
}

/** The calendar day, in UTC. */
export function today(clock: Clock): string {
  return timestamp(clock).slice(0, 10);
}
