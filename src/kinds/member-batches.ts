import { isList, isMap } from '../base/shape.ts';
import type { Batches, Unshown } from '../batches.ts';
import type { Json, JsonObject, LiveObject } from '../model.ts';
import { isHosted } from './hosted-offering.ts';
import { inner, nodesOf, numberOf } from './graphql-nodes.ts';

/** What GraphQL shows of a membership: not its custom role, nor its state, nor whether a directory keeps it (GroupMember, 18.9). */
export type ShownMember = {
  readonly id: number;
  readonly username: string;
  readonly access_level: number;
  readonly expires_at: string | null;
  readonly state: string;
  readonly name?: string;
  readonly bot?: boolean;
  readonly created_at?: string;
  readonly created_by?: { readonly username: string } | null;
  readonly member_role?: { readonly id: number; readonly name: string } | null;
};

const ROWS = rowsWith('', '');

function rowsWith(more: string, moreOfUser: string): string {
  return `(relations: [DIRECT], first: 100) { nodes { accessLevel { integerValue } expiresAt${more} user { id username state${moreOfUser} } } pageInfo { hasNextPage } }`;
}

/** The same with what a review tells: who made each, and when, at a cost of about 72. */
const REVIEWED = rowsWith(' createdAt createdBy { username }', ' name bot');

/** Each costs about 51 of 250, however many ids there are; of more than 100 the first 100 are answered (POST /api/graphql, 18.9). */
const groupsWith = (rows: string): string =>
  `query($ids: [ID!]) { scopes: groups(ids: $ids) { nodes { id rows: groupMembers${rows} } } }`;
const projectsWith = (rows: string): string =>
  `query($ids: [ID!]) { scopes: projects(ids: $ids) { nodes { id rows: projectMembers${rows} } } }`;

/** Everybody who is signed in is told (Query.memberRoles, 18.9). */
const ROLES =
  'query { memberRoles(first: 100) { nodes { id membersCount baseAccessLevel { integerValue } } pageInfo { hasNextPage } } }';

/** The direct members of many groups or projects at once. */
export const memberBatches: Batches<{ readonly role: string | null }, ShownMember> = {
  queries: { group: groupsWith(ROWS), project: projectsWith(ROWS) },
  rows(nodes) {
    const rows = nodes.flatMap((node) => rowOf(node) ?? []);
    // The newest is the first, and by REST the last (Group.groupMembers, GET /groups/:id/members, 18.9).
    return rows.length === nodes.length ? rows.reverse() : undefined;
  },
  // Nothing counts all the roles of the hosted offering, which belong to groups at the top there.
  showsTooLittle: (host, instance) => isSynced(host) || isHosted(instance),
  unshown: {
    isThere: ({ enterprise }) => enterprise,
    query: ROLES,
    all: roles,
    on: ({ member_role: role }) => role?.id,
    isDeclared: ({ role }) => typeof role === 'string',
  },
};

/** The same with who made each of them and when. */
export const reviewBatches: Batches = {
  ...memberBatches,
  queries: { group: groupsWith(REVIEWED), project: projectsWith(REVIEWED) },
};

/** Who has not accepted an invitation yet is a node without a user, and no row by REST. */
function rowOf({ accessLevel, expiresAt, user, createdAt, createdBy }: JsonObject): ShownMember | undefined {
  const level = inner(accessLevel, 'integerValue');
  if (!isMap(user) || typeof level !== 'number' || !(expiresAt === null || isPlainDay(expiresAt))) return undefined;
  const { username, state } = user;
  const id = numberOf(user['id']);
  if (Number.isNaN(id) || typeof username !== 'string' || typeof state !== 'string') return undefined;
  const shown = { id, username, access_level: level, expires_at: expiresAt, state };
  return createdAt === undefined ? shown : { ...shown, ...beside(user, createdAt, createdBy) };
}

/** What is shown of a membership for a review, by the names of REST. */
function beside({ name, bot }: JsonObject, createdAt: Json, createdBy: Json | undefined): Partial<ShownMember> {
  const author = inner(createdBy, 'username');
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof bot === 'boolean' && { bot }),
    ...(typeof createdAt === 'string' && { created_at: createdAt }),
    ...(typeof author === 'string' && { created_by: { username: author } }),
  };
}

/** A moment would be another day in another zone (GroupMember.expiresAt, 18.9: a day). */
function isPlainDay(value: Json | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** Whether a directory may keep members of a group, by a link or by the old pair of fields: REST shows `override` with these. */
export function isSynced({ ldap_group_links: links, ldap_cn: cn }: LiveObject): boolean {
  return (isList(links) && links.length > 0) || (cn !== undefined && cn !== null && cn !== '');
}

/** A role lends the level that it builds on, and no other (POST {source}/members, 18.9). */
function roles(data: JsonObject): readonly Unshown<ShownMember>[] | undefined {
  const connection = data['memberRoles'];
  const pages = inner(connection, 'pageInfo');
  if (inner(pages, 'hasNextPage') !== false) return undefined;
  const nodes = nodesOf(connection);
  const all = nodes.flatMap((node) => heldRole(node) ?? []);
  return all.length === nodes.length ? all : undefined;
}

function heldRole(node: JsonObject): Unshown<ShownMember> | undefined {
  const id = numberOf(node['id']);
  const count: Json | undefined = node['membersCount'];
  const base = inner(node['baseAccessLevel'], 'integerValue');
  if (Number.isNaN(id) || typeof count !== 'number' || typeof base !== 'number') return undefined;
  return { id, rows: count, mayBeOn: ({ access_level: level }) => level === base };
}
