import { hasLevel, levelOn } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canUse } from '../repository/code-access.ts';
import { findProject } from '../access/find.ts';
import { forbidden, notFound, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { SnippetRow } from './rows.ts';

interface WithId {
  readonly id: string;
}

/** Whether the caller reads everything there is, as administrators and auditors do. */
export function readsAll(context: RequestContext): boolean {
  return context.admin || context.user?.auditor === true;
}

/** Whether the caller may see a snippet: by its own visibility and, in a project, by the project's. */
export function canReadSnippet(context: RequestContext, snippet: SnippetRow): boolean {
  const { projects } = context.platform.state;
  const project = snippet.project_id === null ? undefined : projects.get(snippet.project_id);
  if (snippet.project_id !== null && (project === undefined || !canUse(context, project, 'snippets'))) return false;
  if (readsAll(context) || snippet.visibility === 'public') return true;
  if (context.user === undefined) return false;
  if (snippet.author_id === context.user.id) return true;
  if (snippet.visibility === 'internal' && !context.user.external) return true;
  return project !== undefined && levelOn(context, { type: 'project', row: project }) >= 10;
}

/** All snippets that the caller may see, newest first. */
export function readableSnippets(context: RequestContext): readonly SnippetRow[] {
  const { state } = context.platform;
  return state.snippets
    .all()
    .filter((snippet) => canReadSnippet(context, snippet))
    .toReversed();
}

/** The snippet of this id among those that the caller may see; else 404 Snippet Not Found. */
export function findSnippet(context: RequestContext, id: number): SnippetRow {
  const snippet = context.platform.state.snippets.get(id);
  return snippet !== undefined && canReadSnippet(context, snippet) ? snippet : refuse(notFound('Snippet'));
}

/** Access rule of changes: only the author finds a snippet there, not even an administrator (PUT /snippets/:id, 18.9). */
export function ownSnippet(context: RequestContext, args: { readonly id: number }): SnippetRow {
  const snippet = findSnippet(context, args.id);
  if (snippet.author_id !== context.user?.id) refuse(notFound('Snippet'));
  requireChange(context, snippet);
  return snippet;
}

/** Access rule of a project's snippets: 403 where they are switched off (GET /projects/:id/snippets, 18.9). */
export function snippetProject(context: RequestContext, args: WithId): ProjectRow {
  const project = findProject(context, args.id);
  return canUse(context, project, 'snippets') ? project : refuse(forbidden());
}

/** Access rule: a project's snippet, when the caller may see it. */
export function projectSnippet(context: RequestContext, args: WithId & { readonly snippet_id: number }): SnippetRow {
  const project = snippetProject(context, args);
  const snippet = context.platform.state.snippets.get(args.snippet_id);
  const found = snippet !== undefined && snippet.project_id === project.id && canReadSnippet(context, snippet);
  return found ? snippet : refuse(notFound('Snippet'));
}

/** Access rule: a project's snippet, for those who may change it. */
export function changeableSnippet(context: RequestContext, args: WithId & { readonly snippet_id: number }): SnippetRow {
  const snippet = projectSnippet(context, args);
  requireChange(context, snippet);
  return snippet;
}

/** In a project: Maintainers, and authors who are Reporters at least (PUT /projects/:id/snippets/:snippet_id, 18.9). */
function requireChange(context: RequestContext, snippet: SnippetRow): void {
  const project = snippet.project_id === null ? undefined : context.platform.state.projects.get(snippet.project_id);
  if (project === undefined) return;
  const least = snippet.author_id === context.user?.id ? 20 : 40;
  if (!hasLevel(context, { type: 'project', row: project }, least)) refuse(forbidden());
}
