import type { Params } from '../http/params.ts';

/** The attributes that POST and PUT /users share and that carry no rule of their own (18.9). */
const plain = {
  linkedin: { type: 'string' },
  twitter: { type: 'string' },
  discord: { type: 'string' },
  github: { type: 'string' },
  website_url: { type: 'string' },
  organization: { type: 'string' },
  projects_limit: { type: 'integer' },
  extern_uid: { type: 'string' },
  provider: { type: 'string' },
  bio: { type: 'string' },
  location: { type: 'string' },
  pronouns: { type: 'string' },
  public_email: { type: 'string' },
  commit_email: { type: 'string' },
  theme_id: { type: 'integer' },
  color_scheme_id: { type: 'integer' },
  private_profile: { type: 'boolean' },
  note: { type: 'string' },
  shared_runners_minutes_limit: { type: 'integer' },
  extra_shared_runners_minutes_limit: { type: 'integer' },
} as const satisfies Params;

/** The names that end up in a user's profile. */
export const profileNames = Object.keys(plain).filter((name) => name !== 'extern_uid' && name !== 'provider');

/** Accepted and without an effect that any response shows. */
const unseen = {
  avatar: { type: 'file' },
  group_id_for_saml: { type: 'integer' },
  view_diffs_file_by_file: { type: 'boolean' },
  policy_advanced_editor: { type: 'boolean' },
} as const satisfies Params;

const flags = {
  admin: { type: 'boolean' },
  auditor: { type: 'boolean' },
  can_create_group: { type: 'boolean' },
  external: { type: 'boolean' },
} as const satisfies Params;

export const createUserParams = {
  email: { type: 'string', required: true },
  password: { type: 'string' },
  reset_password: { type: 'boolean' },
  skip_confirmation: { type: 'boolean' },
  name: { type: 'string', required: true },
  username: { type: 'string', required: true },
  force_random_password: { type: 'boolean' },
  ...plain,
  ...flags,
  ...unseen,
} as const satisfies Params;

export const updateUserParams = {
  id: { type: 'integer', required: true },
  email: { type: 'string' },
  password: { type: 'string' },
  skip_reconfirmation: { type: 'boolean' },
  name: { type: 'string' },
  username: { type: 'string' },
  ...plain,
  ...flags,
  ...unseen,
} as const satisfies Params;
