import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import { isJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { ok } from '../reply.ts';
import { route } from '../route.ts';
import type { UserRow } from '../rows.ts';

const flag = { type: 'boolean' } as const;

const preferenceParams = {
  view_diffs_file_by_file: flag,
  show_whitespace_in_diffs: flag,
  pass_user_identities_to_ci_jwt: flag,
  policy_advanced_editor: { ...flag, tier: 'premium' },
} as const;

export const userPreferenceRoutes = [
  // GET /user/preferences (18.9).
  route({
    method: 'GET',
    path: '/user/preferences',
    scopes: ['read_user'],
    access: actor,
    handle: ({ call, subject }) => ok(entity(call, subject)),
  }),
  // PUT /user/preferences: at least one of them (18.9).
  route({
    method: 'PUT',
    path: '/user/preferences',
    params: preferenceParams,
    rules: [{ atLeastOne: Object.keys(preferenceParams) }],
    access: actor,
    handle: ({ call, args, subject }) => {
      const preferences = { ...known(subject), ...args };
      call.world.state.users.update(subject, { profile: { ...subject.profile, preferences } });
      return ok(entity(call, subject));
    },
  }),
];

function known(user: UserRow): JsonObject {
  const kept = user.profile['preferences'];
  return isJsonObject(kept) ? kept : {};
}

function entity(call: Call, user: UserRow): JsonObject {
  const kept = known(user);
  return {
    id: user.id,
    user_id: user.id,
    view_diffs_file_by_file: kept['view_diffs_file_by_file'] ?? false,
    show_whitespace_in_diffs: kept['show_whitespace_in_diffs'] ?? true,
    pass_user_identities_to_ci_jwt: kept['pass_user_identities_to_ci_jwt'] ?? false,
    ...(licensed(call.world.edition, 'premium')
      ? { policy_advanced_editor: kept['policy_advanced_editor'] ?? false }
      : {}),
  };
}
