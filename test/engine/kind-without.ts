import type { Kind } from '../../src/kind.ts';

/** A kind that cannot do one of the things that it can: what the API cannot do, its kind has no function for. */
export function kindWithout(kind: Kind, ...abilities: readonly (keyof Kind)[]): Kind {
  const less: Kind = { ...kind };
  for (const ability of abilities) Reflect.deleteProperty(less, ability);
  return less;
}
