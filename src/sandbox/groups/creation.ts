import { randomBytes } from 'node:crypto';
import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { licensed } from '../store/edition.ts';
import { textOf, type Json } from '../store/json.ts';
import { message, refuse } from '../http/reply.ts';
import type { GroupRow, Visibility } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { visibilitySetting } from '../settings/typed-settings.ts';
import { settledAttributes } from './attribute-changes.ts';
import { initialAttributes, refuseBreaking } from './attributes.ts';
import { avatarErrors, avatarOf } from './avatar.ts';
import { addOwner } from './owner.ts';
import { childPath, groupErrors, printedErrors } from './rules.ts';

export const visibilities = ['private', 'internal', 'public'] as const;

/** Levels that the instance keeps for administrators. */
export function restrictedError(context: RequestContext, wanted: Visibility): Record<string, readonly string[]> {
  const restricted = context.platform.state.settings['restricted_visibility_levels'];
  if (context.admin || !Array.isArray(restricted) || !restricted.some((level) => level === wanted)) return {};
  return { visibility_level: [`${wanted} has been restricted by your GitLab administrator`] };
}

export type Sent = Readonly<Record<string, unknown>>;

/** Makes a group with its creator as Owner; what its model says against it is refused (POST /groups, 18.9). */
export function createGroup(
  context: RequestContext,
  user: UserRow,
  parent: GroupRow | undefined,
  sent: Sent,
): GroupRow {
  const { state, clock } = context.platform;
  const draft = {
    name: textOf(sent['name']),
    path: textOf(sent['path']),
    visibility: visibilityOf(sent['visibility']) ?? visibilitySetting(state.settings, 'default_group_visibility'),
  };
  const errors = {
    ...groupErrors(state, draft, parent),
    ...restrictedError(context, draft.visibility),
    ...avatarErrors(jsonOf(sent)['avatar']),
  };
  if (Object.keys(errors).length > 0) refuse(message(400, `Failed to save group ${printedErrors(errors)}`));
  refuseBreaking(jsonOf(sent));
  const now = timestamp(clock);
  const row: Omit<GroupRow, 'id'> = {
    ...draft,
    full_path: childPath(parent, draft.path),
    parent_id: parent?.id ?? null,
    archived: false,
    marked_for_deletion_on: null,
    deleting: false,
    created_at: now,
    updated_at: now,
    runners_token: `GR1348941${randomBytes(10).toString('hex')}`,
    attributes: initialAttributes(context, parent),
  };
  // What is refused leaves no group behind.
  const settled = settledAttributes(context, { ...row, id: 0 }, jsonOf(sent));
  const group = state.groups.insert({ ...row, attributes: { ...row.attributes, ...settled } });
  state.groups.update(group, {
    attributes: { ...group.attributes, ...avatarOf(context, group, jsonOf(sent)['avatar']) },
  });
  audit(context, { event: 'group_created', entity: { type: 'Group', row: group }, details: { add: 'group' } });
  // Owners above and administrators, too, get a row of their own (POST /groups, 18.9).
  addOwner(context, user, group);
  linkDirectory(context, group, sent);
  return group;
}

/** The old pair for a single link of the directory still makes one (POST /groups, 18.9). */
function linkDirectory(context: RequestContext, group: GroupRow, sent: Sent): void {
  const { ldap_cn: cn, ldap_access: level } = sent;
  if (typeof cn !== 'string' || cn === '' || typeof level !== 'number') return;
  if (!licensed(context.platform.edition, 'premium')) return;
  const link = { group_id: group.id, cn, filter: null, provider: 'ldapmain', group_access: level };
  context.platform.state.ldapLinks.insert({ ...link, member_role_id: null });
}

export function visibilityOf(value: unknown): Visibility | undefined {
  return visibilities.find((level) => level === value);
}

/** The parameter layer hands out nothing but JSON values. */
export function jsonOf(sent: Sent): Readonly<Record<string, Json | undefined>> {
  return sent as Readonly<Record<string, Json | undefined>>;
}
