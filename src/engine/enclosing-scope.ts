import type { Kind } from '../kind.ts';
import type { Scope } from '../model.ts';
import { parentPath } from '../base/scope-path.ts';

/** What an entry stands in: its scope, and a group below another in that one. */
export function enclosingScope({ host }: Pick<Kind, 'host'>, scope: Scope, key: string): Scope {
  const above = parentPath(key);
  return host === undefined || above === '' ? scope : { type: 'group', path: above };
}
