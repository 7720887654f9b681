import type { KindExample } from './example.ts';

export const examples: readonly KindExample[] = [
  {
    scope: 'project',
    section: 'protected_branches',
    before: {
      main: { push_access_level: 'no_access', merge_access_level: 'maintainer' },
      'rel/*': { push_access_level: 'maintainer', merge_access_level: 'developer', allow_force_push: true },
      fix: { push_access_level: ['maintainer', { user: 'dora' }], unprotect_access_level: 'admin' },
    },
    after: {
      main: { push_access_level: 'no_access', merge_access_level: 'maintainer' },
      'rel/*': { push_access_level: 'maintainer', merge_access_level: 'developer', allow_force_push: true },
      fix: { push_access_level: [{ user: 'Dora' }, 'developer'], unprotect_access_level: ['maintainer', 40, 'admin'] },
    },
    changes: 1,
    action: 'update',
    tier: 'premium',
    users: ['dora'],
    // Who is let in by the same plan, and is nobody to the project before.
    needs: { groups: { team: { members: { dora: 'developer' } } } },
  },
  {
    scope: 'group',
    section: 'protected_branches',
    before: { main: { push_access_level: 'maintainer', merge_access_level: 30 } },
    after: { main: { push_access_level: ['maintainer', 'developer'], merge_access_level: 0, allow_force_push: true } },
    changes: 1,
    action: 'update',
  },
];
