import type { Kind } from '../../src/kind.ts';

/** A kind that cannot do one of the things that it can: what the API cannot do, its kind has no function for. */
export function kindWithout<Group extends keyof Kind>(
  kind: Kind,
  group: Group,
  ability: keyof NonNullable<Kind[Group]>,
): Kind {
  const members = Object.entries(kind[group] ?? {}).filter(([name]) => name !== ability);
  return { ...kind, [group]: Object.fromEntries(members) };
}
