import type { KindExample } from './example.ts';

const roles = { member_roles: { auditor: { base: 'reporter', permissions: ['read_vulnerability'] } } };

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'members',
    before: { alice: 'maintainer', bob: { access_level: 'developer', expires_at: '2099-01-31' }, carol: 10 },
    after: { alice: 'maintainer', bob: { access_level: 'developer', expires_at: null }, carol: 10 },
    changes: 1,
    action: 'update',
    users: ['alice', 'bob', 'carol'],
  },
  {
    scope: 'group',
    section: 'members',
    before: { dora: { role: 'auditor' }, erin: 'reporter' },
    after: { dora: 'developer', erin: 'reporter' },
    changes: 1,
    action: 'update',
    needs: { instance: roles },
    users: ['dora', 'erin'],
  },
  {
    scope: 'project',
    section: 'members',
    before: { alice: 'guest', bob: 'reporter' },
    after: { alice: 'planner', bob: 'reporter' },
    // The planner came with 17.7.
    since: '17.7',
    changes: 1,
    action: 'update',
    users: ['alice', 'bob'],
  },
];
