import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Edition } from './edition.ts';
import { createState } from './state.ts';
import type { State } from './state.ts';

/** The platform in memory: its state, its time, and which platform it is. */
export interface World {
  readonly state: State;
  readonly clock: Clock;
  readonly edition: Edition;
  /** The configured external URL: links and web URLs are built from it, not from the request's host. */
  externalUrl: string;
  /** How long work in the background takes, in milliseconds. */
  readonly backgroundDelay: number;
}

export interface WorldOptions {
  readonly edition?: Partial<Edition>;
  readonly externalUrl?: string;
  readonly clock?: Clock;
  readonly backgroundDelay?: number;
  readonly token?: string;
}

/** The token that the administrator `root` starts with. */
export const rootToken = 'glpat-sandbox-root';

/** A fresh platform: nothing but the administrator `root`, with a token. */
export function createWorld(options: WorldOptions = {}): World {
  const world: World = {
    state: createState(),
    clock: options.clock ?? createClock(),
    edition: { version: options.edition?.version ?? '18.9.0-ee', tier: options.edition?.tier ?? 'ultimate' },
    externalUrl: options.externalUrl ?? 'http://127.0.0.1',
    backgroundDelay: options.backgroundDelay ?? 100,
  };
  addRoot(world, options.token ?? rootToken);
  return world;
}

function addRoot(world: World, secret: string): void {
  const now = world.clock.now().toISOString();
  const root = world.state.users.insert({
    username: 'root',
    name: 'Administrator',
    email: 'admin@example.com',
    unconfirmed_email: null,
    state: 'active',
    type: 'human',
    admin: true,
    auditor: false,
    external: false,
    can_create_group: true,
    two_factor_enabled: false,
    confirmed_at: now,
    created_at: now,
    updated_at: now,
    last_activity_on: null,
    last_sign_in_at: null,
    created_by_id: null,
    provisioned_by_group_id: null,
    profile: {},
  });
  world.state.tokens.insert({
    kind: 'personal',
    user_id: root.id,
    name: 'root',
    description: null,
    scopes: ['api', 'sudo', 'admin_mode', 'create_runner', 'manage_runner', 'self_rotate'],
    revoked: false,
    created_at: now,
    expires_at: null,
    last_used_at: null,
    secret,
    source_type: null,
    source_id: null,
    previous_id: null,
  });
}
