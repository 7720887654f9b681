import { holdsSecret } from '../base/hidden-values.ts';
import { Secret } from '../base/secret.ts';
import { isList, isMap } from '../base/shape.ts';
import type { Value } from '../model.ts';

/** Whether a text that is a secret stands anywhere in a value, in the names of its maps too; `counts` says it of a secret that is one by its type. */
export function holdsSecretWithin(value: Value | undefined, counts: (secret: Secret) => boolean): boolean {
  if (typeof value === 'string') return holdsSecret(value);
  if (value instanceof Secret) return counts(value);
  if (isList(value)) return value.some((inner) => holdsSecretWithin(inner, counts));
  return (
    isMap(value) && Object.entries(value).some(([name, inner]) => holdsSecret(name) || holdsSecretWithin(inner, counts))
  );
}
