import { auditGroupChanges } from '../admin/audit-changes.ts';
import { actor, type RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { groupDetail, groupEntity } from './entity.ts';
import { findGroup, readableGroup } from '../access/find.ts';
import { textOf, type Json } from '../store/json.ts';
import { created, forbidden, invalid, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from './rows.ts';
import { shownAttributes } from '../admin/custom-attributes.ts';
import { settledAttributes } from './attribute-changes.ts';
import { attributeParams } from './attributes.ts';
import { avatarErrors, avatarOf } from './avatar.ts';
import { handDownDuo, justEmptied, unlockBelow } from './cascade-changes.ts';
import { changedGroup } from './change-right.ts';
import { mayCreateSubgroup, mayCreateTopGroup } from './creation-right.ts';
import { groupErrors, loweringErrors, rewritePaths } from './rules.ts';
import { disableRunnersBelow } from './shared-runners.ts';
import { createGroup, visibilities, restrictedError, type Sent, visibilityOf, jsonOf } from './creation.ts';

export const groupRoutes = [
  // GET /groups/:id: `with_projects` defaults to true (18.9).
  route({
    method: 'GET',
    path: '/groups/:id',
    scopes: ['ai_workflows'],
    anonymous: true,
    params: { with_projects: { type: 'boolean' }, with_custom_attributes: { type: 'boolean' } },
    access: readableGroup,
    handle: ({ context, args, subject }) => {
      const projects = args.with_projects === false ? 'without projects' : 'with projects';
      const attributes = args.with_custom_attributes === true ? shownAttributes(context, 'group', subject.id) : {};
      return ok({ ...groupDetail(context, subject, projects), ...attributes });
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
    handle: ({ context, args, subject: user }) => {
      const sent: Readonly<Record<string, unknown>> = args;
      // There is one organization here.
      if (sent['organization_id'] != null && sent['organization_id'] !== 1) refuse(notFound('Organization'));
      const parentId = typeof sent['parent_id'] === 'number' ? sent['parent_id'] : undefined;
      const parent = parentId === undefined ? undefined : findGroup(context, parentId);
      if (parent === undefined ? !mayCreateTopGroup(context, user) : !mayCreateSubgroup(context, parent))
        refuse(forbidden());
      if (sent['shared_runners_minutes_limit'] != null && !context.admin) refuse(forbidden());
      return created(groupDetail(context, createGroup(context, user, parent, sent), 'after a change'));
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
    handle: ({ context, args, subject }) => {
      updateGroup(context, subject, args);
      const detail = groupDetail(context, subject, 'with projects');
      return ok({ ...detail, ...justEmptied(args, detail) });
    },
  }),
];

function updateGroup(context: RequestContext, group: GroupRow, sent: Sent): void {
  const { state, clock } = context.platform;
  const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
  const next = {
    id: group.id,
    // Null is no name, and no path either.
    name: sent['name'] === undefined ? group.name : textOf(sent['name'] ?? ''),
    path: sent['path'] == null ? group.path : textOf(sent['path']),
    visibility: visibilityOf(sent['visibility']) ?? group.visibility,
  };
  const errors = groupErrors(state, next, parent);
  const lowering = next.visibility === group.visibility ? [] : loweringErrors(state, group, next.visibility);
  if (lowering.length > 0) errors['visibility_level'] = lowering;
  if (next.visibility !== group.visibility) Object.assign(errors, restrictedError(context, next.visibility));
  Object.assign(errors, avatarErrors(jsonOf(sent)['avatar']));
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
  const settled = {
    ...settledAttributes(context, group, jsonOf(sent)),
    ...avatarOf(context, group, jsonOf(sent)['avatar']),
  };
  const before = { ...groupEntity(context, group), ...group.attributes, ...columnsOf(group) };
  auditGroupChanges(context, group, before, { ...next, ...settled });
  const renamed = next.path !== group.path;
  const { attributes } = group;
  state.groups.update(group, {
    name: next.name,
    path: next.path,
    visibility: next.visibility,
    updated_at: timestamp(clock),
    attributes: { ...group.attributes, ...settled },
  });
  if (renamed) rewritePaths(state, group);
  unlockBelow(state, group, settled);
  handDownDuo(state, group, attributes);
  if (settled['shared_runners_setting'] !== undefined) disableRunnersBelow(context, group, attributes);
}

function columnsOf(group: GroupRow): Readonly<Record<string, Json>> {
  return { id: group.id, name: group.name, path: group.path, visibility: group.visibility };
}
