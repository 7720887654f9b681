import type { Field, Operation } from './parse.ts';
import type { Location } from './tokens.ts';

/** A field's type: the name of an object type, or a scalar. */
type FieldType = string;

const scalar = '';

/** The object types that the sandbox speaks, with their fields (POST /api/graphql, 18.9). */
const types: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  Query: { currentUser: 'CurrentUser', memberRole: 'MemberRole', memberRoles: 'MemberRoleConnection' },
  Mutation: { memberRoleUpdate: 'MemberRoleUpdatePayload' },
  CurrentUser: { id: scalar, username: scalar, name: scalar },
  MemberRoleConnection: { nodes: 'MemberRole', edges: 'MemberRoleEdge', pageInfo: 'PageInfo' },
  MemberRoleEdge: { node: 'MemberRole', cursor: scalar },
  PageInfo: { hasNextPage: scalar, hasPreviousPage: scalar, startCursor: scalar, endCursor: scalar },
  MemberRole: {
    ...{ id: scalar, name: scalar, description: scalar, createdAt: scalar, editPath: scalar, detailsPath: scalar },
    ...{ membersCount: scalar, usersCount: scalar, baseAccessLevel: 'AccessLevel' },
    enabledPermissions: 'CustomizablePermissionConnection',
  },
  AccessLevel: { integerValue: scalar, stringValue: scalar, humanAccess: scalar },
  CustomizablePermissionConnection: { nodes: 'CustomizablePermission' },
  CustomizablePermission: { name: scalar, value: scalar },
  MemberRoleUpdatePayload: { memberRole: 'MemberRole', errors: scalar, clientMutationId: scalar },
};

/** The mutations that the sandbox knows. */
export const mutationNames: readonly string[] = Object.keys(types['Mutation'] ?? {});

/** One entry of `errors`. */
export interface GraphqlError {
  readonly message: string;
  readonly locations?: readonly Location[];
  readonly path?: readonly string[];
  readonly extensions?: Readonly<Record<string, string>>;
}

/** What is wrong with the fields of an operation, found before anything runs. */
export function fieldErrors(operation: Operation): readonly GraphqlError[] {
  const root = operation.kind === 'query' ? 'Query' : 'Mutation';
  const path = operation.name === undefined ? operation.kind : `${operation.kind} ${operation.name}`;
  return check(root, operation.fields, [path]);
}

function check(typeName: string, fields: readonly Field[], path: readonly string[]): readonly GraphqlError[] {
  return fields.flatMap((field): readonly GraphqlError[] => {
    const here = [...path, field.alias];
    if (field.name === '__typename') return [];
    const found = types[typeName]?.[field.name];
    if (found === undefined) return [undefinedField(typeName, field, here)];
    if (found === scalar) return field.fields.length === 0 ? [] : [selectedScalar(field, here)];
    return field.fields.length > 0 ? check(found, field.fields, here) : [missingSelection(found, field, here)];
  });
}

function undefinedField(typeName: string, field: Field, path: readonly string[]): GraphqlError {
  return {
    message: `Field '${field.name}' doesn't exist on type '${typeName}'`,
    locations: [field.at],
    path,
    extensions: { code: 'undefinedField', typeName, fieldName: field.name },
  };
}

function missingSelection(typeName: string, field: Field, path: readonly string[]): GraphqlError {
  const hint = `field '${field.name}' returns ${typeName} but has no selections. Did you mean '${field.name} { ... }'?`;
  const message = `Field must have selections (${hint})`;
  const extensions = { code: 'selectionMismatch', nodeName: `field '${field.name}'`, typeName };
  return { message, locations: [field.at], path, extensions };
}

function selectedScalar(field: Field, path: readonly string[]): GraphqlError {
  const message = `Selections can't be made on scalars (field '${field.name}' is a scalar but has selections)`;
  return { message, locations: [field.at], path, extensions: { code: 'selectionMismatch' } };
}

/** The name of the type of a field, for `__typename`. */
export function typeOfField(typeName: string, name: string): string {
  return types[typeName]?.[name] ?? scalar;
}
