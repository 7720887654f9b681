import type { Secret } from '../base/secret.ts';
import { readText, type FileSystem } from './files.ts';

/** The value of a secret, where it is at hand: in the environment, in a regular file, or in the configuration itself. */
export function secretText(
  secret: Secret,
  env: { readonly [name: string]: string | undefined },
  system: FileSystem,
): string | undefined {
  const { source } = secret;
  switch (source.type) {
    case 'env':
      return env[source.name] || undefined;
    case 'file':
      return fileText(source.path, system);
    case 'text':
      return secret.plainText();
  }
}

/** A file's last line break does not belong to it. What is no regular file, such as a pipe, could not be read again. */
function fileText(path: string, system: FileSystem): string | undefined {
  try {
    if (system.look(path).type !== 'file') return undefined;
  } catch {
    return undefined;
  }
  const read = readText(path, system);
  return 'text' in read ? read.text.replace(/\r?\n$/, '') || undefined : undefined;
}
