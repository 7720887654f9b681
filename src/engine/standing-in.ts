import type { Kind } from '../kind.ts';
import type { Scope } from '../model.ts';
import { parentPath } from '../base/scope-path.ts';

/** What an entry stands in: its scope, and a group below another in that one. */
export function standingIn({ hosts }: Pick<Kind, 'hosts'>, scope: Scope, key: string): Scope {
  const above = parentPath(key);
  return hosts === undefined || above === '' ? scope : { type: 'group', path: above };
}
