import { Secret } from '../../src/base/secret.ts';
import type { Change, Plan } from '../../src/model.ts';
import { Ref } from '../../src/placeholders.ts';

const file = 'config/platform.yaml';

/** A change in which a test states only what matters to it. */
export function change(partial: Partial<Change> & Pick<Change, 'address' | 'action'>): Change {
  const seen = { reads: [{ path: '/hooks', pages: true as const }], key: 'ci', hash: 'a1b2' };
  return { reason: { code: 'missing' }, fields: [], calls: [], needs: [], seen, ...partial };
}

/** A plan in which a test states only what matters to it. */
export function plan(partial: Partial<Plan>): Plan {
  return {
    target: { url: 'https://gitlab.example.com', version: '18.9.2-ee' },
    changes: [],
    unchanged: 40,
    unmanaged: [],
    unverifiable: [],
    diagnostics: [],
    ...partial,
  };
}

const role = change({
  address: 'instance/member_role[security-reviewer]',
  action: 'create',
  fields: [
    { path: 'base', from: undefined, to: 'reporter' },
    { path: 'permissions', from: undefined, to: ['read_vulnerability', 'admin_vulnerability'] },
  ],
  calls: [
    {
      method: 'POST',
      path: '/member_roles',
      body: { name: 'security-reviewer', base_access_level: 20, read_vulnerability: true, admin_vulnerability: true },
    },
  ],
  place: { file: 'config/instance.yaml', line: 9, column: 5 },
});

const settings = change({
  address: 'instance/settings',
  action: 'update',
  reason: { code: 'differs', fields: ['signup_enabled', 'default_project_visibility'] },
  fields: [
    { path: 'signup_enabled', from: true, to: false },
    { path: 'default_project_visibility', from: 'public', to: 'private' },
  ],
  calls: [
    {
      method: 'PUT',
      path: '/application/settings',
      body: { signup_enabled: false, default_project_visibility: 'private' },
    },
  ],
  place: { file: 'config/instance.yaml', line: 4, column: 3 },
});

const member = change({
  address: 'group[platform]/member[carol]',
  action: 'update',
  reason: { code: 'differs', fields: ['role'] },
  access: 'changes',
  fields: [{ path: 'role', from: undefined, to: 'security-reviewer' }],
  calls: [
    {
      method: 'PUT',
      path: '/groups/platform/members/31',
      body: { access_level: 20, member_role_id: new Ref(role.address, 'id') },
    },
  ],
  needs: [role.address],
  place: { file, line: 14, column: 7 },
});

const hook = change({
  address: 'group[platform]/hook[ci]',
  action: 'update',
  reason: { code: 'differs', fields: ['push_events', 'url'] },
  fields: [
    { path: 'url', from: 'https://ci.example.com/hook', to: 'https://ci.example.com/v2/hook' },
    { path: 'token', from: '(secret)', to: '(secret)' },
    { path: 'push_events', from: false, to: true },
  ],
  calls: [
    {
      method: 'PUT',
      path: '/groups/platform/hooks/3',
      body: {
        url: 'https://ci.example.com/v2/hook',
        token: new Secret({ type: 'env', name: 'CI_HOOK_TOKEN' }),
        push_events: true,
      },
    },
  ],
  place: { file, line: 21, column: 7 },
});

const runner = change({
  address: 'group[platform]/runner[platform-build]',
  action: 'update',
  reason: { code: 'differs', fields: ['tags'] },
  fields: [{ path: 'tags', from: ['build', 'linux', 'x86'], to: ['build', 'linux', 'arm64'] }],
  calls: [{ method: 'PUT', path: '/runners/12', body: { tag_list: ['build', 'linux', 'arm64'] } }],
  place: { file, line: 30, column: 7 },
});

const link = change({
  address: 'group[platform]/saml_link[platform-developers]',
  action: 'replace',
  reason: { code: 'no-update', fields: ['access_level'], first: 'delete' },
  fields: [{ path: 'access_level', from: 'reporter', to: 'developer' }],
  calls: [
    { method: 'DELETE', path: '/groups/platform/saml_group_links/platform-developers' },
    {
      method: 'POST',
      path: '/groups/platform/saml_group_links',
      body: { saml_group_name: 'platform-developers', access_level: 30 },
    },
  ],
  place: { file, line: 17, column: 7 },
});

const gone = change({
  address: 'group[platform]/member[mallory]',
  action: 'delete',
  reason: { code: 'absent' },
  fields: [{ path: 'access_level', from: 'maintainer', to: undefined }],
  calls: [{ method: 'DELETE', path: '/groups/platform/members/66', query: { skip_subresources: true } }],
  place: { file, line: 15, column: 7 },
});

/** A plan with one of everything. */
export const samplePlan: Plan = plan({
  changes: [settings, role, link, hook, member, runner, gone],
  unmanaged: [
    { section: 'group[platform]/members', count: 5 },
    { section: 'instance/system_hooks', count: 1 },
  ],
  unverifiable: ['group[platform]/hook[ci] token', 'group[platform]/integration[slack] webhook'],
  diagnostics: [
    {
      severity: 'warning',
      code: 'last-owner-ends',
      message: 'the member erin of group "platform" has access for ever',
      place: { file, line: 13, column: 13, length: 5, text: '      erin: owner' },
      remedy: 'Give the entry an expires_at',
    },
  ],
});

/** How many reads the sample took. */
export const sampleReads = 14;

/** A replacement in which one field differs, one goes along undeclared, and one is a list that goes along. */
export const replacement = change({
  address: 'group[platform]/variable[KEY]',
  action: 'replace',
  reason: { code: 'immutable', fields: ['hidden'], first: 'delete' },
  fields: [
    { path: 'description', from: 'of the build', to: 'of the build' },
    { path: 'hidden', from: true, to: false },
    { path: 'tags', from: ['a', 'b'], to: ['a', 'b'] },
    { path: 'value', from: '(secret)', to: '(secret)' },
  ],
});
