import type { JsonObject } from '../store/json.ts';
import type { UserRow } from './rows.ts';

/** A service account (APIEntitiesServiceAccount, 18.9); the key of a waiting address is absent without one. */
export function serviceAccountEntity(user: UserRow): JsonObject {
  return {
    id: user.id,
    username: user.username,
    public_email: user.profile['public_email'] ?? null,
    name: user.name,
    email: user.email,
    ...(user.unconfirmed_email === null ? {} : { unconfirmed_email: user.unconfirmed_email }),
  };
}
