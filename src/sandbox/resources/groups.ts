import { randomBytes } from 'node:crypto';
import { levelOn } from '../access.ts';
import { audit } from '../audit.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { licensed } from '../edition.ts';
import { groupDetail } from '../entities/group.ts';
import { findGroup, readableGroup } from '../find.ts';
import { textOf } from '../json.ts';
import type { Json } from '../json.ts';
import { created, forbidden, invalid, message, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, UserRow, Visibility } from '../rows.ts';
import { visibilitySetting } from '../settings.ts';
import { shownAttributes } from './custom-attribute-rules.ts';
import { attributeParams, initialAttributes, settledAttributes } from './group-attributes.ts';
import { avatarErrors, avatarOf } from './group-avatar.ts';
import { changedGroup } from './group-change-right.ts';
import { mayCreateSubgroup, mayCreateTopGroup } from './group-creation-right.ts';
import { addOwner } from './group-owner.ts';
import { keepPicture } from './group-picture.ts';
import { childPath, groupErrors, loweringErrors, printedErrors, rewritePaths } from './group-rules.ts';
import { disableRunnersBelow } from './group-runners.ts';
import { groupUserRoutes } from './group-users.ts';

const visibilities = ['private', 'internal', 'public'] as const;

export const groupRoutes = [
  ...groupUserRoutes,
  // GET /groups/:id: `with_projects` defaults to true (18.9).
  route({
    method: 'GET',
    path: '/groups/:id',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: { with_projects: { type: 'boolean' }, with_custom_attributes: { type: 'boolean' } },
    access: readableGroup,
    handle: ({ call, args, subject }) => {
      const projects = args.with_projects === false ? 'without projects' : 'with projects';
      const attributes = args.with_custom_attributes === true ? shownAttributes(call, 'group', subject.id) : {};
      return ok({ ...groupDetail(call, subject, projects), ...attributes });
    },
  }),
  // POST /groups: errors come as a printed Ruby hash; the creator becomes Owner (18.9).
  route({
    method: 'POST',
    path: '/groups',
    params: {
      ...attributeParams('create'),
      name: { type: 'string', required: true },
      path: { type: 'string', required: true },
      parent_id: { type: 'integer' },
      organization_id: { type: 'integer' },
      visibility: { type: 'string', values: visibilities },
      avatar: { type: 'file' },
    },
    rules: [{ allOrNone: ['ldap_cn', 'ldap_access'] }],
    access: actor,
    handle: ({ call, args, subject: user }) => {
      const sent: Readonly<Record<string, unknown>> = args;
      // There is one organization here.
      if (sent['organization_id'] != null && sent['organization_id'] !== 1) refuse(notFound('Organization'));
      const parentId = typeof sent['parent_id'] === 'number' ? sent['parent_id'] : undefined;
      const parent = parentId === undefined ? undefined : findGroup(call, parentId);
      if (parent === undefined ? !mayCreateTopGroup(call, user) : !mayCreateSubgroup(call, parent)) refuse(forbidden());
      if (sent['shared_runners_minutes_limit'] != null && !call.admin) refuse(forbidden());
      return created(groupDetail(call, createGroup(call, user, parent, sent), 'after a change'));
    },
  }),
  // PUT /groups/:id: parent_id is ignored, only a transfer moves a group (18.9).
  route({
    method: 'PUT',
    path: '/groups/:id',
    params: {
      ...attributeParams('update'),
      name: { type: 'string' },
      path: { type: 'string' },
      visibility: { type: 'string', values: visibilities },
      avatar: { type: 'file' },
    },
    rules: [{ allOrNone: ['ldap_cn', 'ldap_access'] }],
    access: changedGroup,
    handle: ({ call, args, subject }) => {
      updateGroup(call, subject, args);
      return ok(groupDetail(call, subject, 'with projects'));
    },
  }),
];

/** Levels that the instance keeps for administrators. */
function restrictedError(call: Call, wanted: Visibility): Record<string, readonly string[]> {
  const restricted = call.world.state.settings['restricted_visibility_levels'];
  if (call.admin || !Array.isArray(restricted) || !restricted.some((level) => level === wanted)) return {};
  return { visibility_level: [`${wanted} has been restricted by your GitLab administrator`] };
}

type Sent = Readonly<Record<string, unknown>>;

