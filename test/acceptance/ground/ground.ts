import { inject, test } from 'vitest';
import { apiOf, type Api } from './api.ts';

/** Where an acceptance run stands: the platform, and what of it may be touched. */
export interface Ground {
  /** The platform, through the wire that counts. */
  readonly url: string;
  readonly token: string;
  /** A second platform, without a licence, with the same token; absent where the first is a real one. */
  readonly unlicensed: string | undefined;
  /** The top-level group below which everything is made, and the beginning of every other name. */
  readonly root: string;
  readonly program: string;
  /** The folder for everything that is written on this machine. */
  readonly folder: string;
  readonly real: boolean;
  /** Whether the instance's settings and limits may be changed. */
  readonly instance: boolean;
  readonly git: boolean;
  /** The repository storages that the instance has, by name. */
  readonly storages: readonly string[];
  readonly version: string;
  readonly tier: Tier;
}

export type Tier = 'free' | 'premium' | 'ultimate';

declare module 'vitest' {
  interface ProvidedContext {
    readonly ground: Ground;
  }
}

/** What a scenario takes that not every platform has, or that not everybody lets be touched. */
export interface Needs {
  readonly tier?: Tier;
  readonly version?: string;
  readonly instance?: true;
  readonly git?: true;
  /** More than one repository storage. */
  readonly storages?: true;
  /** It shows what happens where this tier is lacking: here, or on the second platform. */
  readonly without?: Tier;
}

export const ground = inject('ground');
export const api: Api = apiOf(ground.url, ground.token);

/** A scenario; where the platform lacks what it needs, it is skipped by its name, with the reason. */
export function scenario(name: string, needs: Needs, run: () => Promise<void>): void {
  const lacks = lacking(needs);
  if (lacks === undefined) test(name, run);
  else test.skip(`${name} (${lacks})`, run);
}

/** A scenario for each of a list. */
export function scenarios<T>(
  list: readonly T[],
  name: (each: T) => string,
  needs: (each: T) => Needs,
  run: (each: T) => Promise<void>,
): void {
  for (const each of list) scenario(name(each), needs(each), () => run(each));
}

/** Whether the platform has it, and it may be touched. */
export function has(needs: Needs): boolean {
  return lacking(needs) === undefined;
}

const TIERS: readonly Tier[] = ['free', 'premium', 'ultimate'];

function lacking({ tier, version, instance, git, storages, without }: Needs): string | undefined {
  if (without !== undefined && ground.unlicensed === undefined && TIERS.indexOf(without) <= TIERS.indexOf(ground.tier))
    return `needs an instance without ${without}`;
  if (tier !== undefined && TIERS.indexOf(tier) > TIERS.indexOf(ground.tier)) return `needs ${tier}`;
  if (version !== undefined && isBefore(ground.version, version)) return `needs ${version}`;
  if (instance === true && !ground.instance) return 'needs KEELSON_ACCEPTANCE_INSTANCE=1';
  if (storages === true && ground.storages.length < 2) return 'needs a second repository storage';
  return git === true && !ground.git ? 'needs KEELSON_ACCEPTANCE_GIT=1' : undefined;
}

function isBefore(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number.parseFloat);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
