import type { Clock } from './store/clock.ts';
import type { Tier } from './store/edition.ts';
import type { FaultKind, FaultPlan } from './http/faults.ts';

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** The administrator's token. */
  readonly token?: string;
  /** A state to begin with, as `state()` gave it. */
  readonly seed?: unknown;
  /** Milliseconds that every request takes at least. */
  readonly latency?: number;
  /** How many requests are in work together, while the others wait in line; no bound by default. */
  readonly workers?: number;
  readonly faults?: string | FaultPlan;
  readonly rateLimit?: RateLimit;
  /** Also counts by endpoint, as a fresh instance does; off unless asked for, since tests ask often. */
  readonly endpointLimits?: 'on';
  readonly version?: string;
  readonly tier?: Tier;
  /** The directories that the instance is set up with: `ldapmain` and `ldapsecondary` by default. */
  readonly ldapProviders?: readonly string[];
  /** Its SAML providers: `saml` by default. */
  readonly samlProviders?: readonly string[];
  /** The feature flags that are on, of those that are off on a fresh instance, such as `integrated_error_tracking`. */
  readonly features?: readonly string[];
  /** What links and web URLs begin with; the server's own address by default. */
  readonly externalUrl?: string;
  readonly clock?: Clock;
  /** Milliseconds until background work, such as the delete of a user, is done. */
  readonly backgroundDelay?: number;
  /** The largest body that is read, in bytes; 300 MB, as commits may have, unless told otherwise. */
  readonly bodyLimit?: number;
}

/** One line of the request log. */
export interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number | 'dropped';
  readonly faults: readonly FaultKind[];
}

/** A running sandbox. */
export interface Sandbox {
  readonly url: string;
  readonly token: string;
  /** Every request so far, oldest first; a test may empty it. */
  readonly log: LoggedRequest[];
  /** The requests that have come, and whose answers are delayed: `DELETE /groups/3`. */
  readonly underway: ReadonlySet<string>;
  /** All that is there, to be seeded or loaded again; as JSON it can be kept in a file. */
  state(): object;
  load(state: unknown): void;
  /** Replaces the faults by others; an empty text ends them. */
  fail(faults: string | FaultPlan): void;
  close(): Promise<void>;
}

/** The request throttle: so many requests of one caller in each period. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}
