import type { KindExample } from './example.ts';

const dora = { name: 'Dora', email: 'Dora@example.com', projects_limit: 3, can_create_group: false, note: 'on leave' };

export const examples: readonly KindExample[] = [
  {
    ...{ scope: 'instance', section: 'users', changes: 1, action: 'update' },
    before: {
      dora: { ...dora, private_profile: true, admin: true },
      erin: { name: 'Erin', email: 'erin@example.com' },
    },
    after: {
      dora: { ...dora, email: 'd@example.com', note: '', admin: false, external: false, state: 'blocked' },
      erin: { name: 'Erin', email: 'erin@example.com' },
    },
  },
  {
    ...{ scope: 'instance', section: 'users', changes: 1, action: 'update' },
    before: { fay: { name: 'Fay', email: 'fay@example.com', external: true, state: 'banned' } },
    after: { fay: { name: 'Fay', email: 'fay@example.com', external: false, projects_limit: 0, state: 'deactivated' } },
  },
  {
    ...{ scope: 'instance', section: 'users', changes: 1, action: 'update' },
    before: { gil: { name: 'Gil', email: 'gil@example.com', auditor: true } },
    after: { gil_new: { name: 'Gil', email: 'gil@example.com', auditor: true, previously: 'gil' } },
  },
];
