import { randomBytes } from 'node:crypto';
import type { Source } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import type { UserRow } from '../rows.ts';
import { addMember } from './member-changes.ts';

/** The user behind a new group or project token, and its membership (POST …/access_tokens, 18.9). */
export function createBot(call: Call, source: Source, name: string, level: number): UserRow {
  const { state, clock, externalUrl } = call.world;
  const username = `${source.type}_${source.row.id}_bot_${randomBytes(16).toString('hex')}`;
  const now = timestamp(clock);
  const bot = state.users.insert({
    username,
    name,
    email: `${username}@noreply.${new URL(externalUrl).hostname}`,
    unconfirmed_email: null,
    state: 'active',
    type: 'project_bot',
    admin: false,
    auditor: false,
    // A bot is as external as the one who made it.
    external: actor(call).external,
    can_create_group: false,
    two_factor_enabled: false,
    confirmed_at: now,
    created_at: now,
    updated_at: now,
    last_activity_on: null,
    last_sign_in_at: null,
    created_by_id: actor(call).id,
    provisioned_by_group_id: null,
    profile: {},
  });
  addMember(call, source, { user: bot, access_level: level, expires_at: null, member_role_id: null });
  return bot;
}
