import type { Grant, Source } from '../access/access.ts';
import type { JsonObject } from '../store/json.ts';
import type { RunnerRow } from '../runners/rows.ts';
import type { MemberRoleRow } from '../members/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';

/** How much a query costs, and how much its caller may ask for. */
export interface Complexity {
  readonly score: number;
  readonly limit: number;
}

/** Somebody with access to a place, as seen from there. */
export interface Membership {
  readonly place: Source;
  readonly grant: Grant;
  readonly user: UserRow;
}

/** What stands behind a value of each object type. */
export interface Sources {
  readonly Query: Complexity;
  readonly Mutation: Complexity;
  readonly QueryComplexity: Complexity;
  readonly Metadata: null;
  readonly CurrentUser: UserRow;
  readonly UserCore: UserRow;
  readonly UserCoreConnection: Page;
  readonly UserCoreEdge: Edge;
  readonly Group: GroupRow;
  readonly GroupConnection: Page;
  readonly GroupEdge: Edge;
  readonly GroupMember: Membership;
  readonly GroupMemberConnection: Page;
  readonly GroupMemberEdge: Edge;
  readonly Namespace: { readonly group: GroupRow } | { readonly user: UserRow };
  readonly Project: ProjectRow;
  readonly ProjectConnection: Page;
  readonly ProjectEdge: Edge;
  readonly ProjectMember: Membership;
  readonly ProjectMemberConnection: Page;
  readonly ProjectMemberEdge: Edge;
  readonly CiRunner: RunnerRow;
  readonly CiRunnerConnection: Page;
  readonly CiRunnerEdge: Edge;
  readonly MemberRole: MemberRoleRow;
  readonly MemberRoleConnection: Page;
  readonly MemberRoleEdge: Edge;
  readonly MemberRoleUpdatePayload: { readonly role: MemberRoleRow; readonly answer: JsonObject };
  readonly AccessLevel: number;
  readonly CustomizablePermissionConnection: readonly string[];
  readonly CustomizablePermission: string;
  readonly PageInfo: Page;
}

export type TypeName = keyof Sources;

/** A value of an object type: which type, and the row behind it. */
export type Ref<Name extends TypeName = TypeName> = {
  readonly [K in Name]: { readonly type: K; readonly source: Sources[K] };
}[Name];

/** One entry of a page. */
export interface Edge {
  readonly node: Ref;
  readonly cursor: string;
}

/** A part of a list, with what lies on either side. */
export interface Page {
  readonly edges: readonly Edge[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}
