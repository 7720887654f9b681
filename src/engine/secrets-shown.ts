import { Secret } from '../base/secret.ts';
import { isList } from '../base/shape.ts';
import type { Value } from '../model.ts';

/** The secrets that a live entry shows in the field that says where one goes. */
export function secretsShown(value: Value | undefined): readonly string[] {
  const listed: readonly Value[] = isList(value) ? value : [];
  return listed.flatMap((one) => (one instanceof Secret ? (one.plainText() ?? []) : []));
}
