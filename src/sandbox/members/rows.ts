/** The place that members, shares, hooks, tokens, integrations … hang from. */
export type SourceType = 'group' | 'project';

/** A direct membership. Inherited ones are worked out, never stored. */
export interface MemberRow {
  readonly id: number;
  readonly source_type: SourceType;
  readonly source_id: number;
  readonly user_id: number;
  readonly access_level: number;
  readonly expires_at: string | null;
  readonly member_role_id: number | null;
  readonly created_by_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** Kept by an LDAP sync; changes need an override. */
  readonly ldap: boolean;
  readonly override: boolean;
  readonly state: 'active' | 'awaiting';
}

/** An invitation that nobody has accepted yet. */
export interface InvitationRow {
  readonly id: number;
  readonly source_type: SourceType;
  readonly source_id: number;
  readonly email: string;
  readonly access_level: number;
  readonly expires_at: string | null;
  readonly member_role_id: number | null;
  readonly created_by_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly invite_token: string;
}

/** Someone who asks to become a member, and waits for an answer. */
export interface AccessRequestRow {
  readonly id: number;
  readonly source_type: SourceType;
  readonly source_id: number;
  readonly user_id: number;
  readonly requested_at: string;
  readonly updated_at: string;
}

/** A group invited into a group or project. */
export interface ShareRow {
  readonly id: number;
  readonly source_type: SourceType;
  readonly source_id: number;
  /** The group that gains access. */
  readonly group_id: number;
  readonly group_access: number;
  readonly expires_at: string | null;
  readonly member_role_id: number | null;
  readonly created_at: string;
}

/** An LDAP group link; exactly one of `cn` and `filter` is set. */
export interface LdapLinkRow {
  readonly id: number;
  readonly group_id: number;
  readonly cn: string | null;
  readonly filter: string | null;
  readonly provider: string;
  readonly group_access: number;
  readonly member_role_id: number | null;
}

/** A SAML group link; a null provider stands for any. */
export interface SamlLinkRow {
  readonly id: number;
  readonly group_id: number;
  readonly name: string;
  readonly provider: string | null;
  readonly access_level: number;
  readonly member_role_id: number | null;
}

/** A custom role, of the instance (null group) or of a root group. */
export interface MemberRoleRow {
  readonly id: number;
  readonly group_id: number | null;
  readonly name: string;
  readonly description: string | null;
  readonly base_access_level: number;
  readonly permissions: readonly string[];
  readonly created_at: string;
}
