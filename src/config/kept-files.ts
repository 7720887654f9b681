import { normalize } from 'node:path';
import { isMap } from '../base/shape.ts';
import type { Kind } from '../kind.ts';
import type { Declared } from '../model.ts';

/** A file that the secret of an entry goes to, and the field that says so. */
export interface KeptFile {
  readonly file: string;
  readonly field: string;
}

/** The files to which what an entry asks for is going to be written, if it has to be made. */
export function keptFiles({ schema }: Kind, { spec, state }: Declared): KeptFile[] {
  if (state === 'absent') return [];
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    const value = property['x-local'] ? spec[field] : undefined;
    const file = isMap(value) ? value['file'] : undefined;
    return typeof file === 'string' ? [{ file: normalize(file), field }] : [];
  });
}
