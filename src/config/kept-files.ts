import { normalize } from 'node:path';
import type { Kind } from '../kind.ts';
import type { Declared } from '../model.ts';
import { filesAmong } from '../sinks.ts';

/** A file that the secret of an entry goes to, and the field that says so. */
export interface KeptFile {
  readonly file: string;
  readonly field: string;
}

/** A function that tells the files to which what an entry of a kind asks for is going to be written, if it has to be made. */
export function keptFiles({ schema }: Kind): (entry: Declared) => readonly KeptFile[] {
  const fields = Object.entries(schema.properties).flatMap(([field, property]) => (property['x-local'] ? [field] : []));
  if (fields.length === 0) return () => [];
  return ({ spec, state }) => {
    if (state === 'absent') return [];
    return fields.flatMap((field) => filesAmong(spec[field]).map((file) => ({ file: normalize(file), field })));
  };
}
