import { today } from '../store/clock.ts';
import { forbidden, refuse, unauthorized } from './reply.ts';
import type { TokenRow } from '../tokens/rows.ts';
import type { UserRow } from '../users/rows.ts';
import type { Platform } from '../store/platform.ts';

/** One request on its way through the platform. */
export interface RequestContext {
  readonly platform: Platform;
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
export function actor(context: RequestContext): UserRow {
  return context.user ?? refuse(unauthorized());
}

/** Refuses everyone but an administrator with 403. */
export function requireAdmin(context: RequestContext): void {
  actor(context);
  if (!context.admin) refuse(forbidden());
}

/** Today, in the sandbox's own time. */
export function dayOf(context: RequestContext): string {
  return today(context.platform.clock);
}
