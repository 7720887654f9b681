import type { KindExample } from './example.ts';

const instance = { member_roles: { auditor: { base: 'reporter', permissions: ['read_vulnerability'] } } };
const guests = { guests: { visibility: 'private' }, 'guests/few': { visibility: 'private' } };

export const examples: readonly KindExample[] = [
  {
    scope: 'group',
    section: 'shares',
    before: {
      guests: { access_level: 'reporter', expires_at: '2099-01-31' },
      'guests/few': { role: 'auditor' },
    },
    after: {
      // The day is said again: GitLab makes the share anew.
      Guests: { access_level: 30, expires_at: '2099-01-31' },
      'guests/few': { role: 'auditor' },
    },
    changes: 1,
    action: 'replace',
    needs: { instance, groups: guests },
  },
  {
    scope: 'project',
    section: 'shares',
    before: { guests: 'developer', 'guests/few': { access_level: 'owner', expires_at: '2099-01-31' } },
    after: { guests: 'developer', 'guests/few': { access_level: 'owner', expires_at: null } },
    changes: 1,
    action: 'replace',
    needs: { groups: guests },
  },
];
