import type { Call, Value } from '../model.ts';
import type { PropertySchema } from '../kind.ts';
import type { Sinks } from '../sinks.ts';
import type { Rotate } from './rotate.ts';
import { savesToken } from './token-sink.ts';

/** The fields that every token has of which the platform makes the secret. */
export type TokenSpec = {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly token_to: Sinks;
  readonly rotate: Rotate;
};

/** The name, which nothing makes unique (POST …/deploy_tokens and …/access_tokens, 18.9). */
export function tokenName(description: string): PropertySchema {
  return {
    type: 'string',
    pattern: '\\S',
    'x-form': 'a name with more in it than blanks',
    maxLength: 255,
    description,
  };
}

/** What a token is good for: at least one of these, in any order, and never changed in place. */
export function tokenScopes(scopes: readonly string[], description: string): PropertySchema {
  return {
    type: 'array',
    items: { enum: [...scopes] },
    minItems: 1,
    'x-set': true,
    'x-immutable': true,
    description,
  };
}

/** The call that makes a token in a list, such as `/groups/1/deploy_tokens`, and keeps its secret; `more` is what only some tokens have. */
export function makesToken(
  list: string,
  name: string,
  { scopes, token_to: sink }: Partial<TokenSpec>,
  more: { readonly [field: string]: Value },
): readonly Call[] {
  const body = { name, ...(scopes !== undefined && { scopes }), ...more };
  return [{ method: 'POST', path: list, body, ...savesToken(sink) }];
}
