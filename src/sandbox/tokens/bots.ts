import { randomBytes } from 'node:crypto';
import type { Source } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { newUser } from '../users/new-user.ts';
import { firstProjectsLimit } from '../users/projects-limit.ts';
import type { UserRow } from '../users/rows.ts';
import { addMember } from '../members/changes.ts';
import { listPrimaryEmail } from '../users/primary-email.ts';

/** The user behind a new group or project token, and its membership (POST …/access_tokens, 18.9). */
export function createBot(context: RequestContext, source: Source, name: string, level: number): UserRow {
  const { state, clock, externalUrl } = context.platform;
  const username = `${source.type}_${source.row.id}_bot_${randomBytes(16).toString('hex')}`;
  const bot = state.users.insert({
    username,
    name,
    email: `${username}@noreply.${new URL(externalUrl).hostname}`,
    type: 'project_bot',
    ...newUser(timestamp(clock)),
    // A bot is as external as the one who made it.
    external: actor(context).external,
    created_by_id: actor(context).id,
    profile: { projects_limit: firstProjectsLimit(state.settings) },
  });
  listPrimaryEmail(context, bot);
  const member = addMember(context, source, { user: bot, access_level: level, expires_at: null, member_role_id: null });
  // Nobody is told as who added a bot (GET members, 18.9).
  state.members.update(member, { created_by_id: null });
  return bot;
}
