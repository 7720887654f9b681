import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { FileChange } from '../git/commit-changes.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { failure, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Visibility } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { commitSnippet, snippetBranch, snippetFile, snippetPaths, openSnippet } from './repository.ts';
import type { SnippetRow } from './rows.ts';
import { isRestricted } from '../projects/rules.ts';
import { defaultStorage, isMoving } from './moves.ts';
import { refuseBadPaths } from './params.ts';

interface NewSnippet {
  readonly title: string;
  readonly visibility: Visibility;
  readonly description?: string | null | undefined;
  readonly files?: readonly JsonObject[] | undefined;
  readonly content?: string | null | undefined;
  readonly file_name?: string | null | undefined;
}

interface Changes {
  readonly title?: string | null | undefined;
  readonly visibility?: Visibility | null | undefined;
  readonly description?: string | null | undefined;
  readonly files?: readonly JsonObject[] | undefined;
  readonly content?: string | null | undefined;
  readonly file_name?: string | null | undefined;
}

/** The `{"message": {"error": "…"}}` form, which snippets alone have. */
function snippetError(status: number, error: string): Reply {
  return { status, body: { message: { error } } };
}

function refuseRestricted(context: RequestContext, visibility: Visibility): void {
  if (!isRestricted(context, visibility)) return;
  refuse(snippetError(403, `Visibility level ${visibility} has been restricted by your GitLab administrator`));
}

/** Makes a snippet with its first commit (POST /snippets, 18.9). */
export function createSnippet(
  context: RequestContext,
  user: UserRow,
  projectId: number | null,
  sent: NewSnippet,
): SnippetRow {
  if (sent.content != null && sent.file_name == null) refuse(failure(400, 'file_name is missing'));
  refuseBadPaths(sent.files);
  const files = sent.files ?? [{ file_path: sent.file_name ?? '', content: sent.content ?? '' }];
  refuseRestricted(context, sent.visibility);
  if (files.length === 0) refuse(snippetError(400, "Content can't be blank"));
  if (sent.title.length > 255) refuse(snippetError(400, 'Title is too long (maximum is 255 characters)'));
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const snippet = state.snippets.insert({
    project_id: projectId,
    author_id: user.id,
    title: sent.title,
    description: sent.description ?? null,
    visibility: sent.visibility,
    storage: defaultStorage(state),
    // Only what the web form sends is kept (GET /snippets/:id/user_agent_detail, 18.9).
    user_agent: null,
    created_at: now,
    updated_at: now,
  });
  commitSnippet(
    context,
    user,
    snippet,
    'Initial commit',
    files.map((file, position) => written(textOf(file['file_path']) || `snippetfile${position + 1}.txt`, file)),
  );
  return snippet;
}

/** Changes a snippet; what is wrong with the files leaves it as it was (PUT /snippets/:id, 18.9). */
export function updateSnippet(context: RequestContext, user: UserRow, snippet: SnippetRow, sent: Changes): void {
  const { state, clock } = context.platform;
  refuseBadPaths(sent.files);
  const paths = snippetPaths(state, snippet);
  if ((sent.content != null || sent.file_name != null) && paths.length > 1) {
    refuse(snippetError(400, 'To update Snippets with multiple files, you must use the `files` parameter'));
  }
  if (sent.visibility != null && sent.visibility !== snippet.visibility) refuseRestricted(context, sent.visibility);
  const changes =
    sent.files === undefined ? singleChange(state, snippet, sent) : fileChanges(context, snippet, sent.files);
  if (changes.length > 0) {
    if (isMoving(state, snippet)) refuse(commitFailed());
    commitSnippet(context, user, snippet, 'Update snippet', changes);
  }
  state.snippets.update(snippet, {
    title: sent.title ?? snippet.title,
    description: sent.description === undefined ? snippet.description : sent.description,
    visibility: sent.visibility ?? snippet.visibility,
    updated_at: timestamp(clock),
  });
}

/** The text tells nothing of what went wrong in the repository (PUT /snippets/:id, 18.9). */
function commitFailed(): Reply {
  return snippetError(400, 'Repository Error updating the snippet');
}

function written(path: string, file: JsonObject): FileChange {
  return { kind: 'write', path, bytes: Buffer.from(textOf(file['content'])), mode: '100644' };
}

function currentText(
  state: RequestContext['platform']['state'],
  snippet: SnippetRow,
  path: string,
): Buffer | undefined {
  const head = openSnippet(state, snippet).ref('heads', snippetBranch(state, snippet));
  return head === undefined ? undefined : snippetFile(state, snippet, head, path);
}

/** The old way: a new name, a new content, or both, for the only file. */
function singleChange(
  state: RequestContext['platform']['state'],
  snippet: SnippetRow,
  sent: Changes,
): readonly FileChange[] {
  if (sent.content == null && sent.file_name == null) return [];
  const before = snippetPaths(state, snippet)[0];
  const path = sent.file_name ?? before ?? 'snippetfile1.txt';
  const kept = before === undefined ? Buffer.alloc(0) : (currentText(state, snippet, before) ?? Buffer.alloc(0));
  const bytes = sent.content == null ? kept : Buffer.from(sent.content);
  const write: FileChange = { kind: 'write', path, bytes, mode: '100644' };
  return before === undefined || before === path ? [write] : [{ kind: 'remove', path: before }, write];
}

function fileChanges(
  context: RequestContext,
  snippet: SnippetRow,
  files: readonly JsonObject[],
): readonly FileChange[] {
  const { state } = context.platform;
  if (!files.every(isWhole)) refuse(snippetError(422, 'Snippet actions have invalid data'));
  const there = new Set(snippetPaths(state, snippet));
  return files.flatMap((file) => {
    const [path, before] = [textOf(file['file_path']), textOf(file['previous_path'])];
    switch (file['action']) {
      case 'create':
        if (there.has(path)) refuse(commitFailed());
        return [written(path, file)];
      case 'update':
        if (!there.has(path)) refuse(commitFailed());
        return [written(path, file)];
      case 'delete':
        if (!there.has(path)) refuse(commitFailed());
        return [{ kind: 'remove', path }];
      default:
        if (!there.has(before) || there.has(path)) refuse(commitFailed());
        return [{ kind: 'remove', path: before }, moved(state, snippet, path, before, file)];
    }
  });
}

function moved(
  state: RequestContext['platform']['state'],
  snippet: SnippetRow,
  path: string,
  before: string,
  file: JsonObject,
): FileChange {
  const kept = currentText(state, snippet, before) ?? Buffer.alloc(0);
  return file['content'] == null ? { kind: 'write', path, bytes: kept, mode: '100644' } : written(path, file);
}

/** Whether an action has what it needs (the platform's own rules for the entries of `files`, 18.9). */
function isWhole(file: JsonObject): boolean {
  const filled = (value: Json | undefined) => textOf(value).trim() !== '';
  const [path, before] = [file['file_path'], file['previous_path']];
  switch (file['action']) {
    case 'create':
      return filled(file['content']);
    case 'update':
      return filled(path) && filled(file['content']) && (!filled(before) || before === path);
    case 'delete':
      return filled(path);
    default:
      return filled(before) && before !== path;
  }
}
