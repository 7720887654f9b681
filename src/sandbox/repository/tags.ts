import { createHash } from 'node:crypto';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { repositoryOf } from './find-commit.ts';
import type { Signature } from '../git/object.ts';
import { isRefName } from '../git/revision.ts';
import { textOf } from '../store/json.ts';
import { pipelinesAfterPush } from '../ci/push-pipelines.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { mayCreateTag } from './protected-tags.ts';
import { signatureOf } from './signature.ts';

const kind = 'tag_annotation';

/** What an annotated tag says besides the commit it names; a plain tag has none. */
export interface Annotation {
  /** The name that git gives the tag itself. */
  readonly target: string;
  readonly message: string;
  readonly createdAt: string;
}

/** The annotation of a tag, when it has one. */
export function annotationOf(context: RequestContext, project: ProjectRow, name: string): Annotation | undefined {
  const row = context.platform.state.recordByKey(`${kind} project:${project.id} ${name}`);
  if (row === undefined) return undefined;
  return { target: textOf(row.data['target']), message: textOf(row.data['message']), createdAt: row.created_at };
}

/** Makes a tag at a commit, or says why not; with a message the tag is an annotated one (Tags::CreateService, 18.9). */
export function createTag(
  context: RequestContext,
  project: ProjectRow,
  user: Parameters<typeof signatureOf>[1],
  wanted: { readonly name: string; readonly sha: string | undefined; readonly ref: string; readonly message: string },
): string | undefined {
  const repository = repositoryOf(context, project);
  const { name, sha, message } = wanted;
  if (!isRefName(name)) return 'Tag name invalid';
  if (repository.ref('tags', name) !== undefined) return `Tag ${name} already exists`;
  // Guess: in the words of git's own refusal.
  if (!mayCreateTag(context, project, name)) return 'You are not allowed to create this tag as it is protected.';
  if (sha === undefined) return `Target ${wanted.ref} is invalid`;
  repository.setRef('tags', name, sha);
  if (message !== '') annotate(context, project, { name, sha, message, tagger: signatureOf(context, user) });
  pipelinesAfterPush(context, project, { kind: 'tags', name, before: undefined, after: sha });
  return undefined;
}

/** Takes a tag away, with what it said. */
export function removeTag(context: RequestContext, project: ProjectRow, name: string): void {
  const row = context.platform.state.recordByKey(`${kind} project:${project.id} ${name}`);
  if (row !== undefined) context.platform.state.records.remove(row);
  repositoryOf(context, project).removeRef('tags', name);
}

interface NewAnnotation {
  readonly name: string;
  readonly sha: string;
  readonly message: string;
  readonly tagger: Signature;
}

function annotate(context: RequestContext, project: ProjectRow, tag: NewAnnotation): void {
  const now = timestamp(context.platform.clock);
  const data = { target: tagSha(tag), message: tag.message };
  const owner = `project:${project.id}`;
  context.platform.state.records.insert({ kind, owner, key: tag.name, data, created_at: now, updated_at: now });
}

/** The SHA-1 that git gives an annotated tag. */
function tagSha({ name, sha, message, tagger }: NewAnnotation): string {
  const head = [`object ${sha}`, 'type commit', `tag ${name}`];
  const signed = `tagger ${tagger.name} <${tagger.email}> ${tagger.seconds} +0000`;
  const content = Buffer.from(`${[...head, signed].join('\n')}\n\n${message}`);
  return createHash('sha1').update(`tag ${content.length}\0`).update(content).digest('hex');
}
