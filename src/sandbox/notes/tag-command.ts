import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canPushCode } from '../repository/code-access.ts';
import type { JsonObject } from '../store/json.ts';
import type { Reply } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { createTag } from '../repository/tags.ts';

/** The quick action `/tag name message` of a comment on a commit, and what else the comment says. */
export interface TagCommand {
  readonly name: string;
  readonly message: string;
  readonly rest: string;
}

/** Finds the quick action in a comment: a line of its own that begins with it (POST …/commits/:sha/comments, 18.9). */
export function readTagCommand(note: string): TagCommand | undefined {
  const lines = note.split('\n');
  const found = lines.map((line) => /^\/tag[ \t]+(\S+)(?:[ \t]+(.*))?$/.exec(line.trimEnd()));
  const match = found.find((one) => one !== null);
  if (match == null) return undefined;
  const rest = lines
    .filter((_, index) => found[index] === null)
    .join('\n')
    .trim();
  return { name: match[1] ?? '', message: (match[2] ?? '').trim(), rest };
}

/** What the quick action changed, and the answer to a comment that is nothing else. */
export interface Tagged {
  readonly changes: JsonObject;
  readonly reply: Reply;
}

/** Tags the commit, for those who may push; 202 with what was done, nothing where it cannot be done (18.9). */
export function applyTagCommand(
  context: RequestContext,
  project: ProjectRow,
  sha: string,
  command: TagCommand,
): Tagged | undefined {
  const { name, message } = command;
  if (!canPushCode(context, project)) return undefined;
  if (createTag(context, project, actor(context), { name, message, sha, ref: sha }) !== undefined) return undefined;
  const said = message === '' ? '' : ` with "${message}"`;
  const changes = { tag_name: name, ...(message === '' ? {} : { tag_message: message }) };
  const summary = [`Tagged this commit to ${name}${said}.`];
  return { changes, reply: { status: 202, body: { commands_changes: changes, summary } } };
}
