import type { Client } from '../api/client.ts';
import { isMap } from '../base/shape.ts';
import { keepOne, type KeptOutcome } from './keep-one.ts';
import { firstLine } from './note.ts';

/** What a snippet is to say: one file, and the first line of its description, by which a later run finds it again. */
export interface SnippetText {
  readonly marker: string;
  readonly title: string;
  readonly about: string;
  readonly file: string;
  readonly content: string;
  /** What another snippet of the same marker says from then on. */
  readonly instead: string;
}

/** Whom it is for: the members of the project. */
const PRIVATE = 'private';

/**
 * Keeps the snippet of a project, by the first line of its description: nothing but snippets of this project is written. It is for the members of
 * the project: where somebody has made it visible to others, nothing is written to it. Throws ApiError.
 */
export async function writeSnippet(
  client: Pick<Client, 'read' | 'send'>,
  me: number,
  project: string,
  { marker, title, about, file: file_path, content, instead }: SnippetText,
): Promise<KeptOutcome> {
  const found = await client.read({ path: `/projects/${encodeURIComponent(project)}`, mayBeMissing: true });
  const id = isMap(found) ? found['id'] : undefined;
  if (typeof id !== 'number') return { type: 'not there' };
  const description = `${marker}\n${about}`;
  return keepOne(client, me, {
    path: `/projects/${id}/snippets`,
    isMarked: ({ description: text }) => typeof text === 'string' && firstLine(text) === marker,
    isOpened: ({ visibility }) => visibility !== PRIVATE,
    // Whoever copies one has the mark with it, and what is in the copy may be theirs.
    ofSeveral: 'none',
    // What a report says is that of a moment.
    isCurrent: () => false,
    create: { title, description, visibility: PRIVATE, files: [{ file_path, content }] },
    // It may be made visible to others between the look and the write.
    update: { title, description, visibility: PRIVATE, files: [{ action: 'update', file_path, content }] },
    instead: { description: instead, files: [{ action: 'update', file_path, content: instead }] },
    // POST and PUT /projects/:id/snippets (18.9).
    shows: ['id', 'title'],
  });
}
