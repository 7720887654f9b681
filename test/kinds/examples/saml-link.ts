import type { KindExample } from './example.ts';

const roles = { member_roles: { auditor: { base: 'reporter', permissions: ['read_vulnerability'] } } };

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'saml_links',
    before: {
      developers: 'developer',
      'team/leads': { access_level: 40, provider: 'okta' },
      auditors: { role: 'auditor' },
    },
    after: {
      developers: 'maintainer',
      'team/leads': { access_level: 40, provider: 'okta' },
      auditors: { role: 'auditor' },
    },
    changes: 1,
    action: 'replace',
    needs: { instance: roles },
  },
  {
    scope: 'group',
    section: 'saml_links',
    before: { auditors: { role: 'auditor' } },
    after: { auditors: 'minimal' },
    changes: 1,
    action: 'replace',
    needs: { instance: roles },
  },
];
