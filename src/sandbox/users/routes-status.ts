import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { Args, Params } from '../http/params.ts';
import { invalid, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow } from './rows.ts';
import { userNamed } from './records.ts';

const hour = 3_600_000;

/** After how long a status may clear itself. */
const lifetimes: Readonly<Record<string, number>> = {
  '30_minutes': hour / 2,
  '3_hours': 3 * hour,
  '8_hours': 8 * hour,
  '1_day': 24 * hour,
  '3_days': 72 * hour,
  '7_days': 168 * hour,
  '30_days': 720 * hour,
};

const statusParams = {
  emoji: { type: 'string' },
  message: { type: 'string' },
  availability: { type: 'string' },
  clear_status_after: { type: 'string', values: Object.keys(lifetimes) },
} as const satisfies Params;

type Sent = Args<typeof statusParams>;

export const userStatusRoutes = [
  // GET /users/:user_id/status: by id or username, also without a token (18.9).
  route({
    method: 'GET',
    path: '/users/:user_id/status',
    scopes: ['read_user'],
    anonymous: true,
    access: (context, args) => userNamed(context, args.user_id),
    handle: ({ context, subject }) => ok(statusEntity(statusOf(context, subject))),
  }),
  // GET /user/status (18.9).
  route({
    method: 'GET',
    path: '/user/status',
    scopes: ['read_user'],
    access: actor,
    handle: ({ context, subject }) => ok(statusEntity(statusOf(context, subject))),
  }),
  // PUT /user/status: what is not sent is emptied (18.9).
  route({
    method: 'PUT',
    path: '/user/status',
    params: statusParams,
    access: actor,
    handle: ({ context, args, subject }) => setStatus(context, subject, { ...nothing, ...args }),
  }),
  // PATCH /user/status: what is not sent stays; nothing at all is 200 with null (18.9).
  route({
    method: 'PATCH',
    path: '/user/status',
    params: statusParams,
    access: actor,
    handle: ({ context, args, subject }) =>
      Object.keys(args).length === 0 ? ok(null) : setStatus(context, subject, args),
  }),
];

const nothing: Sent = { emoji: null, message: null, availability: null, clear_status_after: null };

/** The status that a user has set, unless its time is over. */
function statusOf(context: RequestContext, user: UserRow): JsonObject | undefined {
  const known = user.profile['status'];
  if (!isJsonObject(known)) return undefined;
  const ends = known['clear_status_at'];
  return typeof ends === 'string' && ends <= context.platform.clock.now().toISOString() ? undefined : known;
}

/** Without an emoji, a text and an availability there is no status left. */
function setStatus(context: RequestContext, user: UserRow, sent: Sent): Reply {
  const known = statusOf(context, user);
  const blank = [sent.emoji, sent.message, sent.availability].every((value) => value == null || value === '');
  const status = blank ? null : { ...known, ...changes(context, sent) };
  context.platform.state.users.update(user, { profile: { ...user.profile, status } });
  return ok(status === null ? null : statusEntity(status));
}

/** A status without an emoji speaks by a balloon; names of emoji are short words without spaces. */
function changes(context: RequestContext, sent: Sent): JsonObject {
  const emoji = sent.emoji == null || sent.emoji === '' ? 'speech_balloon' : sent.emoji;
  if (!/^[a-z0-9_+-]+$/.test(emoji)) refuse(invalid({ emoji: ['is not a valid emoji name'] }));
  if ((sent.message ?? '').length > 100) {
    refuse(invalid({ message: ['is too long (maximum is 100 characters)'] }));
  }
  const life = lifetimes[sent.clear_status_after ?? ''];
  const ends = life === undefined ? null : new Date(context.platform.clock.now().getTime() + life).toISOString();
  return {
    emoji,
    ...(sent.message === undefined ? {} : { message: sent.message }),
    ...(sent.availability == null || sent.availability === ''
      ? {}
      : { availability: availabilityOf(sent.availability) }),
    ...(sent.clear_status_after === undefined ? {} : { clear_status_at: ends }),
  };
}

/** A word that is no availability counts as none (PUT /user/status, 18.9). */
function availabilityOf(sent: string): string {
  return sent === 'busy' ? sent : 'not_set';
}

/** A status (APIEntitiesUserStatus, 18.9). */
function statusEntity(status: JsonObject | undefined): Json {
  const message = status?.['message'] ?? null;
  return {
    emoji: status?.['emoji'] ?? null,
    message,
    availability: status === undefined ? null : (status['availability'] ?? 'not_set'),
    message_html: escaped(textOf(message)),
    clear_status_at: status?.['clear_status_at'] ?? null,
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