/** Makes a group with its creator as Owner; what its model says against it is refused (POST /groups, 18.9). */
export function createGroup(call: Call, user: UserRow, parent: GroupRow | undefined, sent: Sent): GroupRow {
  const { state, clock } = call.world;
  const draft = {
    name: textOf(sent['name']),
    path: textOf(sent['path']),
    visibility: visibilityOf(sent['visibility']) ?? visibilitySetting(state.settings, 'default_group_visibility'),
  };
  const errors = {
    ...groupErrors(state, draft, parent),
    ...restrictedError(call, draft.visibility),
    ...avatarErrors(jsonOf(sent)['avatar']),
  };
  if (Object.keys(errors).length > 0) refuse(message(400, `Failed to save group ${printedErrors(errors)}`));
  const now = timestamp(clock);
  const group = state.groups.insert({
    ...draft,
    full_path: childPath(parent, draft.path),
    parent_id: parent?.id ?? null,
    archived: false,
    marked_for_deletion_on: null,
    deleting: false,
    created_at: now,
    updated_at: now,
    runners_token: `GR1348941${randomBytes(10).toString('hex')}`,
    attributes: initialAttributes(call, parent),
  });
  state.groups.update(group, { attributes: { ...group.attributes, ...settledAttributes(call, group, jsonOf(sent)) } });
  state.groups.update(group, { attributes: { ...group.attributes, ...avatarOf(call, group, jsonOf(sent)['avatar']) } });
  keepPicture(call, group, jsonOf(sent)['avatar']);
  audit(call, { event: 'group_created', entity: { type: 'Group', row: group }, details: { add: 'group' } });
  addCreator(call, user, group);
  linkDirectory(call, group, sent);
  return group;
}

/** The creator becomes Owner of the new group, unless that is inherited already (POST /groups, 18.9). */
function addCreator(call: Call, user: UserRow, group: GroupRow): void {
  if (levelOn(call, { type: 'group', row: group }) < 50) addOwner(call, user, group);
}

/** The old pair for a single link of the directory still makes one (POST /groups, 18.9). */
function linkDirectory(call: Call, group: GroupRow, sent: Sent): void {
  const { ldap_cn: cn, ldap_access: level } = sent;
  if (typeof cn !== 'string' || cn === '' || typeof level !== 'number') return;
  if (!licensed(call.world.edition, 'premium')) return;
  const link = { group_id: group.id, cn, filter: null, provider: 'ldapmain', group_access: level };
  call.world.state.ldapLinks.insert({ ...link, member_role_id: null });
}

function updateGroup(call: Call, group: GroupRow, sent: Sent): void {
  const { state, clock } = call.world;
  const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
  const next = {
    id: group.id,
    name: sent['name'] == null ? group.name : textOf(sent['name']),
    path: sent['path'] == null ? group.path : textOf(sent['path']),
    visibility: visibilityOf(sent['visibility']) ?? group.visibility,
  };
  const errors = groupErrors(state, next, parent);
  const lowering = next.visibility === group.visibility ? [] : loweringErrors(state, group, next.visibility);
  if (lowering.length > 0) errors['visibility_level'] = lowering;
  if (next.visibility !== group.visibility) Object.assign(errors, restrictedError(call, next.visibility));
  Object.assign(errors, avatarErrors(jsonOf(sent)['avatar']));
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  const settled = { ...settledAttributes(call, group, jsonOf(sent)), ...avatarOf(call, group, jsonOf(sent)['avatar']) };
  auditChanges(call, group, { ...next, ...settled });
  const renamed = next.path !== group.path;
  state.groups.update(group, {
    name: next.name,
    path: next.path,
    visibility: next.visibility,
    updated_at: timestamp(clock),
    attributes: { ...group.attributes, ...settled },
  });
  keepPicture(call, group, jsonOf(sent)['avatar']);
  if (renamed) rewritePaths(state, group);
  if (settled['shared_runners_setting'] === 'disabled_and_unoverridable') disableRunnersBelow(call, group);
}

function auditChanges(call: Call, group: GroupRow, next: Readonly<Record<string, Json>>): void {
  const before: Readonly<Record<string, Json>> = { ...group.attributes, ...columnsOf(group) };
  for (const [change, to] of Object.entries(next)) {
    const from = before[change] ?? null;
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    audit(call, { event: 'group_updated', entity: { type: 'Group', row: group }, details: { change, from, to } });
  }
}

function columnsOf(group: GroupRow): Readonly<Record<string, Json>> {
  return { id: group.id, name: group.name, path: group.path, visibility: group.visibility };
}

function visibilityOf(value: unknown): Visibility | undefined {
  return visibilities.find((level) => level === value);
}

/** The parameter layer hands out nothing but JSON values. */
function jsonOf(sent: Sent): Readonly<Record<string, Json | undefined>> {
  return sent as Readonly<Record<string, Json | undefined>>;
}
