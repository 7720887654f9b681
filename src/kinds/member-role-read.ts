import { scopePath } from '../address.ts';
import type { JsonObject, LiveObject, Scope } from '../model.ts';
import type { Read } from '../read.ts';
import { inner, nodesOf, numberOf } from './graphql-nodes.ts';

/** What REST tells administrators of roles, and GraphQL everybody who is signed in: the first hundred, by name (Query.memberRoles, 18.9). */
const NODES = 'id name description baseAccessLevel { integerValue } enabledPermissions { nodes { value } }';

/** Roles are not paged by REST; to all but administrators it answers 403 (GET /member_roles, 18.9). */
export function roleReads(scope: Scope): readonly Read[] {
  return [{ path: `${scopePath(scope)}/member_roles`, unpaged: true, otherwise: graphqlRead(scope, NODES) }];
}

/** Whichever of the two has answered, as REST shows roles. */
export function roleRows(answer: LiveObject): readonly JsonObject[] {
  return 'data' in answer ? rolesIn(answer).map(asRest) : [answer];
}

/** How many memberships carry each role (MemberRole.membersCount, 18.9). */
export function holderRead(scope: Scope): Read {
  return graphqlRead(scope, 'id membersCount');
}

/** How many memberships carry the role of this number; undefined where the answer does not say. */
export function holders(answer: LiveObject, id: number | string | undefined): number | undefined {
  const count = rolesIn(answer).find((node) => numberOf(node['id']) === id)?.['membersCount'];
  return typeof count === 'number' ? count : undefined;
}

function graphqlRead(scope: Scope, fields: string): Read {
  const roles = `memberRoles { nodes { ${fields} } }`;
  const query = scope.type === 'instance' ? roles : `group(fullPath: ${JSON.stringify(scope.path)}) { ${roles} }`;
  return { path: '/api/graphql', query: { query: `{ ${query} }` } };
}

function rolesIn({ data }: LiveObject): readonly JsonObject[] {
  const within = inner(data, 'group') ?? data;
  return nodesOf(inner(within, 'memberRoles'));
}

function asRest(node: JsonObject): JsonObject {
  const permissions = nodesOf(node['enabledPermissions']).map(({ value }) => value);
  return {
    ...Object.fromEntries(permissions.flatMap((one) => (typeof one === 'string' ? [[one.toLowerCase(), true]] : []))),
    id: numberOf(node['id']),
    name: node['name'] ?? null,
    description: node['description'] ?? null,
    base_access_level: inner(node['baseAccessLevel'], 'integerValue') ?? null,
  };
}
