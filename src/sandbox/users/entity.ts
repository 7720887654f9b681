import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { projectsLimit } from './projects-limit.ts';
import type { UserRow } from './rows.ts';
import { followees, followers, follows } from './follows.ts';

/** The short form of a user, as it stands inside other objects (APIEntitiesUserBasic, 18.9). */
export function basicUser(context: RequestContext, user: UserRow): JsonObject {
  return {
    id: user.id,
    username: user.username,
    // A user who told none has none; an emptied one is empty.
    public_email: user.profile['public_email'] ?? null,
    name: user.name,
    state: user.state,
    locked: false,
    avatar_url: user.profile['avatar_url'] ?? null,
    web_url: `${context.platform.externalUrl}/${user.username}`,
  };
}

const texts = ['bio', 'location', 'linkedin', 'twitter', 'discord', 'website_url', 'github', 'job_title'];

/** What any signed-in user sees of a single user; a private profile keeps some of it back (GET /users/:id, 18.9). */
export function shownUser(context: RequestContext, user: UserRow): JsonObject {
  const closed = isClosed(user) && !context.admin && context.user?.id !== user.id;
  return {
    ...basicUser(context, user),
    ...(closed ? {} : { created_at: user.created_at }),
    ...Object.fromEntries(texts.map((name) => [name, user.profile[name] ?? ''])),
    pronouns: user.profile['pronouns'] ?? null,
    organization: user.profile['organization'] ?? '',
    bot: user.type !== 'human',
    work_information: workInformation(user),
    // Nobody follows themselves.
    ...(closed || context.user?.id === user.id ? {} : following(context, user)),
    local_time: null,
  };
}

/** A private profile, or that of somebody who is locked out (GET /users/:id, 18.9). */
function isClosed(user: UserRow): boolean {
  return user.profile['private_profile'] === true || lockedOut.includes(user.state);
}

/** States in which users are hidden from those who are no administrators; auditors are none (GET /users, 18.9). */
export const lockedOut: readonly UserRow['state'][] = ['blocked', 'ldap_blocked', 'banned'];

/** "Engineer at Acme", or whichever of the two is told. */
function workInformation(user: UserRow): string | null {
  const parts = [user.profile['job_title'], user.profile['organization']].map(textOf).filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join(' at ');
}

function following(context: RequestContext, user: UserRow): JsonObject {
  const { state } = context.platform;
  return {
    followers: followers(state, user).length,
    following: followees(state, user).length,
    ...(context.user !== undefined && { is_followed: follows(state, context.user, user) }),
  };
}

/** What users see of themselves, as on GET /user. */
export function ownUser(context: RequestContext, user: UserRow): JsonObject {
  const { profile } = user;
  return {
    ...shownUser(context, user),
    last_sign_in_at: user.last_sign_in_at,
    confirmed_at: user.confirmed_at,
    last_activity_on: user.last_activity_on,
    email: user.email,
    theme_id: profile['theme_id'] ?? 3,
    color_scheme_id: profile['color_scheme_id'] ?? 1,
    projects_limit: projectsLimit(context.platform.state, user),
    current_sign_in_at: user.last_sign_in_at,
    identities: profile['identities'] ?? [],
    can_create_group: user.can_create_group,
    can_create_project: projectsLimit(context.platform.state, user) > 0,
    two_factor_enabled: user.two_factor_enabled,
    external: user.external,
    private_profile: profile['private_profile'] ?? false,
    commit_email: profile['commit_email'] ?? user.email,
    preferred_language: profile['preferred_language'] ?? 'en',
    shared_runners_minutes_limit: profile['shared_runners_minutes_limit'] ?? null,
    extra_shared_runners_minutes_limit: profile['extra_shared_runners_minutes_limit'] ?? null,
    scim_identities: [],
  };
}

/** What a list of a group's own people shows of each, whoever asks: what they see of themselves, but for what is asked of who looks (18.9). */
export function provisionedUser(context: RequestContext, user: UserRow): JsonObject {
  return ownUser({ ...context, user: undefined, admin: false }, user);
}

/** What an administrator sees (APIEntitiesUserWithAdmin, 18.9). */
export function fullUser(context: RequestContext, user: UserRow): JsonObject {
  const { edition, state } = context.platform;
  const author = user.created_by_id === null ? undefined : state.users.get(user.created_by_id);
  return {
    ...ownUser(context, user),
    is_admin: user.admin,
    note: user.profile['note'] ?? null,
    namespace_id: user.id,
    created_by: author === undefined ? null : basicUser(context, author),
    using_license_seat: usesSeat(context, user),
    ...(licensed(edition, 'premium')
      ? {
          is_auditor: user.auditor,
          provisioned_by_group_id: user.provisioned_by_group_id,
          enterprise_group_id: null,
          enterprise_group_associated_at: null,
        }
      : {}),
  };
}

/** What an administrator sees of a single user: also how high the user stands, and the sign-ins (GET /users/:id, 18.9). */
export function administratorsUser(context: RequestContext, user: UserRow): JsonObject {
  return {
    ...fullUser(context, user),
    // What is bought on GitLab.com; elsewhere there is no plan.
    plan: null,
    trial: false,
    highest_role: highestRole(context, user),
    current_sign_in_ip: null,
    last_sign_in_ip: null,
    sign_in_count: 0,
  };
}

/** Seats are taken by active people: of no licence by nobody, of Ultimate only by those above Guest somewhere. */
function usesSeat(context: RequestContext, user: UserRow): boolean {
  if (user.state !== 'active' || user.type !== 'human' || !licensed(context.platform.edition, 'premium')) return false;
  if (!licensed(context.platform.edition, 'ultimate')) return true;
  return highestRole(context, user) > 10;
}

const tenMinutes = 600_000;

/** The highest level of a user; a job that runs ten minutes after each change works it out (GET /users, 18.9). */
function highestRole(context: RequestContext, user: UserRow): number {
  const { state, clock } = context.platform;
  const latest = clock.now().getTime() - tenMinutes;
  const settled = state.membersByUser(user.id).filter((member) => Date.parse(member.created_at) <= latest);
  return Math.max(0, ...settled.map((member) => member.access_level));
}
