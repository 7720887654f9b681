/** A wait that is shorter than this is no news, in milliseconds: limits of a few seconds come and go all the while. */
const LONG = 10_000;

/** By how much the end of one wait is told differently, in milliseconds: platforms tell whole seconds. */
const SAME = 2000;

/** Tells of each wait that takes long, once: who waits without a word seems to hang. */
export function createLongWait(tell: (milliseconds: number) => void): (milliseconds: number, now: number) => void {
  let toldUntil = -Infinity;
  return (milliseconds, now) => {
    if (milliseconds < LONG || now + milliseconds < toldUntil + SAME) return;
    toldUntil = now + milliseconds;
    tell(milliseconds);
  };
}
