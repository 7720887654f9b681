import type { RequestContext } from '../http/request-context.ts';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { metadata } from '../admin/metadata.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { globalId } from './global-id.ts';
import { groupAt, groupRef, groupsArgs, groupsPage } from './group-type.ts';
import { roleRef, rolesPage } from './member-role-types.ts';
import { updateMemberRole } from './member-role-update.ts';
import { object, ref, scalar } from './object-type.ts';
import type { ObjectType } from './object-type.ts';
import type { Ref } from './sources.ts';
import { pageArgs } from './page.ts';
import { projectsArgs, projectsPage } from './project-type.ts';
import { allRunners, runnerArgs } from './runner-type.ts';
import type { Complexity, Sources } from './sources.ts';
import { usersPage } from './user-types.ts';

const path = { fullPath: 'required' } as const;

/** What may be asked for. */
export const queryType: ObjectType<Complexity> = {
  queryComplexity: object('QueryComplexity', (_call, query) => ref('QueryComplexity', query)),
  metadata: object('Metadata', () => ref('Metadata', null)),
  currentUser: object('CurrentUser', ({ user }) => (user === undefined ? null : ref('CurrentUser', user))),
  group: object('Group', (context, _query, args) => groupRef(context, args['fullPath']), { args: path }),
  namespace: object('Namespace', (context, _query, args) => namespaceAt(context, args['fullPath']), { args: path }),
  groups: object('GroupConnection', (context, _query, args) => groupsPage(context, args), {
    args: groupsArgs,
    cost: { paged: true, sorted: true },
  }),
  projects: object('ProjectConnection', (context, _query, args) => projectsPage(context, args), {
    args: projectsArgs,
    cost: { paged: true },
  }),
  users: object('UserCoreConnection', (context, _query, args) => usersPage(context, args), {
    args: { ...pageArgs, ids: 'optional', usernames: 'optional', search: 'optional' },
    cost: { paged: true, sorted: true },
  }),
  runners: object('CiRunnerConnection', (context, _query, args) => allRunners(context, args), {
    args: runnerArgs,
    cost: { paged: true },
  }),
  memberRole: object('MemberRole', (context, _query, args) => roleRef(context, args['id']), {
    args: { id: 'optional' },
  }),
  memberRoles: object('MemberRoleConnection', (context, _query, args) => rolesPage(context, args), {
    args: { ...pageArgs, id: 'optional', orderBy: 'optional', sort: 'optional' },
    cost: { paged: true },
  }),
};

/** What may be changed. */
export const mutationType: ObjectType<Complexity> = {
  memberRoleUpdate: object(
    'MemberRoleUpdatePayload',
    (context, _mutation, args) => updateMemberRole(context, isJsonObject(args['input']) ? args['input'] : {}),
    { args: { input: 'optional' } },
  ),
};

/** The outcome of a change of a role. */
export const roleUpdateType: ObjectType<Sources['MemberRoleUpdatePayload']> = {
  memberRole: object('MemberRole', (_call, { role }) => ref('MemberRole', role)),
  errors: scalar((_call, { answer }) => answer['errors'] ?? []),
  clientMutationId: scalar((_call, { answer }) => answer['clientMutationId'] ?? null),
};

/** What the query costs, and what the caller may ask for. */
export const complexityType: ObjectType<Complexity> = {
  score: scalar((_call, { score }) => score),
  limit: scalar((_call, { limit }) => limit),
};

/** Which platform this is (Query.metadata, 18.9). */
export const metadataType: ObjectType<null> = Object.fromEntries(
  (['version', 'revision', 'enterprise'] as const).map((name) => [
    name,
    scalar<null>((context) => metadata(context.platform)[name]),
  ]),
);

/** A group or the own space of a user (Namespace, 18.9). */
export const namespaceType: ObjectType<Sources['Namespace']> = {
  id: scalar((_call, row) =>
    'group' in row ? globalId('Group', row.group.id) : globalId('Namespaces::UserNamespace', row.user.id),
  ),
  name: scalar((_call, row) => ('group' in row ? row.group.name : row.user.name)),
  path: scalar((_call, row) => ('group' in row ? row.group.path : row.user.username)),
  fullPath: scalar((_call, row) => ('group' in row ? row.group.full_path : row.user.username)),
  visibility: scalar((_call, row) => ('group' in row ? row.group.visibility : 'public')),
};

function namespaceAt(context: RequestContext, fullPath: Json | undefined): Ref | null {
  const group: GroupRow | undefined = groupAt(context, fullPath);
  if (group !== undefined) return ref('Namespace', { group });
  const user: UserRow | undefined = context.platform.state.userByName(textOf(fullPath).toLowerCase());
  const own = user !== undefined && (context.admin || user === context.user);
  return own ? ref('Namespace', { user }) : null;
}
