import type { Client } from '../../api/client.ts';
import type { Instance, Json, JsonObject } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import type { Journal } from './journal/journal.ts';
import type { LookAgain } from './look-again.ts';
import type { StillThere } from './wait-until-empty.ts';

/** What a run of apply needs to send calls, and what it has made so far. */
export interface ApplyContext {
  readonly client: Client;
  readonly kinds: Kinds;
  readonly instance: Instance;
  readonly env: NodeJS.ProcessEnv;
  readonly journal: Journal;
  readonly lookAgain: LookAgain;
  /** Set off where nothing is to be started any more: what goes on in the background is not followed any longer then. */
  readonly stop: AbortSignal;
  /** Told how far the platform has come in the background with a change that is followed, by its address. */
  readonly follows: (address: string, standing: StillThere) => void;
  /** The fields of what changes have made, by address. */
  readonly made: Map<string, { readonly [field: string]: Json }>;
  /** What has been looked up: who is added to many groups is asked for once. */
  readonly found: Map<string, Promise<Json>>;
  /** The lists that were read for what may be in many scopes. */
  readonly listed: Map<string, Promise<readonly JsonObject[]>>;
}
