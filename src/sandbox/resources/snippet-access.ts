import { hasLevel, levelOn } from '../access.ts';
import type { Call } from '../call.ts';
import { canUse } from '../code-access.ts';
import { findProject } from '../find.ts';
import { forbidden, notFound, refuse } from '../reply.ts';
import type { ProjectRow } from '../rows.ts';
import type { SnippetRow } from '../snippet-rows.ts';

interface WithId {
  readonly id: string;
}

/** Whether the caller reads everything there is, as administrators and auditors do. */
export function readsAll(call: Call): boolean {
  return call.admin || call.user?.auditor === true;
}

/** Whether the caller may see a snippet: by its own visibility and, in a project, by the project's. */
export function canReadSnippet(call: Call, snippet: SnippetRow): boolean {
  const { projects } = call.world.state;
  const project = snippet.project_id === null ? undefined : projects.get(snippet.project_id);
  if (snippet.project_id !== null && (project === undefined || !canUse(call, project, 'snippets'))) return false;
  if (readsAll(call) || snippet.visibility === 'public') return true;
  if (call.user === undefined) return false;
  if (snippet.author_id === call.user.id) return true;
  if (snippet.visibility === 'internal' && !call.user.external) return true;
  return project !== undefined && levelOn(call, { type: 'project', row: project }) >= 10;
}

/** All snippets that the caller may see, newest first. */
export function readableSnippets(call: Call): readonly SnippetRow[] {
  const { state } = call.world;
  return state.snippets
    .all()
    .filter((snippet) => canReadSnippet(call, snippet))
    .toReversed();
}

/** The snippet of this id among those that the caller may see; else 404 Snippet Not Found. */
export function findSnippet(call: Call, id: number): SnippetRow {
  const snippet = call.world.state.snippets.get(id);
  return snippet !== undefined && canReadSnippet(call, snippet) ? snippet : refuse(notFound('Snippet'));
}

/** Access rule of changes: only the author finds a snippet there, not even an administrator (PUT /snippets/:id, 18.9). */
export function ownSnippet(call: Call, args: { readonly id: number }): SnippetRow {
  const snippet = findSnippet(call, args.id);
  if (snippet.author_id !== call.user?.id) refuse(notFound('Snippet'));
  requireChange(call, snippet);
  return snippet;
}

/** Access rule of a project's snippets: 403 where they are switched off (GET /projects/:id/snippets, 18.9). */
export function snippetProject(call: Call, args: WithId): ProjectRow {
  const project = findProject(call, args.id);
  return canUse(call, project, 'snippets') ? project : refuse(forbidden());
}

/** Access rule: a project's snippet, when the caller may see it. */
export function projectSnippet(call: Call, args: WithId & { readonly snippet_id: number }): SnippetRow {
  const project = snippetProject(call, args);
  const snippet = call.world.state.snippets.get(args.snippet_id);
  const found = snippet !== undefined && snippet.project_id === project.id && canReadSnippet(call, snippet);
  return found ? snippet : refuse(notFound('Snippet'));
}

/** Access rule: a project's snippet, for those who may change it. */
export function changeableSnippet(call: Call, args: WithId & { readonly snippet_id: number }): SnippetRow {
  const snippet = projectSnippet(call, args);
  requireChange(call, snippet);
  return snippet;
}

/** In a project: Maintainers, and authors who are Reporters at least (PUT /projects/:id/snippets/:snippet_id, 18.9). */
function requireChange(call: Call, snippet: SnippetRow): void {
  const project = snippet.project_id === null ? undefined : call.world.state.projects.get(snippet.project_id);
  if (project === undefined) return;
  const least = snippet.author_id === call.user?.id ? 20 : 40;
  if (!hasLevel(call, { type: 'project', row: project }, least)) refuse(forbidden());
}
