import { zipSync } from 'fflate';
import type { Zippable } from 'fflate';
import type { Member } from './member.ts';

/** Whose attributes they are, in the notation of zip. */
const unix = 3;

/** The members as a zip archive, packed, or with level 0 stored as they are. */
export function zip(members: readonly Member[], at: Date, level: 0 | 6 = 6): Buffer {
  const files: Zippable = {};
  for (const { path, bytes, executable } of members) {
    files[path] = [bytes, { os: unix, attrs: ((executable ? 0o100755 : 0o100644) << 16) >>> 0 }];
  }
  return Buffer.from(zipSync(files, { level, mtime: inUtc(at) }));
}

/** The library writes the time of the machine's zone, a platform that of UTC. */
function inUtc(at: Date): Date {
  const [hours, minutes, seconds] = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), hours, minutes, seconds);
}
