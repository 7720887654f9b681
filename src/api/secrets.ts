import { readFileSync } from 'node:fs';
import type { Secret } from '../base/secret.ts';

/** A secret whose value is not to be had. The message names its source, never a value. */
export class SecretMissing extends Error {}

/** The value of a secret, read at the moment it is needed; a file's last line break does not belong to it. Throws SecretMissing. */
export function reveal(secret: Secret, env: NodeJS.ProcessEnv): string {
  const { source } = secret;
  switch (source.type) {
    case 'env': {
      const value = env[source.name];
      if (value === undefined || value === '') throw new SecretMissing(`the variable ${source.name} is not set`);
      return value;
    }
    case 'file':
      return fromFile(source.path);
    case 'text': {
      const value = secret.plainText();
      if (value === undefined) throw new SecretMissing(`the secret of ${source.at} stands in the configuration alone`);
      return value;
    }
  }
}

function fromFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new SecretMissing(`the file ${path} cannot be read`);
  }
}
