import { audit } from '../audit.ts';
import { actor } from '../call.ts';
import { timestamp } from '../clock.ts';
import { isJsonObject } from '../json.ts';
import type { Json } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { badRequest, failure, forbidden, message, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { Call } from '../call.ts';
import type { UserRow } from '../rows.ts';
import { administered } from './user-records.ts';

const largestAvatar = 200 * 1024;

export const userProfileRoutes = [
  // PATCH /users/:id/disable_two_factor: never for administrators (18.9).
  route({
    method: 'PATCH',
    path: '/users/:id/disable_two_factor',
    params: { id: { type: 'integer', required: true } },
    access: administered,
    handle: ({ call, subject }) => {
      if (subject.admin) {
        const text = 'Two-factor authentication for admins cannot be disabled via the API. Use the Rails console';
        refuse(forbidden(text));
      }
      if (!subject.two_factor_enabled) {
        refuse(badRequest('Two-factor authentication is not enabled for this user'));
      }
      const now = timestamp(call.world.clock);
      call.world.state.users.update(subject, { two_factor_enabled: false, updated_at: now });
      const details = { change: 'two_factor_enabled', from: true, to: false };
      audit(call, { event: 'user_disable_two_factor', entity: { type: 'User', row: subject }, details });
      return noContent();
    },
  }),
  // DELETE /users/:id/identities/:provider (18.9).
  route({
    method: 'DELETE',
    path: '/users/:id/identities/:provider',
    params: { id: { type: 'integer', required: true } },
    access: administered,
    handle: ({ call, args, subject }) => {
      const known = subject.profile['identities'];
      const all = Array.isArray(known) ? (known as readonly Json[]) : [];
      const left = all.filter((one) => !isJsonObject(one) || one['provider'] !== args.provider);
      if (left.length === all.length) refuse(notFound('Identity'));
      const profile = { ...subject.profile, identities: left };
      call.world.state.users.update(subject, { profile, updated_at: timestamp(call.world.clock) });
      const details = { remove: 'identity', from: args.provider };
      audit(call, { event: 'identity_destroyed', entity: { type: 'User', row: subject }, details });
      return noContent();
    },
  }),
  // GET /user/activities: oldest first; private profiles for administrators alone (18.9).
  route({
    method: 'GET',
    path: '/user/activities',
    scopes: ['read_user'],
    params: { from: { type: 'datetime' }, ...paged },
    access: actor,
    handle: ({ call, args }) => {
      const halfYearAgo = new Date(call.world.clock.now().getTime() - 183 * 86_400_000).toISOString();
      const from = (args.from ?? halfYearAgo).slice(0, 10);
      const rows = call.world.state.users.all().filter((user) => {
        const shown = call.admin || user.profile['private_profile'] !== true;
        return shown && user.last_activity_on !== null && user.last_activity_on >= from;
      });
      const sorted = rows.toSorted((a, b) => ((a.last_activity_on ?? '') < (b.last_activity_on ?? '') ? -1 : 1));
      return paginate(call, args, sorted, (user) => ({
        username: user.username,
        last_activity_on: user.last_activity_on,
        last_activity_at: user.last_activity_on,
      }));
    },
  }),
  // PUT /user/avatar: an image of at most 200 KiB; since 17.0 (18.9).
  route({
    method: 'PUT',
    path: '/user/avatar',
    since: '17.0',
    params: { avatar: { type: 'file', required: true } },
    access: actor,
    handle: ({ call, args, subject }) => {
      const avatar_url = avatarUrl(call, subject, args.avatar);
      if (avatar_url === undefined) return refuse(failure(400, 'avatar is invalid'));
      if (isJsonObject(args.avatar) && typeof args.avatar['size'] === 'number' && args.avatar['size'] > largestAvatar) {
        return refuse(message(400, 'Avatar is too big (should be at most 200 KiB)'));
      }
      call.world.state.users.update(subject, { profile: { ...subject.profile, avatar_url } });
      return ok({ avatar_url });
    },
  }),
];

/** Where an uploaded picture of a user is found; undefined when nothing was uploaded. */
export function avatarUrl(call: Call, user: UserRow, upload: Json | undefined): string | undefined {
  if (!isJsonObject(upload) || typeof upload['filename'] !== 'string') return undefined;
  return `${call.world.externalUrl}/uploads/-/system/user/avatar/${user.id}/${upload['filename']}`;
}
