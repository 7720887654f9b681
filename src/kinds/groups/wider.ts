import type { Admission } from '../../admission.ts';

const CLOSES = [true, false] as const;

/** The attributes of a group by which more people get in, or may be let in: every one of 18.9 whose description says so. */
export const widerGroups: Admission['wider'] = {
  visibility: ['private', 'internal', 'public'],
  membership_lock: CLOSES,
  share_with_group_lock: CLOSES,
  prevent_sharing_groups_outside_hierarchy: CLOSES,
  prevent_forking_outside_group: CLOSES,
  require_two_factor_authentication: CLOSES,
  ip_restriction_ranges: { each: 'lets-in', none: 'lets-all-in' },
  allowed_email_domains_list: { each: 'lets-in', none: 'lets-all-in' },
  wiki_access_level: ['disabled', 'private', 'enabled'],
};

/** Those that decide who may come: who is there stays. */
export const entranceGroups: ReadonlySet<string> = new Set([
  ...['membership_lock', 'share_with_group_lock', 'prevent_sharing_groups_outside_hierarchy'],
  ...['prevent_forking_outside_group', 'allowed_email_domains_list'],
]);
