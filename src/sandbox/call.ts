import { today } from './clock.ts';
import { forbidden, refuse, unauthorized } from './reply.ts';
import type { TokenRow, UserRow } from './rows.ts';
import type { World } from './world.ts';

/** One request on its way through the platform. */
export interface Call {
  readonly world: World;
  readonly method: string;
  /** The path and query as they were sent, without the host; Link headers repeat it. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Who acts: the token's user, or the one named by sudo; undefined for an anonymous call. */
  readonly user: UserRow | undefined;
  readonly token: TokenRow | undefined;
  /** Whether the user acts as an administrator: with Admin Mode on, only by a token of scope admin_mode. */
  readonly admin: boolean;
}

/** The acting user; 401 for an anonymous call. */
export function actor(call: Call): UserRow {
  return call.user ?? refuse(unauthorized());
}

/** Refuses everyone but an administrator with 403. */
export function requireAdmin(call: Call): void {
  actor(call);
  if (!call.admin) refuse(forbidden());
}

/** Today, in the sandbox's own time. */
export function dayOf(call: Call): string {
  return today(call.world.clock);
}
