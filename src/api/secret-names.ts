import { isSecretName } from '../base/secret-name.ts';
import type { Json } from '../model.ts';

/** Fields of the platform's answers that hold secrets, whatever endpoint they come from. */
export const SECRET_FIELDS = [
  'token',
  'runners_token',
  'private_token',
  'access_token',
  'invite_token',
  'feed_token',
  'password',
  'public_key',
  'sentry_dsn',
];

/**
 * Whether a field of a body holds a secret: by its own name, or by the one that another field beside it says it is of, as the rows of variables and
 * headers and the events of an audit do. What a name alone says to be secret, of whatever version or gateway, is no number.
 */
export function holdsByName(name: string, inner: Json, within: object, secret: ReadonlySet<string>): boolean {
  if (secret.has(name) || (name === 'value' && 'key' in within)) return true;
  if (typeof inner === 'number' || inner === '') return false;
  return isSecretName(name) || namesBeside(name, within).some((other) => secret.has(other) || isSecretName(other));
}

/** What says of which field a value is: of an event of an audit its `change` says it, of a row with a value its name. */
function namesBeside(name: string, within: object): readonly string[] {
  const { change, name: called } = within as { readonly change?: unknown; readonly name?: unknown };
  const by = name === 'from' || name === 'to' ? change : name === 'value' ? called : undefined;
  return typeof by === 'string' ? [by] : [];
}

/** The texts of a body that stand under the name of a secret. */
export function secretTextsIn(value: Json, secret: ReadonlySet<string>): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as { readonly [name: string]: Json }).flatMap(([name, inner]) =>
    typeof inner === 'string' && holdsByName(name, inner, value, secret) ? [inner] : secretTextsIn(inner, secret),
  );
}
