/** What stands in the key of a change that is a step of another one, behind the key of that. */
const MAKES_WAY = ' (makes way)';
const AHEAD = / \(ahead(?: \d+)?\)$/;

/** `group[a]` makes way as `group[a (makes way)]`. */
export function makingWay(key: string): string {
  return `${key}${MAKES_WAY}`;
}

/** What is set ahead of the rest of `group[a]` is so as `group[a (ahead)]`; where that takes several calls, they are counted. */
export function setAhead(key: string, turn: number): string {
  return `${key} (ahead${turn === 0 ? '' : ` ${turn + 1}`})`;
}

/** The key of the change that one is a step of; the key of another change is itself. */
export function keyAfterStep(key: string): string {
  return key.endsWith(MAKES_WAY) ? key.slice(0, -MAKES_WAY.length) : key.replace(AHEAD, '');
}
