import type { RequestContext } from '../http/request-context.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import type { SnippetRow } from './rows.ts';
import { snippetBranch, snippetPaths } from './repository.ts';
import { basicUser } from '../users/entity.ts';

/** A snippet without its files, as a storage move shows it (APIEntitiesBasicSnippet, 18.9). */
export function basicSnippet(context: RequestContext, snippet: SnippetRow): JsonObject {
  const { state, externalUrl } = context.platform;
  const project = snippet.project_id === null ? undefined : state.projects.get(snippet.project_id);
  const author = state.users.get(snippet.author_id);
  const path = project === undefined ? '' : `${project.full_path}/`;
  const webUrl = `${externalUrl}/${path}-/snippets/${snippet.id}`;
  const repository = `${path}snippets/${snippet.id}.git`;
  return {
    id: snippet.id,
    title: snippet.title,
    description: snippet.description,
    visibility: snippet.visibility,
    author: author === undefined ? null : basicUser(context, author),
    created_at: snippet.created_at,
    updated_at: snippet.updated_at,
    project_id: snippet.project_id,
    web_url: webUrl,
    raw_url: `${webUrl}/raw`,
    ssh_url_to_repo: `git@${new URL(externalUrl).hostname}:${repository}`,
    http_url_to_repo: `${externalUrl}/${repository}`,
  };
}

/** A snippet with its files; the storage is shown to administrators (APIEntitiesSnippet, 18.9). */
export function snippetEntity(context: RequestContext, snippet: SnippetRow): JsonObject {
  const { state } = context.platform;
  const basic = basicSnippet(context, snippet);
  const paths = snippetPaths(state, snippet);
  const branch = snippetBranch(state, snippet);
  return {
    ...basic,
    file_name: paths[0] ?? null,
    files: paths.map((path) => ({ path, raw_url: `${textOf(basic['web_url'])}/raw/${branch}/${path}` })),
    imported: false,
    imported_from: 'none',
    ...(context.admin ? { repository_storage: snippet.storage } : {}),
  };
}
