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

/**
 * Keeps the snippet of a project, by the first line of its description: nothing but snippets of this project is written. A new one is for the
 * members of the project; how visible it is stays as it is then. Throws ApiError.
 */
export async function writeSnippet(
  client: Pick<Client, 'read' | 'send'>,
  me: number,
  project: string,
  { marker, title, about, file: file_path, content, instead }: SnippetText,
): Promise<KeptOutcome | 'not there'> {
  const found = await client.read({ path: `/projects/${encodeURIComponent(project)}`, mayBeMissing: true });
  const id = isMap(found) ? found['id'] : undefined;
  if (typeof id !== 'number') return 'not there';
  const description = `${marker}\n${about}`;
  return keepOne(client, me, {
    path: `/projects/${id}/snippets`,
    isMarked: ({ description: text }) => typeof text === 'string' && firstLine(text) === marker,
    // What a report says is that of a moment.
    isCurrent: () => false,
    create: { title, description, visibility: 'private', files: [{ file_path, content }] },
    update: { title, description, files: [{ action: 'update', file_path, content }] },
    instead: { description: instead, files: [{ action: 'update', file_path, content: instead }] },
    // POST and PUT /projects/:id/snippets (18.9).
    shows: ['id', 'title'],
  });
}
