import { hideValues } from '../../base/hidden-values.ts';
import { secretsIn } from '../../engine/fill-call.ts';
import { textOf } from '../../engine/shown-secrets.ts';
import type { Value } from '../../model.ts';

/** Keeps the secrets of these values, as far as they are at hand, out of all that is printed and written: GitLab may show them elsewhere. */
export function hideSecretsOf(values: readonly (Value | undefined)[]): void {
  const secrets = new Map(values.flatMap(secretsIn).map((secret) => [JSON.stringify(secret), secret]));
  hideValues([...secrets.values()].flatMap((secret) => textOf(secret, process.env) ?? []));
}
