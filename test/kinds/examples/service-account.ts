import type { KindExample } from './example.ts';

export const examples: readonly KindExample[] = (['instance', 'group'] as const).flatMap((scope): KindExample[] => [
  {
    ...{ scope, section: 'service_accounts', changes: 1, action: 'update' },
    before: { robot: { name: 'Robot', email: 'Robot@example.com' }, other: {} },
    after: { robot: { name: 'The robot', email: 'r@example.com' }, other: {} },
  },
  {
    ...{ scope, section: 'service_accounts', changes: 1, action: 'update' },
    before: { crawler: { name: 'Crawler' } },
    after: { spider: { name: 'Crawler', previously: 'crawler' } },
  },
]);
