import { gunzipSync } from 'node:zlib';
import { untar } from '../archive/untar.ts';
import type { Visibility } from '../groups/rows.ts';
import { isJsonObject, textOf, type Json, type JsonObject } from '../store/json.ts';

/** What the levels are called that an archive has as numbers. */
const visibilities: Readonly<Record<string, Visibility>> = { 0: 'private', 10: 'internal', 20: 'public' };

/** What an archive brings to the project that is made from it, or what its import fails with. */
export type Exported =
  { readonly description?: Json; readonly visibility?: Visibility | undefined } | { readonly error: string };

/**
 * What an uploaded archive holds. Guess: the words of the failure, and which attributes come; the platform reads it in the background. One that
 * is too large to be kept here is taken for a good one without attributes.
 */
export function exportedIn(file: Json): Exported {
  const bytes = isJsonObject(file) ? file['bytes'] : undefined;
  if (typeof bytes !== 'string') return {};
  const project = projectIn(Buffer.from(bytes, 'base64'));
  if (project === undefined) return { error: 'command exited with error code 1: Unable to decompress' };
  const { description = null } = project;
  return {
    ...(description !== null && { description }),
    visibility: visibilities[textOf(project['visibility_level'])],
  };
}

function projectIn(archive: Buffer): JsonObject | undefined {
  try {
    const text = untar(gunzipSync(archive)).get('tree/project.json')?.toString('utf8') ?? 'null';
    const json = JSON.parse(text) as Json;
    return isJsonObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
