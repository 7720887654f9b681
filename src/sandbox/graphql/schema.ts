import { connectionOf, edgeOf, pageInfoType } from './connection-types.ts';
import { groupType } from './group-type.ts';
import { memberRoleType, permissionConnectionType, permissionType } from './member-role-types.ts';
import { accessLevelType, groupMemberType, projectMemberType } from './membership-types.ts';
import type { FieldShape, ObjectTypes } from './object-type.ts';
import type { TypeName } from './sources.ts';
import type { Field, Operation } from './parse.ts';
import { projectType } from './project-type.ts';
import { complexityType, metadataType, mutationType, namespaceType, queryType, roleUpdateType } from './root-types.ts';
import { runnerType } from './runner-type.ts';
import type { Location } from './syntax-errors.ts';
import { currentUserType, userType } from './user-types.ts';

/** The object types that the sandbox speaks (POST /api/graphql, 18.9). */
export const types: ObjectTypes = {
  Query: queryType,
  Mutation: mutationType,
  QueryComplexity: complexityType,
  Metadata: metadataType,
  CurrentUser: currentUserType,
  UserCore: userType,
  UserCoreConnection: connectionOf('UserCore', 'UserCoreEdge'),
  UserCoreEdge: edgeOf('UserCore'),
  Group: groupType,
  GroupConnection: connectionOf('Group', 'GroupEdge'),
  GroupEdge: edgeOf('Group'),
  GroupMember: groupMemberType,
  GroupMemberConnection: connectionOf('GroupMember', 'GroupMemberEdge'),
  GroupMemberEdge: edgeOf('GroupMember'),
  Namespace: namespaceType,
  Project: projectType,
  ProjectConnection: connectionOf('Project', 'ProjectEdge'),
  ProjectEdge: edgeOf('Project'),
  ProjectMember: projectMemberType,
  ProjectMemberConnection: connectionOf('ProjectMember', 'ProjectMemberEdge'),
  ProjectMemberEdge: edgeOf('ProjectMember'),
  CiRunner: runnerType,
  CiRunnerConnection: connectionOf('CiRunner', 'CiRunnerEdge'),
  CiRunnerEdge: edgeOf('CiRunner'),
  MemberRole: memberRoleType,
  MemberRoleConnection: connectionOf('MemberRole', 'MemberRoleEdge'),
  MemberRoleEdge: edgeOf('MemberRole'),
  MemberRoleUpdatePayload: roleUpdateType,
  AccessLevel: accessLevelType,
  CustomizablePermissionConnection: permissionConnectionType,
  CustomizablePermission: permissionType,
  PageInfo: pageInfoType,
};

/** The mutations that the sandbox knows. */
export const mutationNames: readonly string[] = Object.keys(mutationType);

/** One entry of `errors`. */
export interface GraphqlError {
  readonly message: string;
  readonly locations?: readonly Location[];
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, string>>;
}

/** What is known of a field beside its value; undefined for one that its type does not have. */
export function shapeOf(type: TypeName, name: string): FieldShape | undefined {
  return Object.hasOwn(types[type], name) ? types[type][name] : undefined;
}

/** What is wrong with the fields of an operation, found before anything runs. */
export function fieldErrors(operation: Operation): readonly GraphqlError[] {
  const root = operation.kind === 'query' ? 'Query' : 'Mutation';
  const path = operation.name === undefined ? operation.kind : `${operation.kind} ${operation.name}`;
  return check(root, operation.fields, [path]);
}

function check(typeName: TypeName, fields: readonly Field[], path: readonly string[]): readonly GraphqlError[] {
  return fields.flatMap((field): readonly GraphqlError[] => {
    const here = [...path, field.alias];
    if (field.name === '__typename') return [];
    const shape = shapeOf(typeName, field.name);
    if (shape === undefined) return [undefinedField(typeName, field, here)];
    return [...argumentErrors(shape, field, here), ...selectionErrors(shape, field, here)];
  });
}

function selectionErrors(shape: FieldShape, field: Field, path: readonly string[]): readonly GraphqlError[] {
  if (shape.type === undefined) return field.fields.length === 0 ? [] : [selectedScalar(field, path)];
  return field.fields.length > 0 ? check(shape.type, field.fields, path) : [missingSelection(shape.type, field, path)];
}

function argumentErrors(shape: FieldShape, field: Field, path: readonly string[]): readonly GraphqlError[] {
  const known = shape.args ?? {};
  const unknown = Object.keys(field.args).filter((name) => !Object.hasOwn(known, name));
  const missing = Object.keys(known).filter((name) => known[name] === 'required' && field.args[name] === undefined);
  return [
    ...unknown.map((name) => undefinedArgument(name, field, path)),
    ...(missing.length > 0 ? [missingArguments(missing.join(', '), field, path)] : []),
  ];
}

function undefinedArgument(name: string, field: Field, path: readonly string[]): GraphqlError {
  const message = `Field '${field.name}' doesn't accept argument '${name}'`;
  const extensions = { code: 'argumentNotAccepted', name: field.name, typeName: 'Field', argumentName: name };
  return { message, locations: [field.at], path: [...path, name], extensions };
}

function missingArguments(names: string, field: Field, path: readonly string[]): GraphqlError {
  const message = `Field '${field.name}' is missing required arguments: ${names}`;
  const extensions = { code: 'missingRequiredArguments', className: 'Field', name: field.name, arguments: names };
  return { message, locations: [field.at], path, extensions };
}

function undefinedField(typeName: TypeName, field: Field, path: readonly string[]): GraphqlError {
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
