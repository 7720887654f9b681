import type { Edge, Page } from './sources.ts';
import { object, ref, scalar } from './object-type.ts';
import type { ObjectType } from './object-type.ts';
import type { TypeName } from './sources.ts';

/** The type of a list that comes in pages. */
export function connectionOf(node: TypeName, edge: TypeName & `${string}Edge`): ObjectType<Page> {
  return {
    nodes: object(node, (_call, page) => page.edges.map((one) => one.node)),
    edges: object(edge, (_call, page) => page.edges.map((one) => edgeRef(edge, one))),
    pageInfo: object('PageInfo', (_call, page) => ref('PageInfo', page)),
  };
}

type EdgeName = Parameters<typeof connectionOf>[1];

function edgeRef(type: EdgeName, edge: Edge) {
  return ref(type, edge);
}

/** One entry of such a list, with its cursor. */
export function edgeOf(node: TypeName): ObjectType<Edge> {
  return {
    node: object(node, (_call, edge) => edge.node),
    cursor: scalar((_call, edge) => edge.cursor),
  };
}

/** Where a page begins and ends. */
export const pageInfoType: ObjectType<Page> = {
  hasNextPage: scalar((_call, page) => page.hasNextPage),
  hasPreviousPage: scalar((_call, page) => page.hasPreviousPage),
  startCursor: scalar((_call, page) => page.edges[0]?.cursor ?? null),
  endCursor: scalar((_call, page) => page.edges.at(-1)?.cursor ?? null),
};
