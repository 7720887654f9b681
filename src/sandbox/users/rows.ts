import type { Bag } from '../store/rows.ts';

export type UserState = 'active' | 'blocked' | 'ldap_blocked' | 'blocked_pending_approval' | 'deactivated' | 'banned';

export type UserType = 'human' | 'project_bot' | 'service_account' | 'ghost' | 'internal';

/** A user. `profile` holds the optional attributes of POST and PUT /users that carry no rule. */
export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly unconfirmed_email: string | null;
  readonly state: UserState;
  readonly type: UserType;
  readonly admin: boolean;
  readonly auditor: boolean;
  readonly external: boolean;
  readonly can_create_group: boolean;
  readonly two_factor_enabled: boolean;
  readonly confirmed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_activity_on: string | null;
  readonly last_sign_in_at: string | null;
  readonly created_by_id: number | null;
  /** The group that provisioned the account, as for a group's service accounts. */
  readonly provisioned_by_group_id: number | null;
  readonly profile: Bag;
}
