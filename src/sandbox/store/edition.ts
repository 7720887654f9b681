/** The licence tiers, lowest first. */
export type Tier = 'free' | 'premium' | 'ultimate';

const rank: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

/** Which platform the sandbox plays: a version and a licence. */
export interface Edition {
  readonly version: string;
  readonly tier: Tier;
}

/** What a route, a parameter or a field needs to exist at all. */
export interface Availability {
  readonly since?: string;
  readonly until?: string;
  readonly tier?: Tier;
}

/** Whether the licence includes what a tier sells. */
export function licensed(edition: Edition, tier: Tier | undefined): boolean {
  return tier === undefined || rank[edition.tier] >= rank[tier];
}

/** Whether the platform is of this version ("18.0") or newer. */
export function since(edition: Edition, version: string): boolean {
  const [major, minor] = numbers(edition.version);
  const [wantedMajor, wantedMinor] = numbers(version);
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
}

/** Whether this version knows the thing; the licence is asked about apart. */
export function exists(edition: Edition, thing: Availability): boolean {
  if (thing.since !== undefined && !since(edition, thing.since)) return false;
  return thing.until === undefined || !since(edition, thing.until);
}

/** A group or project is marked first and removed later: on every tier since 18.0, on Premium before. */
export function delaysDeletion(edition: Edition): boolean {
  return since(edition, '18.0') || licensed(edition, 'premium');
}

/** Marking for deletion frees the path by a suffix: since 18.0. */
export function renamesMarked(edition: Edition): boolean {
  return since(edition, '18.0');
}

function numbers(version: string): [number, number] {
  const found = /^(\d+)\.(\d+)/.exec(version);
  return [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
}
