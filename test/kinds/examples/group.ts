import type { KindExample } from './example.ts';

const infra = {
  name: 'Infrastructure',
  description: 'What everything stands on',
  visibility: 'internal',
  lfs_enabled: false,
  request_access_enabled: false,
  two_factor_grace_period: 24,
  project_creation_level: 'maintainer',
  subgroup_creation_level: 'owner',
  emails_disabled: true,
  shared_runners_setting: 'disabled_and_overridable',
  default_branch_protection_defaults: {
    allowed_to_push: [{ access_level: 40 }],
    allowed_to_merge: [{ access_level: 30 }, { access_level: 40 }],
    allow_force_push: false,
  },
};

const shop = { name: 'Shop', visibility: 'private', ip_restriction_ranges: ['192.0.2.0/24', '198.51.100.0/24'] };

export const examples: readonly KindExample[] = [
  {
    scope: 'instance',
    section: 'groups',
    before: { infra, 'infra/network': { visibility: 'private' } },
    after: { infra: { ...infra, description: null, lfs_enabled: true }, 'infra/network': { visibility: 'private' } },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'instance',
    section: 'groups',
    before: { shop, tools: { name: 'Tools' }, 'tools/checkout': { name: 'Checkout' } },
    after: { shop, tools: { name: 'Tools' }, 'shop/pay': { name: 'Checkout', previously: 'tools/checkout' } },
    changes: 1,
    action: 'update',
  },
  {
    scope: 'instance',
    section: 'groups',
    before: { shop },
    after: { shop: { ...shop, ip_restriction_ranges: '198.51.100.0/24' } },
    changes: 1,
    action: 'update',
  },
];
