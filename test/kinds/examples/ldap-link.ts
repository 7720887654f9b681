import type { KindExample } from './example.ts';

const roles = { member_roles: { auditor: { base: 'reporter', permissions: ['read_vulnerability'] } } };
const admins = { provider: 'ldapmain', filter: '(employeeType=admin)', access_level: 'maintainer' };

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'ldap_links',
    before: [
      { provider: 'ldapmain', cn: 'platform', access_level: 'reporter' },
      { provider: 'ldapmain', cn: 'audit', role: 'auditor' },
      admins,
    ],
    after: [
      { provider: 'ldapmain', cn: 'platform', access_level: 30 },
      { provider: 'ldapmain', cn: 'audit', role: 'auditor' },
      admins,
    ],
    changes: 1,
    action: 'replace',
    needs: { instance: roles },
  },
];
