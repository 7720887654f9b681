import { zip } from '../archive/zip.ts';
import type { ArtifactFile } from './rows.ts';

/** The first day that a zip archive knows. */
const firstDay = new Date('1980-01-01T00:00:00Z');

/** A zip archive of a job's artifacts, the files stored as they are. */
export function archiveOf(files: readonly ArtifactFile[]): Buffer {
  const members = files.map(({ path, base64 }) => ({ path, bytes: Buffer.from(base64, 'base64'), executable: false }));
  return zip(members, firstDay, 0);
}
