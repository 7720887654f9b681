import { GraphQLError } from 'graphql/error/GraphQLError.js';
import { Kind, OperationTypeNode, parse as parseDocument, print } from 'graphql/language/index.js';
import type {
  ArgumentNode,
  ASTNode,
  DefinitionNode,
  DirectiveNode,
  ObjectFieldNode,
  SelectionNode,
  SelectionSetNode,
  Token,
  ValueNode,
  VariableDefinitionNode,
} from 'graphql/language/index.js';
import type { Json } from '../store/json.ts';
import { nameExpected, unexpected, unread } from './syntax-errors.ts';
import type { Location } from './syntax-errors.ts';

/** A value as it is written: `$name`, or a literal; words of an enumeration are texts. */
export type Written =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'list'; readonly items: readonly Written[] }
  | { readonly kind: 'object'; readonly fields: Readonly<Record<string, Written>> };

/** One selected field. */
export interface Field {
  readonly name: string;
  /** What it is called in the answer. */
  readonly alias: string;
  readonly args: Readonly<Record<string, Written>>;
  readonly fields: readonly Field[];
  readonly at: Location;
}

export interface Variable {
  readonly name: string;
  /** Its type as it is written, such as `MemberRoleUpdateInput!`. */
  readonly type: string;
  readonly fallback: Written | undefined;
}

export interface Operation {
  readonly kind: 'query' | 'mutation';
  readonly name: string | undefined;
  readonly variables: readonly Variable[];
  readonly fields: readonly Field[];
}

/** Reads the operations of a query; fragments, directives and subscriptions are not spoken here and are syntax errors. */
export function parse(query: string): readonly Operation[] {
  try {
    return parseDocument(query).definitions.map(operation);
  } catch (error) {
    throw error instanceof GraphQLError ? unread(query, error) : error;
  }
}

function operation(node: DefinitionNode): Operation {
  if (node.kind !== Kind.OPERATION_DEFINITION || node.operation === OperationTypeNode.SUBSCRIPTION) {
    throw unexpected(startOf(node));
  }
  refuseDirectives(node.directives, unexpected);
  const variables = node.variableDefinitions?.map(variable) ?? [];
  return { kind: node.operation, name: node.name?.value, variables, fields: fieldsOf(node.selectionSet) };
}

function variable(node: VariableDefinitionNode): Variable {
  refuseDirectives(node.directives, unexpected);
  const fallback = node.defaultValue === undefined ? undefined : written(node.defaultValue);
  return { name: node.variable.name.value, type: print(node.type), fallback };
}

function fieldsOf(node: SelectionSetNode | undefined): readonly Field[] {
  return node?.selections.map(field) ?? [];
}

function field(node: SelectionNode): Field {
  const { line, column } = startOf(node);
  if (node.kind !== Kind.FIELD) throw nameExpected(startOf(node));
  refuseDirectives(node.directives, nameExpected);
  return {
    name: node.name.value,
    alias: (node.alias ?? node.name).value,
    args: Object.fromEntries(node.arguments?.map(pair) ?? []),
    fields: fieldsOf(node.selectionSet),
    at: { line, column },
  };
}

function refuseDirectives(nodes: readonly DirectiveNode[] | undefined, refusal: (token: Token) => SyntaxError): void {
  const [first] = nodes ?? [];
  if (first !== undefined) throw refusal(startOf(first));
}

function pair(node: ArgumentNode | ObjectFieldNode): readonly [string, Written] {
  return [node.name.value, written(node.value)];
}

function written(node: ValueNode): Written {
  switch (node.kind) {
    case Kind.VARIABLE:
      return { kind: 'variable', name: node.name.value };
    case Kind.LIST:
      return { kind: 'list', items: node.values.map(written) };
    case Kind.OBJECT:
      return { kind: 'object', fields: Object.fromEntries(node.fields.map(pair)) };
    case Kind.INT:
    case Kind.FLOAT:
      return { kind: 'literal', value: Number(node.value) };
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return { kind: 'literal', value: node.value };
    case Kind.NULL:
      return { kind: 'literal', value: null };
  }
}

function startOf({ loc }: ASTNode): Token {
  if (loc === undefined) throw new Error('A query was read without its places');
  return loc.startToken;
}
