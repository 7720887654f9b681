import { audit } from '../admin/audit.ts';
import { actor } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { keepPicture } from '../groups/pictures.ts';
import { badRequest, failure, forbidden, message, noContent, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { administered } from './records.ts';

const largestAvatar = 200 * 1024;

export const userProfileRoutes = [
  // PATCH /users/:id/disable_two_factor: never for administrators (18.9).
  route({
    method: 'PATCH',
    path: '/users/:id/disable_two_factor',
    params: { id: { type: 'integer', required: true } },
    access: administered,
    handle: ({ context, subject }) => {
      if (subject.admin) {
        const text = 'Two-factor authentication for admins cannot be disabled via the API. Use the Rails console';
        refuse(forbidden(text));
      }
      if (!subject.two_factor_enabled) {
        refuse(badRequest('Two-factor authentication is not enabled for this user'));
      }
      const now = timestamp(context.platform.clock);
      context.platform.state.users.update(subject, { two_factor_enabled: false, updated_at: now });
      const details = { change: 'two_factor_enabled', from: true, to: false };
      // Guess: the name of this event; no recording has it.
      audit(context, { event: 'user_disable_two_factor', entity: { type: 'User', row: subject }, details });
      return noContent();
    },
  }),
  // DELETE /users/:id/identities/:provider (18.9).
  route({
    method: 'DELETE',
    path: '/users/:id/identities/:provider',
    params: { id: { type: 'integer', required: true } },
    access: administered,
    handle: ({ context, args, subject }) => {
      const known = subject.profile['identities'];
      const all = Array.isArray(known) ? (known as readonly Json[]) : [];
      const left = all.filter((one) => !isJsonObject(one) || one['provider'] !== args.provider);
      if (left.length === all.length) refuse(notFound('Identity'));
      const profile = { ...subject.profile, identities: left };
      context.platform.state.users.update(subject, { profile, updated_at: timestamp(context.platform.clock) });
      const details = { remove: 'identity', from: args.provider };
      // Guess: the name of this event; no recording has it.
      audit(context, { event: 'identity_destroyed', entity: { type: 'User', row: subject }, details });
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
    handle: ({ context, args }) => {
      const halfYearAgo = new Date(context.platform.clock.now().getTime() - 183 * 86_400_000).toISOString();
      const from = (args.from ?? halfYearAgo).slice(0, 10);
      const rows = context.platform.state.users.all().filter((user) => {
        const shown = context.admin || user.profile['private_profile'] !== true;
        return shown && user.last_activity_on !== null && user.last_activity_on >= from;
      });
      const sorted = rows.toSorted((a, b) => ((a.last_activity_on ?? '') < (b.last_activity_on ?? '') ? -1 : 1));
      return paginate(context, args, sorted, (user) => ({
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
    handle: ({ context, args, subject }) => {
      if (isJsonObject(args.avatar) && typeof args.avatar['size'] === 'number' && args.avatar['size'] > largestAvatar) {
        return refuse(message(400, 'Avatar is too big (should be at most 200 KiB)'));
      }
      const avatar_url = keepPicture(context, `user/avatar/${subject.id}`, args.avatar);
      if (avatar_url === undefined) return refuse(failure(400, 'avatar is invalid'));
      context.platform.state.users.update(subject, { profile: { ...subject.profile, avatar_url } });
      return ok({ avatar_url });
    },
  }),
];
