import type { Call, Value } from '../model.ts';

/** A mutation of the GraphQL API, for the few things that REST cannot do. Its answer does not show the object as REST does. */
export function graphqlCall(query: string, input: { readonly [name: string]: Value }): Call {
  return { method: 'POST', path: '/api/graphql', body: { query, variables: { input } }, answer: 'partial' };
}
