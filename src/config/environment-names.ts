import type { Kind } from '../kind.ts';
import type { Scope } from '../model.ts';

/** The name of the environment variable for the secret at a path of an entry. */
export type NameSecret = (path: readonly string[]) => string;

/** Names of environment variables, and which were given so far. */
export interface EnvironmentNames {
  readonly nameSecret: (kind: Kind, scope: Scope, key: string, path: readonly string[]) => string;
  readonly names: ReadonlySet<string>;
}

/** Names environment variables after what they are for: `PLATFORM_HOOK_CI_TOKEN`. No two secrets get one name. */
export function environmentNames(): EnvironmentNames {
  const used = new Set<string>();
  const nameSecret: EnvironmentNames['nameSecret'] = (kind, scope, key, path) => {
    const words = [scope.type === 'instance' ? '' : scope.path, kind.singular, key, ...path];
    const name = words
      .join('_')
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .replace(/^(?=\d)/, 'SECRET_');
    let unique = name;
    for (let number = 2; used.has(unique); number++) unique = `${name}_${number}`;
    used.add(unique);
    return unique;
  };
  return { nameSecret, names: used };
}
