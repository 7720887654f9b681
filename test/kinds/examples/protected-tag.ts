import type { KindExample } from './example.ts';

export const examples: readonly KindExample[] = [
  {
    scope: 'project',
    section: 'protected_tags',
    before: { 'v*': { create_access_level: 'maintainer' }, 'nightly/*': 'developer', once: 'no_access' },
    after: {
      'v*': { create_access_level: 'maintainer' },
      'nightly/*': { create_access_level: ['maintainer', 'developer'] },
      once: 'no_access',
    },
    changes: 1,
    action: 'replace',
  },
  {
    scope: 'project',
    section: 'protected_tags',
    before: { 'v*': { create_access_level: [40, { user: 'dora' }] } },
    after: { 'v*': { create_access_level: [{ user: 'dora' }] } },
    changes: 1,
    action: 'replace',
    tier: 'premium',
    needs: { groups: { team: { members: { dora: 'developer' } } } },
    users: ['dora'],
  },
];
