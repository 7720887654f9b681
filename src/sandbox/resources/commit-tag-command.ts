import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { canPushCode } from '../code-access.ts';
import type { Reply } from '../reply.ts';
import type { ProjectRow } from '../rows.ts';
import { createTag } from '../tags.ts';

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

/** Tags the commit, for those who may push; 202 with what was done, nothing where it cannot be done (18.9). */
export function applyTagCommand(call: Call, project: ProjectRow, sha: string, command: TagCommand): Reply | undefined {
  const { name, message } = command;
  if (!canPushCode(call, project)) return undefined;
  if (createTag(call, project, actor(call), { name, message, sha, ref: sha }) !== undefined) return undefined;
  const said = message === '' ? '' : ` with "${message}"`;
  const changes = { tag_name: name, ...(message === '' ? {} : { tag_message: message }) };
  return { status: 202, body: { commands_changes: changes, summary: [`Tagged this commit to ${name}${said}.`] } };
}
