import type { JsonObject } from '../json.ts';
import type { MemberRoleRow } from '../rows.ts';

/** The permissions a custom role can carry (GET /member_roles, 18.9). */
export const permissions = [
  ...['admin_cicd_variables', 'admin_compliance_framework', 'admin_group_member', 'admin_integrations'],
  ...['admin_merge_request', 'admin_protected_branch', 'admin_protected_environments', 'admin_push_rules'],
  ...['admin_runners', 'admin_security_attributes', 'admin_security_testing', 'admin_terraform_state'],
  ...['admin_vulnerability', 'admin_web_hook', 'apply_security_scan_profiles', 'archive_project'],
  ...['manage_deploy_tokens', 'manage_group_access_tokens', 'manage_merge_request_settings'],
  ...['manage_project_access_tokens', 'manage_protected_tags', 'manage_security_policy_link', 'read_code'],
  ...['read_compliance_dashboard', 'read_crm_contact', 'read_dependency', 'read_runners', 'read_security_attribute'],
  ...['read_security_scan_profiles', 'read_vulnerability', 'remove_group', 'remove_project'],
] as const;

/** A custom role with every permission as a flag. */
export function memberRoleEntity(role: MemberRoleRow): JsonObject {
  return {
    id: role.id,
    group_id: role.group_id,
    name: role.name,
    description: role.description,
    base_access_level: role.base_access_level,
    ...Object.fromEntries(permissions.map((name) => [name, role.permissions.includes(name)])),
  };
}
