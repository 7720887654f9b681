import { isMap } from '../base/shape.ts';
import type { Json, JsonObject } from '../model.ts';
import { graphqlErrors } from './graphql-errors.ts';

/** What GraphQL has said to a query. */
export type Told =
  | {
      readonly type: 'data';
      readonly data: JsonObject;
      /** For how many milliseconds the platform worked on it, or how long it took where it does not say; and how much longer it took. */
      readonly worked: number;
      readonly waited: number;
    }
  /** What went wrong, with a status of success; some of the data may stand beside it, and is not to be taken for all of it. */
  | { readonly type: 'errors'; readonly words: string; readonly besideData: boolean }
  /** No answer of a GraphQL. */
  | { readonly type: 'nothing' };

/** What a body says in answer to a query. */
export function toldBy(body: Json | undefined, took: number, worked = took): Told {
  if (!isMap(body)) return { type: 'nothing' };
  const { data = null } = body;
  const words = graphqlErrors(body);
  if (words !== undefined || 'errors' in body) return { type: 'errors', words: words ?? '', besideData: isMap(data) };
  return isMap(data) ? { type: 'data', data, worked, waited: took - worked } : { type: 'nothing' };
}
