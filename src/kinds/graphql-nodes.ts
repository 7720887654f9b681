import { isList, isMap } from '../base/shape.ts';
import type { Json, JsonObject } from '../model.ts';

/** What stands under a name in a value of GraphQL; undefined where that is no object. */
export function inner(value: Json | undefined, name: string): Json | undefined {
  return isMap(value) ? value[name] : undefined;
}

/** The nodes of a connection; none where it is no connection. */
export function nodesOf(connection: Json | undefined): readonly JsonObject[] {
  const nodes = inner(connection, 'nodes');
  return isList(nodes) ? nodes.filter(isMap) : [];
}

/** The number in a global id, `gid://gitlab/MemberRole/7`; NaN where there is none. */
export function numberOf(id: Json | undefined): number {
  return typeof id === 'string' && /\/\d+$/.test(id) ? Number(id.split('/').at(-1)) : NaN;
}
