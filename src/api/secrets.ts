import { readFileSync } from 'node:fs';
import type { Secret } from '../base/secret.ts';

/** A secret whose value is not to be had. The message names its source, never a value. */
export class SecretMissing extends Error {}

/**
 * The value of a secret, read at the moment it is needed; a file's last line break does not belong to it. An empty one is missing: sent,
 * it would take away what is live without a word. Throws SecretMissing.
 */
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
  const value = textOf(bytesOf(path), path).replace(/\r?\n$/, '');
  if (value === '') throw new SecretMissing(`the file ${path} is empty`);
  // It would be cut there, or refused, by what GitLab hands it on to.
  if (value.includes('\0')) throw new SecretMissing(`the file ${path} holds a NUL byte, and no text`);
  return value;
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    throw new SecretMissing(`the file ${path} cannot be read`);
  }
}

/** What is not UTF-8 would be sent as another text than the one that stands there. */
function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new SecretMissing(`the file ${path} is not UTF-8 text`);
  }
}
