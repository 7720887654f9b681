import type { Fault } from '../kind.ts';
import type { Scope } from '../model.ts';
import { levelNumber, type AccessLevel } from './access-level.ts';

/** Minimal access is for groups at the top: 400 below it (POST {source}/members, POST /groups/:id/saml_group_links, 18.9). */
export function minimalBelowTop(
  { access_level: level }: { readonly access_level?: AccessLevel },
  scope: Scope,
): readonly Fault[] {
  const isTop = scope.type === 'group' && !scope.path.includes('/');
  if (isTop || level === undefined || levelNumber(level) !== levelNumber('minimal')) return [];
  const message = 'Minimal access is for members of groups at the top alone';
  return [{ field: 'access_level', message, remedy: 'Give at least `guest`, or declare it in the group at the top' }];
}
