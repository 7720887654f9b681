import type { UserRow } from './rows.ts';

/** What every user is at first, whoever makes it and for what: confirmed, with no rights of its own, and never signed in (18.9). */
export function newUser(now: string): Omit<UserRow, 'id' | 'username' | 'name' | 'email' | 'type'> {
  return {
    unconfirmed_email: null,
    state: 'active',
    admin: false,
    auditor: false,
    external: false,
    can_create_group: true,
    two_factor_enabled: false,
    confirmed_at: now,
    created_at: now,
    updated_at: now,
    last_activity_on: null,
    last_sign_in_at: null,
    created_by_id: null,
    provisioned_by_group_id: null,
    profile: {},
  };
}
