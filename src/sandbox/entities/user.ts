import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import type { JsonObject } from '../json.ts';
import type { UserRow } from '../rows.ts';
import { followees, followers, follows } from '../user-follows.ts';

/** The short form of a user, as it stands inside other objects (APIEntitiesUserBasic, 18.9). */
export function basicUser(call: Call, user: UserRow): JsonObject {
  return {
    id: user.id,
    username: user.username,
    public_email: user.profile['public_email'] ?? '',
    name: user.name,
    state: user.state,
    locked: false,
    avatar_url: user.profile['avatar_url'] ?? null,
    web_url: `${call.world.externalUrl}/${user.username}`,
  };
}

const texts = ['bio', 'location', 'linkedin', 'twitter', 'discord', 'website_url', 'github', 'job_title', 'pronouns'];

/** What any signed-in user sees of a single user; a private profile keeps some of it back (GET /users/:id, 18.9). */
export function shownUser(call: Call, user: UserRow): JsonObject {
  const closed = user.profile['private_profile'] === true && !call.admin && call.user?.id !== user.id;
  return {
    ...basicUser(call, user),
    ...(closed ? {} : { created_at: user.created_at }),
    ...Object.fromEntries(texts.map((name) => [name, user.profile[name] ?? ''])),
    organization: user.profile['organization'] ?? '',
    bot: user.type !== 'human',
    work_information: null,
    ...(closed ? {} : following(call, user)),
    local_time: null,
  };
}

function following(call: Call, user: UserRow): JsonObject {
  const { state } = call.world;
  return {
    followers: followers(state, user).length,
    following: followees(state, user).length,
    is_followed: call.user !== undefined && follows(state, call.user, user),
  };
}

/** What users see of themselves, as on GET /user. */
export function ownUser(call: Call, user: UserRow): JsonObject {
  const { profile } = user;
  return {
    ...shownUser(call, user),
    last_sign_in_at: user.last_sign_in_at,
    confirmed_at: user.confirmed_at,
    last_activity_on: user.last_activity_on,
    email: user.email,
    theme_id: profile['theme_id'] ?? 3,
    color_scheme_id: profile['color_scheme_id'] ?? 1,
    projects_limit: profile['projects_limit'] ?? call.world.state.settings['default_projects_limit'] ?? 100000,
    current_sign_in_at: user.last_sign_in_at,
    identities: profile['identities'] ?? [],
    can_create_group: user.can_create_group,
    can_create_project: true,
    two_factor_enabled: user.two_factor_enabled,
    external: user.external,
    private_profile: profile['private_profile'] ?? false,
    commit_email: profile['commit_email'] ?? user.email,
    preferred_language: profile['preferred_language'] ?? 'en',
    ...(licensed(call.world.edition, 'premium')
      ? {
          shared_runners_minutes_limit: profile['shared_runners_minutes_limit'] ?? null,
          extra_shared_runners_minutes_limit: profile['extra_shared_runners_minutes_limit'] ?? null,
          scim_identities: [],
        }
      : {}),
  };
}

/** What an administrator sees (APIEntitiesUserWithAdmin, 18.9). */
export function fullUser(call: Call, user: UserRow): JsonObject {
  const { edition, state } = call.world;
  const author = user.created_by_id === null ? undefined : state.users.get(user.created_by_id);
  return {
    ...ownUser(call, user),
    is_admin: user.admin,
    note: user.profile['note'] ?? null,
    namespace_id: user.id,
    created_by: author === undefined ? null : basicUser(call, author),
    email_reset_offered_at: null,
    ...(licensed(edition, 'premium')
      ? {
          using_license_seat: usesSeat(call, user),
          is_auditor: user.auditor,
          provisioned_by_group_id: user.provisioned_by_group_id,
          enterprise_group_id: null,
          enterprise_group_associated_at: null,
        }
      : {}),
  };
}

/** What an administrator sees of a single user: also how high the user stands, and the sign-ins (GET /users/:id, 18.9). */
export function administratorsUser(call: Call, user: UserRow): JsonObject {
  const levels = call.world.state.membersByUser(user.id).map((member) => member.access_level);
  return {
    ...fullUser(call, user),
    // What is bought on GitLab.com; elsewhere there is no plan.
    ...(licensed(call.world.edition, 'premium') ? { plan: null, trial: false } : {}),
    highest_role: Math.max(0, ...levels),
    current_sign_in_ip: null,
    last_sign_in_ip: null,
    sign_in_count: 0,
  };
}

/** Seats are taken by active people; on Ultimate only by those above Guest somewhere. */
export function usesSeat(call: Call, user: UserRow): boolean {
  if (user.state !== 'active' || user.type !== 'human') return false;
  if (!licensed(call.world.edition, 'ultimate')) return true;
  return call.world.state.membersByUser(user.id).some((member) => member.access_level > 10);
}
