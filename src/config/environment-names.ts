import { createHash } from 'node:crypto';
import type { Kind } from '../kind.ts';
import type { Scope } from '../model.ts';

/** The name of the environment variable for the secret at a path of an entry. */
export type NameSecret = (path: readonly string[]) => string;

/** Names of environment variables, and which were given so far. */
export interface EnvironmentNames {
  readonly nameSecret: (kind: Kind, scope: Scope, key: string, path: readonly string[]) => string;
  readonly names: ReadonlySet<string>;
}

/** Paths of which no two give one name: `top/a-b` is TOP__A_B, and `top-a/b` TOP_A__B. */
const PLAIN_PATH = /^(?:[a-z][a-z0-9]*(?:[-/][a-z0-9]+)*)?$/;

/**
 * Names environment variables after what they are for: `PLATFORM_HOOK_CI_TOKEN`. No two secrets get one name, nor do they where groups are
 * exported one by one: what the letters of a name do not tell is told by a digest.
 */
export function environmentNames(): EnvironmentNames {
  const used = new Set<string>();
  const nameSecret: EnvironmentNames['nameSecret'] = (kind, scope, key, path) => {
    const place = scope.type === 'instance' ? '' : scope.path;
    const inside = [kind.singular, key, ...path].map(asName).filter((word) => word !== '');
    const above = place.split('/').map(asName);
    const name = [above.join('__'), ...inside]
      .join('_')
      .replace(/^_+|_+$/g, '')
      .replace(/^(?=\d)/, 'SECRET_');
    const full =
      PLAIN_PATH.test(place) && !used.has(name) ? name : `${name}_${digest([place, kind.section, key, ...path])}`;
    used.add(full);
    return full;
  };
  return { nameSecret, names: used };
}

function asName(word: string): string {
  return word
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

function digest(words: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 6).toUpperCase();
}
