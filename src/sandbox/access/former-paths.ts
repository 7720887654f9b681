import type { RequestContext } from '../http/request-context.ts';
import { message, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { State } from '../store/state.ts';

const kind = 'project_redirect';
const owner = 'instance';

/** Remembers that a project was found at a path, so that its old address leads to it. */
export function rememberPath(state: State, project: ProjectRow, oldPath: string, now: string): void {
  const key = oldPath.toLowerCase();
  const known = state.recordByKey(`${kind} ${owner} ${key}`);
  if (known !== undefined) state.records.remove(known);
  const data = { project_id: project.id };
  state.records.insert({ kind, owner, key, data, created_at: now, updated_at: now });
}

/** The project that was once found at this path; its present path always wins over an old one. */
export function projectByOldPath(state: State, path: string): ProjectRow | undefined {
  const id = state.recordByKey(`${kind} ${owner} ${path.toLowerCase()}`)?.data['project_id'];
  return typeof id === 'number' ? state.projects.get(id) : undefined;
}

/** Sends a read by an old path to the numeric address, and refuses everything else (any project path, 18.9). */
export function refuseMoved(context: RequestContext, project: ProjectRow, sentId: string): never {
  if (context.method !== 'GET' && context.method !== 'HEAD') {
    return refuse(message(405, 'Non GET methods are not allowed for moved projects'));
  }
  const url = `${context.platform.externalUrl}${context.url.replace(encodedId(context.url, sentId), `/projects/${project.id}`)}`;
  const text = `This resource has been moved permanently to ${url}.`;
  return refuse({ status: 301, text, headers: { Location: url } });
}

/** The segment of the address that named the project, as it was sent. */
function encodedId(url: string, id: string): string {
  const segments = [...url.matchAll(/\/projects\/([^/?]+)/g)];
  const found = segments.find((segment) => decodeURIComponent(segment[1] ?? '') === id);
  return found?.[0] ?? '';
}
