import { actor, type RequestContext } from '../http/request-context.ts';
import { canPushCode } from './code-access.ts';
import { findProject } from '../access/find.ts';
import { failure, forbidden, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';

/** What raw content is sent with, so that nobody keeps it (GET …/raw, 18.9). */
export const uncached = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'max-age=0, private, must-revalidate, no-store, no-cache',
  Pragma: 'no-cache',
  Expires: 'Fri, 01 Jan 1990 00:00:00 GMT',
};

/** Refuses a path that climbs or is absolute, in the words of the parameter layer. */
export function refuseBadPath(path: string): void {
  const climbs = path.split(/[/\\]/).includes('..');
  if (climbs || path.startsWith('/')) refuse(failure(400, 'file_path should be a valid file path'));
}

/** The project, for those who may push to it: 401, 403 or 404 for the others. */
export function pushableFile(
  context: RequestContext,
  args: { readonly id: string; readonly file_path: string },
): ProjectRow {
  refuseBadPath(args.file_path);
  const project = findProject(context, args.id);
  actor(context);
  return canPushCode(context, project) ? project : refuse(forbidden());
}
