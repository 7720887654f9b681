import { toldWords } from '../base/told-words.ts';
import type { Json } from '../model.ts';

/** What the platform says in an error body, as one line of text, unless it says a secret of this run again. */
export function serverMessageOf(body: Json | undefined): string | undefined {
  const words = wordsOf(body);
  return words === undefined ? undefined : toldWords(words);
}

/**
 * Its bodies are `{message: text}`, `{message: {field: [texts]}}`,
 * `{message: [texts]}`, `{error: text}`, `{error, error_description}` and `{status, message}` (REST v4, 18.9).
 */
function wordsOf(body: Json | undefined): string | undefined {
  // A longer text is a page of something before GitLab. A part of it is not shown: a secret is known in a text by its whole alone.
  if (typeof body === 'string') return body.trim() === '' || body.trim().length > 500 ? undefined : body.trim();
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return undefined;
  const { message, error, error_description } = body as { [name: string]: Json };
  if (error_description !== undefined && typeof error === 'string') return `${error}: ${flat(error_description)}`;
  const said = message ?? error;
  return said === undefined ? undefined : flat(said);
}

function flat(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return (value as readonly Json[]).map(flat).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([field, texts]) => (field === 'base' || field === 'error' ? flat(texts) : `${field} ${flat(texts)}`))
      .join('; ');
  }
  return String(value);
}
