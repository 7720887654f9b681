import { counted } from './counted.ts';

/** That the platform keeps all requests back, and for how long. */
export function waitingText(milliseconds: number): string {
  return `GitLab lets no more requests through for now (a rate limit): waiting for ${long(Math.ceil(milliseconds / 1000))}.`;
}

function long(seconds: number): string {
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}
