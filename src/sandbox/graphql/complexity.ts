import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import { argumentsOf } from './arguments.ts';
import type { Cost } from './object-type.ts';
import type { TypeName } from './sources.ts';
import { pageSize } from './page.ts';
import type { Field, Operation } from './parse.ts';
import { shapeOf } from './schema.ts';
import type { GraphqlError } from './schema.ts';

/** How much a caller may ask for at once: 300 as an administrator, 250 signed in, else 200 (POST /api/graphql, 18.9). */
export function complexityLimit(context: RequestContext): number {
  if (context.admin) return 300;
  return context.user === undefined ? 200 : 250;
}

/** What an operation costs: each field counts one, and a list what is selected of it, times its pages. */
export function complexityOf(operation: Operation, variables: JsonObject): number {
  const root = operation.kind === 'query' ? 'Query' : 'Mutation';
  return sumOf(root, operation.fields, variables);
}

function sumOf(type: TypeName, fields: readonly Field[], variables: JsonObject): number {
  return fields.reduce((sum, field) => sum + costOf(type, field, variables), 0);
}

function costOf(type: TypeName, field: Field, variables: JsonObject): number {
  const shape = shapeOf(type, field.name);
  const below = shape?.type === undefined ? 0 : sumOf(shape.type, field.fields, variables);
  return priced(shape?.cost ?? 1, below, argumentsOf(field.args, variables));
}

/** A list of a hundred counts its selections twice; an order counts one more, a search five (any connection, 18.9). */
function priced(cost: Cost, below: number, args: JsonObject): number {
  if (typeof cost === 'number') return cost + below;
  const ordered = cost.sorted === true || args['sort'] != null ? 1 : 0;
  const searched = args['search'] != null ? 5 : 0;
  const once = below + 1 + ordered + searched;
  return Math.floor(once * (1 + pageSize(args) / 100));
}

/** Fields that repeat in any query, and do not count as going round. */
const passing = new Set(['nodes', 'edges', 'node', 'pageInfo']);

/** A field that stands more than twice in a single branch ends the query before it runs (POST /api/graphql, 18.9). */
export function recursionError(operation: Operation): GraphqlError | undefined {
  const found = operation.fields.map((field) => deepest(field, {})).find((counts) => counts !== undefined);
  if (found === undefined) return undefined;
  const told = Object.entries(found).map(([name, times]) => `${JSON.stringify(name)}=>${times}`);
  return {
    message: `Recursive query - too many of fields '{${told.join(', ')}}' detected\nin single branch of the query")\n`,
  };
}

type Counts = Readonly<Record<string, number>>;

function deepest(field: Field, above: Counts): Counts | undefined {
  const counts = passing.has(field.name) ? above : { ...above, [field.name]: (above[field.name] ?? 0) + 1 };
  const below = field.fields.map((one) => deepest(one, counts)).find((found) => found !== undefined);
  if (below !== undefined) return below;
  const many = Object.entries(counts).filter(([, times]) => times > 2);
  return many.length === 0 ? undefined : Object.fromEntries(many);
}
