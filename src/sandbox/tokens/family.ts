import type { TokenRow } from './rows.ts';
import type { AnyRoute } from '../http/route.ts';
import type { State } from '../store/state.ts';

const rotation = /access_tokens\/(:\w+|self)\/rotate$/;

/**
 * Reuse detection: a revoked token that authenticates a rotation takes every token down that was rotated from it,
 * or that it was rotated from. Any other use of it is merely refused (rotate endpoints, 18.9).
 */
export function punishReuse(state: State, route: AnyRoute, token: TokenRow): void {
  if (!rotation.test(route.path)) return;
  for (const relative of familyOf(state, token)) state.tokens.update(relative, { revoked: true });
}

function familyOf(state: State, token: TokenRow): readonly TokenRow[] {
  const family = [token];
  // Rotation never changes the user, so the family is among that user's tokens.
  const candidates = state.tokensByUser(token.user_id);
  for (const member of family) {
    for (const other of candidates) {
      const related = other.previous_id === member.id || member.previous_id === other.id;
      if (related && !family.includes(other)) family.push(other);
    }
  }
  return family;
}
