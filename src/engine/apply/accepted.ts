import { platformWords } from '../../api/words.ts';
import type { Kind, Lookup } from '../../kind.ts';
import type { Change, FieldChange, JsonObject, Value } from '../../model.ts';
import { propertyOf } from '../kinds.ts';
import { same } from '../plan/diff.ts';

/**
 * What the platform accepted but did not do: it drops what it does not know, and what its tier lacks, with a 200. Undefined where
 * the answer shows all that was asked for.
 */
export function notAccepted(change: Change, kind: Kind, answer: JsonObject, look: Lookup): string | undefined {
  if (answer['status'] === 'error') return platformWords(answer) ?? 'it answers with an error inside a success';
  const shows = decoded(kind, answer, look);
  if (shows === undefined) return platformWords(answer) ?? 'its answer does not show the object';
  const ignored = change.fields.filter((field) => isIgnored(field, kind, shows));
  if (ignored.length === 0) return undefined;
  const listed = ignored.map(({ path, to }) => `${path} is not ${JSON.stringify(to)}`).join(', ');
  return `it answers with success, but ${listed}`;
}

/** Whether a live entry shows all that a change would bring about. */
export function showsChange(change: Change, kind: Kind, spec: { readonly [name: string]: Value | undefined }): boolean {
  return !change.fields.some((field) => isIgnored(field, kind, spec));
}

function decoded(
  kind: Kind,
  answer: JsonObject,
  look: Lookup,
): { readonly [name: string]: Value | undefined } | undefined {
  try {
    return kind.decode(answer, look)?.spec;
  } catch {
    return undefined;
  }
}

function isIgnored(
  { path, to }: FieldChange,
  kind: Kind,
  shows: { readonly [name: string]: Value | undefined },
): boolean {
  const [name = path, ...inner] = path.split('.');
  const schema = propertyOf(kind, name);
  if (schema === undefined || to === undefined || to === '(secret)') return false;
  if (schema.writeOnly || schema['x-secret'] || schema['x-local'] || inner.length > 0) return false;
  const value = shows[name];
  // What a reference points at may have no name here: its id has only just been given.
  if (value === undefined) return schema['x-ref'] === undefined && schema['x-detail'] === undefined;
  return !same(schema, to, value);
}
