import type { Find, Kind } from '../kind.ts';
import type { Attributes, Declared, LiveEntry, Scope } from '../model.ts';

/** The platform's number for owners. */
export const OWNER = 50;

/** The access that somebody really has by an entry: level, role, time and the state of the user all told. */
export interface Access {
  /** The user, in lower case; undefined where an identity provider says who it is. */
  readonly username: string | undefined;
  /** The platform's number; 0 where it has ended, or its user is blocked or deactivated. */
  readonly level: number;
  /** The level as the platform keeps it, whether it counts now or not: what is inherited is compared with this one. */
  readonly kept: number;
  /** The day from which on it gives nothing; undefined where it stays. */
  readonly ends: string | undefined;
  /** Whether a person may stand behind it: bots and service accounts can give nobody access. */
  readonly person: boolean;
  /** Whether a directory gave it, so that it goes with the directory's links. */
  readonly lent: boolean;
}

/** What of a live entry tells whether its access counts. */
export type MemberState = Pick<LiveEntry, 'robot' | 'dormant' | 'readOnlyReason'>;

/** What access an entry gives on a day (YYYY-MM-DD; the empty string where nobody knows it); undefined for kinds that give none. */
export function accessOf(
  kind: Kind,
  entry: { readonly key: string; readonly spec: Attributes } & MemberState,
  find: Find,
  today: string,
): Access | undefined {
  const grant = kind.access?.grants?.(entry.spec, entry.key, find);
  if (grant === undefined) return undefined;
  const counts = entry.dormant === undefined && !hasEnded(grant.ends, today);
  return {
    username: grant.username?.toLowerCase(),
    level: counts ? (grant.level ?? 0) : 0,
    kept: grant.level ?? 0,
    ends: grant.ends ?? undefined,
    person: entry.robot !== true,
    lent: entry.readOnlyReason !== undefined && entry.robot !== true,
  };
}

/** Whether a membership that ends on a day is over: on that day it gives nothing any more (`expires_at`, 18.9). */
export function hasEnded(ends: string | null, today: string): boolean {
  return ends !== null && today !== '' && ends <= today;
}

/** An entry as it will be: what is declared over what is live, and the user as it is. */
export function afterwards(
  key: string,
  live: LiveEntry | undefined,
  declared: Attributes,
): { readonly key: string; readonly spec: Attributes } & MemberState {
  return { ...live, key, spec: { ...live?.spec, ...declared } };
}

/** What finds things by name, as far as it is asked here: what is live under it, and what is declared. */
interface Finder {
  find(
    section: string,
    name: string,
    from: Scope,
  ): { readonly live: LiveEntry | undefined; readonly declared: Declared | undefined } | undefined;
}

/** What names mean in a scope, as it is live. */
export function asItIs(resources: Finder, scope: Scope): Find {
  return (section, name) => resources.find(section, name, scope)?.live?.spec;
}

/** What names mean in a scope, once what is declared is so. */
export function asItWillBe(resources: Finder, scope: Scope): Find {
  return (section, name) => {
    const found = resources.find(section, name, scope);
    return found && { ...found.live?.spec, ...found.declared?.spec };
  };
}
