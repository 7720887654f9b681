import type { KindExample } from './example.ts';

const before = {
  active: true,
  integrated: true,
  dsn_to: { variable: { project: 'team/app', key: 'SENTRY_DSN', masked: true } },
};

export const example: KindExample = {
  scope: 'project',
  section: 'error_tracking',
  before,
  after: { ...before, active: false, dsn_to: [before.dsn_to, { variable: { group: 'team', key: 'APP_DSN' } }] },
  changes: 1,
  action: 'update',
};
