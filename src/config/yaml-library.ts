import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

let loaded: typeof Yaml | undefined;

/** The YAML library, loaded when it is first needed: plain files are read without it, and it is a large part of the start. */
export function yaml(): typeof Yaml {
  // The type is that of the module which is named.
  return (loaded ??= createRequire(import.meta.url)('yaml') as typeof Yaml);
}
