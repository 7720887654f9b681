import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { isJsonObject } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow } from './rows.ts';

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
    handle: ({ context, subject }) => ok(entity(context, subject)),
  }),
  // PUT /user/preferences: at least one of them (18.9).
  route({
    method: 'PUT',
    path: '/user/preferences',
    params: preferenceParams,
    rules: [{ atLeastOne: Object.keys(preferenceParams) }],
    access: actor,
    handle: ({ context, args, subject }) => {
      const preferences = { ...known(subject), ...args };
      context.platform.state.users.update(subject, { profile: { ...subject.profile, preferences } });
      return ok(entity(context, subject));
    },
  }),
];

function known(user: UserRow): JsonObject {
  const kept = user.profile['preferences'];
  return isJsonObject(kept) ? kept : {};
}

function entity(context: RequestContext, user: UserRow): JsonObject {
  const kept = known(user);
  return {
    id: user.id,
    user_id: user.id,
    view_diffs_file_by_file: kept['view_diffs_file_by_file'] ?? false,
    show_whitespace_in_diffs: kept['show_whitespace_in_diffs'] ?? true,
    pass_user_identities_to_ci_jwt: kept['pass_user_identities_to_ci_jwt'] ?? false,
    ...(licensed(context.platform.edition, 'premium')
      ? { policy_advanced_editor: kept['policy_advanced_editor'] ?? false }
      : {}),
  };
}
