import { nameField, type Kind } from '../../kind.ts';
import type { Attributes, Instance } from '../../model.ts';
import type { Person } from './review.ts';

/** Why a token of a user is not declared to be gone. */
export type KeptUserToken =
  | 'own' // of the token's own user
  | 'bot' // goes with what it is for
  | 'user-of-all' // of a part of the instance: it is good for all that its user may do
  | 'user-token'; // under a name that another one of its user has

/** Why a token of somebody stays; undefined where a declaration takes it. */
export function whyUserTokenKept(
  { id, nature, tokens }: Person,
  name: string,
  { me, isWhole }: { readonly me: Instance['me']; readonly isWhole: boolean },
): KeptUserToken | undefined {
  if (id === me.id) return 'own';
  if (nature === 'bot') return 'bot';
  if (!isWhole) return 'user-of-all';
  return tokens.filter((one) => one.name === name && one.place === undefined).length > 1 ? 'user-token' : undefined;
}

/**
 * The fields by which a token of somebody is declared in each of the kinds that it may be of: the list of all tells no sort from another (GET
 * /personal_access_tokens, 18.9), and what is declared absent and is not there changes nothing.
 */
export function userTokenEntries(
  kinds: readonly Kind[],
  username: string,
  name: string,
): readonly { readonly kind: Kind; readonly key: string; readonly spec: Attributes }[] {
  return kinds.map((kind) => {
    const spec: Attributes = { [nameField(kind) ?? '']: username, name };
    return { kind, key: kind.identity.key(spec), spec };
  });
}
