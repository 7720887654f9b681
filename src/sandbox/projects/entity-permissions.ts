import { exists } from '../store/edition.ts';
import type { Availability, Edition } from '../store/edition.ts';

/** A permission that a custom role can carry. */
export interface Permission extends Availability {
  readonly name: string;
  /** The permission that has to be there first. */
  readonly needs?: string;
  /** The base access levels that include it anyway. */
  readonly levels?: readonly number[];
}

/** The permissions with the release that brought them, in the order of the described response (GET /member_roles, 18.9). */
const standard: readonly Permission[] = [
  { name: 'apply_security_scan_profiles', since: '18.9' },
  { name: 'admin_merge_request' },
  { name: 'archive_project' },
  { name: 'remove_group' },
  { name: 'remove_project' },
  { name: 'manage_security_policy_link' },
  { name: 'admin_compliance_framework', since: '17.0', needs: 'read_compliance_dashboard' },
  { name: 'admin_cicd_variables' },
  { name: 'manage_deploy_tokens', since: '17.0' },
  { name: 'manage_group_access_tokens' },
  { name: 'admin_group_member' },
  { name: 'admin_integrations', since: '17.1' },
  { name: 'manage_merge_request_settings', since: '17.0', needs: 'read_code' },
  { name: 'manage_project_access_tokens' },
  { name: 'admin_protected_branch', since: '17.4' },
  { name: 'admin_protected_environments', since: '17.9' },
  { name: 'manage_protected_tags', since: '18.0' },
  { name: 'admin_push_rules' },
  { name: 'admin_runners', since: '17.1', needs: 'read_runners' },
  { name: 'admin_security_attributes', since: '18.6', needs: 'read_security_attribute' },
  { name: 'admin_security_testing', since: '18.0' },
  { name: 'admin_terraform_state' },
  { name: 'admin_vulnerability', needs: 'read_vulnerability' },
  { name: 'admin_web_hook', since: '17.0' },
  { name: 'read_compliance_dashboard', since: '17.7' },
  { name: 'read_security_scan_profiles', since: '18.7' },
  { name: 'read_crm_contact', since: '17.1' },
  { name: 'read_dependency' },
  { name: 'read_code', levels: [20, 30, 40] },
  { name: 'read_runners', since: '17.2', levels: [40] },
  { name: 'read_security_attribute', since: '18.6', levels: [15, 20, 30, 40] },
  { name: 'read_vulnerability', levels: [30, 40] },
];

/** Flags of custom administrator roles; the described response of every role has them too (GET /member_roles, 18.9). */
const administrative: readonly Permission[] = [
  { name: 'read_admin_cicd', since: '17.9' },
  { name: 'read_admin_groups', since: '18.3' },
  { name: 'read_admin_projects', since: '18.3' },
  { name: 'read_admin_subscription', since: '17.9' },
  { name: 'read_admin_monitoring', since: '17.9' },
  { name: 'read_admin_users', since: '17.9' },
];

/** Every permission of any version, to be declared as a parameter. */
export const allPermissions = standard;

/** The permissions that this version knows. A prerequisite that it does not know is none. */
export function permissionsOf(edition: Edition): readonly Permission[] {
  return standard.filter((permission) => exists(edition, permission));
}

/** The names of all flags that this version shows of a role. */
export function shownFlags(edition: Edition): readonly string[] {
  return [...standard, ...administrative].filter((one) => exists(edition, one)).map((one) => one.name);
}
