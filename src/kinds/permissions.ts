import { distance } from 'fastest-levenshtein';
import { nearest } from '../base/nearest.ts';
import type { PropertySchema } from '../kind.ts';

/** The permissions of custom roles (POST /member_roles, 18.9). Every version adds some, so this list forbids nothing. */
const PERMISSIONS: readonly string[] = [
  'admin_cicd_variables',
  'admin_compliance_framework',
  'admin_group_member',
  'admin_integrations',
  'admin_merge_request',
  'admin_protected_branch',
  'admin_protected_environments',
  'admin_push_rules',
  'admin_runners',
  'admin_security_attributes',
  'admin_security_testing',
  'admin_terraform_state',
  'admin_vulnerability',
  'admin_web_hook',
  'apply_security_scan_profiles',
  'archive_project',
  'manage_deploy_tokens',
  'manage_group_access_tokens',
  'manage_merge_request_settings',
  'manage_project_access_tokens',
  'manage_protected_tags',
  'manage_security_policy_link',
  'read_code',
  'read_compliance_dashboard',
  'read_crm_contact',
  'read_dependency',
  'read_runners',
  'read_security_attribute',
  'read_security_scan_profiles',
  'read_vulnerability',
  'remove_group',
  'remove_project',
];

/** A permission: one that is known, or one of a newer version, which is left to the platform: a flag that it drops is noticed. */
export const permissionSchema: PropertySchema = {
  anyOf: [
    { enum: PERMISSIONS },
    { type: 'string', pattern: '^[a-z]+(_[a-z0-9]+)+$', 'x-form': 'words in small letters with `_` between them' },
  ],
};

/** What has to be enabled with a permission: "X has to be enabled in order to enable Y" (POST /member_roles, 18.9). */
const PRESUPPOSES: ReadonlyMap<string, string> = new Map([
  ['admin_compliance_framework', 'read_compliance_dashboard'],
  ['admin_runners', 'read_runners'],
  ['admin_security_attributes', 'read_security_attribute'],
  ['admin_vulnerability', 'read_vulnerability'],
  ['manage_merge_request_settings', 'read_code'],
]);

/** The permissions among these that lack another one which the platform wants with them. */
export function lackingPermissions(
  names: readonly string[],
): readonly { readonly index: number; readonly name: string; readonly needs: string }[] {
  return names.flatMap((name, index) => {
    const needs = PRESUPPOSES.get(name);
    return needs === undefined || names.includes(needs) ? [] : [{ index, name, needs }];
  });
}

/** No two permissions are as near to each other as this, so that a newer one is hardly taken for a misspelling. */
const SLIP = 3;

/** The known permission that an unknown one is a misspelling of; undefined where it may be one of a newer version. */
export function meantPermission(name: string): string | undefined {
  if (PERMISSIONS.includes(name)) return undefined;
  const near = nearest(name, PERMISSIONS);
  return near !== undefined && distance(name, near) <= SLIP ? near : undefined;
}
