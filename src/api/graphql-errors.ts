import { isList, isMap } from '../base/shape.ts';
import { toldWords } from '../base/told-words.ts';
import type { Json } from '../model.ts';

/**
 * What a GraphQL answer says went wrong, as one line: it comes with status 200, either as `errors` at the top or, for a mutation,
 * as `data.<mutation>.errors` (POST /api/graphql, 18.9). Undefined where nothing did, and for every other
 * answer; a secret of this run is not said again.
 */
export function graphqlErrors(body: Json | undefined): string | undefined {
  if (!isMap(body)) return undefined;
  const data = body['data'];
  const mutations = isMap(data) ? Object.values(data).filter(isMap) : [];
  const lists = [body, ...mutations].map(({ errors }) => errors);
  const said = lists.flatMap((errors) => (isList(errors) ? errors.map(messageOf) : []));
  return said.length === 0 ? undefined : toldWords(said.join('; '));
}

function messageOf(error: Json): string {
  if (typeof error === 'string') return error;
  const message = isMap(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message : JSON.stringify(error);
}
