import type { KindExample } from './example.ts';

const auditor = {
  base: 'reporter',
  description: 'Looks at what may be harmful',
  permissions: ['read_vulnerability', 'admin_vulnerability', 'read_code'],
};

export const examples: readonly KindExample[] = [
  {
    scope: 'instance',
    section: 'member_roles',
    before: { auditor, builder: { base: 'developer', permissions: ['admin_cicd_variables'] } },
    after: {
      auditor: { ...auditor, description: null, permissions: ['read_vulnerability'] },
      builder: { base: 'developer', permissions: ['admin_cicd_variables'] },
    },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'instance',
    section: 'member_roles',
    before: { auditor },
    after: { auditor: { ...auditor, base: 'guest' } },
    changes: 1,
    action: 'replace',
  },
];
