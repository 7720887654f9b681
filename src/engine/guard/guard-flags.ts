/**
 * The names of the guards and what waiving each of them permits: for the help text, without loading the guards themselves.
 * A test holds this list against them.
 */
export const guardFlags = [
  { name: 'mass-removal', permits: 'more removals from one section than its bounds permit', counts: true },
  { name: 'plan-removals', permits: 'more removals in all than one plan may make, few in each section', counts: true },
  { name: 'mass-change', permits: 'more updates of what is live in one section than its bounds', counts: true },
  { name: 'scope-deletion', permits: 'the deletion of groups and projects, with all that is in them' },
  { name: 'protected', permits: 'the deletion and replacement of what is protected' },
  { name: 'last-owner', permits: 'fewer owners of a top-level group than the bound' },
  { name: 'last-administrator', permits: 'no person left who administers the instance' },
  { name: 'own-access', permits: "less access for the token's own user, and settings that may shut it out" },
  { name: 'public-visibility', permits: 'making something public that is not' },
  { name: 'sign-in-closed', permits: 'closing a way to sign in' },
  { name: 'empty-configuration', permits: 'removals by a configuration that declares nothing' },
  { name: 'swap', permits: "groups taking each other's paths, which is undone where it is applied twice" },
] as const;

/** Whether a guard refuses how many changes there are, and none of them for what it does. */
export function countsAlone(guard: string): boolean {
  return guardFlags.some((flag) => flag.name === guard && 'counts' in flag);
}

/** The name of a guard. */
export type GuardName = (typeof guardFlags)[number]['name'];
