import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DAY = 86_400_000;
/** What ends sooner is put off as well: a plan warns of it. */
const SOON = 30 * DAY;
/** Within the year that an access token may last. */
const LATER = 300 * DAY;

/** Puts off the days in a copy of an example that are over, or soon will be, so that it does what it shows whenever it is run. */
export function putOffDays(folder: string, now = Date.now()): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.yaml')) continue;
    const file = join(folder, name);
    writeFileSync(file, daysToCome(readFileSync(file, 'utf8'), now));
  }
}

/** The text with each `expires_at:` on a day that is still to come; one that is far enough stays as it is. */
export function daysToCome(text: string, now: number): string {
  return text.replace(/(?<=\bexpires_at: )\d{4}-\d{2}-\d{2}\b/g, (day) =>
    Date.parse(day) > now + SOON ? day : new Date(now + LATER).toISOString().slice(0, 10),
  );
}
