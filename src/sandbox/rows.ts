import type { GitObject } from './git/object.ts';
import type { Json } from './json.ts';

/** A free bag of values, for what the platform stores without looking into it. */
export type Bag = Readonly<Record<string, Json>>;

export type Visibility = 'private' | 'internal' | 'public';

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

/** A group. `attributes` holds what group-attributes.json lists as writable, by its name. */
export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly full_path: string;
  readonly parent_id: number | null;
  readonly visibility: Visibility;
  readonly archived: boolean;
  readonly marked_for_deletion_on: string | null;
  /** A background delete runs: the row is still there, and can no longer be restored. */
  readonly deleting: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly runners_token: string;
  readonly attributes: Bag;
}

/** A project, in a group (`group_id`) or in the namespace of a user (`owner_id`). */
export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly full_path: string;
  readonly group_id: number | null;
  readonly owner_id: number | null;
  readonly visibility: Visibility;
  readonly archived: boolean;
  readonly marked_for_deletion_on: string | null;
  readonly creator_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly attributes: Bag;
}

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

/** A web hook. Header and variable values are kept, and never shown. */
export interface HookRow {
  readonly id: number;
  readonly source_type: SourceType | 'system';
  readonly source_id: number;
  readonly url: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly token: string | null;
  readonly events: Readonly<Record<string, boolean | null>>;
  readonly push_events_branch_filter: string | null;
  readonly branch_filter_strategy: string;
  readonly enable_ssl_verification: boolean;
  readonly custom_webhook_template: string | null;
  readonly custom_headers: Readonly<Record<string, string>>;
  readonly url_variables: Readonly<Record<string, string>>;
  readonly recent_failures: number;
  readonly disabled_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An access token. A rotated one points to the one that replaced it. */
export interface TokenRow {
  readonly id: number;
  readonly kind: 'personal' | 'impersonation' | 'group' | 'project';
  readonly user_id: number;
  readonly name: string;
  readonly description: string | null;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly secret: string;
  /** The group or project of a resource token. */
  readonly source_type: SourceType | null;
  readonly source_id: number | null;
  readonly previous_id: number | null;
}

/** A runner. */
export interface RunnerRow {
  readonly id: number;
  readonly runner_type: 'instance_type' | 'group_type' | 'project_type';
  readonly group_id: number | null;
  /** The owner project first. */
  readonly project_ids: readonly number[];
  readonly description: string | null;
  readonly paused: boolean;
  readonly locked: boolean;
  readonly run_untagged: boolean;
  readonly tag_list: readonly string[];
  readonly access_level: string;
  readonly maximum_timeout: number | null;
  readonly maintenance_note: string | null;
  readonly token: string;
  readonly token_expires_at: string | null;
  readonly contacted_at: string | null;
  readonly created_by_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An integration set up on a group, a project or the instance (id 0). */
export interface IntegrationRow {
  readonly id: number;
  readonly source_type: SourceType | 'instance';
  readonly source_id: number;
  readonly slug: string;
  readonly active: boolean;
  readonly inherited: boolean;
  readonly properties: Bag;
  readonly created_at: string;
  readonly updated_at: string;
}

/** One entry of the audit log. */
export interface AuditEventRow {
  readonly id: number;
  readonly author_id: number;
  readonly entity_type: 'User' | 'Group' | 'Project' | 'Gitlab::Audit::InstanceScope';
  readonly entity_id: number;
  readonly event_name: string;
  readonly details: Bag;
  readonly created_at: string;
}

/** Work that the platform does in the background, once its time has come. */
export interface JobRow {
  readonly id: number;
  readonly run_at: string;
  readonly kind: 'delete_group' | 'delete_user' | 'delete_project' | 'delete_member';
  readonly target_id: number;
}

/** Anything small that belongs to something else: keys, custom attributes, notes, snippets … */
export interface RecordRow {
  readonly id: number;
  readonly kind: string;
  /** What it belongs to, as "project:7". */
  readonly owner: string;
  readonly key: string;
  readonly data: Bag;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An object of a project's repository. */
export interface GitObjectRow {
  readonly id: number;
  readonly project_id: number;
  readonly sha: string;
  readonly object: GitObject;
}

/** A branch or tag of a project's repository, and the commit it stands at. */
export interface GitRefRow {
  readonly id: number;
  readonly project_id: number;
  readonly kind: 'heads' | 'tags';
  readonly name: string;
  readonly sha: string;
}
