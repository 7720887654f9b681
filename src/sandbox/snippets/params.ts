import { isJsonObject, textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { failure, refuse } from '../http/reply.ts';

export const visibilities = ['private', 'internal', 'public'] as const;

/** What POST takes besides the visibility: the files, or one of them the old way. */
export const createSnippetParams = {
  title: { type: 'string', required: true, filled: true },
  description: { type: 'string' },
  files: {
    type: 'hashes',
    fields: {
      file_path: { type: 'string', required: true, filled: true },
      content: { type: 'string', required: true, filled: true },
    },
  },
  content: { type: 'string', filled: true },
  file_name: { type: 'string' },
} as const;

/** What PUT takes. */
export const updateSnippetParams = {
  content: { type: 'string', filled: true },
  description: { type: 'string' },
  files: {
    type: 'hashes',
    fields: {
      action: { type: 'string', required: true, values: ['create', 'update', 'delete', 'move'] },
      file_path: { type: 'string' },
      previous_path: { type: 'string' },
      content: { type: 'string' },
    },
  },
  file_name: { type: 'string' },
  title: { type: 'string', filled: true },
  visibility: { type: 'string', values: visibilities },
} as const;

/** The rules over the parameters of PUT. */
export const updateSnippetRules = [
  { exclusive: ['files', 'content'] },
  { exclusive: ['files', 'file_name'] },
  { atLeastOne: ['content', 'description', 'files', 'file_name', 'title', 'visibility'] },
] as const;

/** Whether a path stays inside the repository. */
export function isFilePath(path: string): boolean {
  return !path.startsWith('/') && !path.split('/').includes('..');
}

/** Refuses paths that lead out of the repository, as the parameter layer does. */
export function refuseBadPaths(files: readonly Json[] | undefined): void {
  const errors: string[] = [];
  for (const [position, file] of (files ?? []).entries()) {
    for (const name of ['file_path', 'previous_path']) {
      const path = isJsonObject(file) ? textOf(file[name]) : '';
      if (!isFilePath(path)) errors.push(`files[${position}][${name}] should be a valid file path`);
    }
  }
  if (errors.length > 0) refuse(failure(400, errors.join(', ')));
}
