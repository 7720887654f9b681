import { createClock } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Edition } from './edition.ts';
import { newUser } from '../users/new-user.ts';
import { firstProjectsLimit } from '../users/projects-limit.ts';
import { createState } from './state.ts';
import type { State } from './state.ts';

/** The platform in memory: its state, its time, and which platform it is. */
export interface Platform {
  readonly state: State;
  readonly clock: Clock;
  readonly edition: Edition;
  /** The configured external URL: links and web URLs are built from it, not from the request's host. */
  externalUrl: string;
  readonly providers: Providers;
  /** The feature flags that somebody switched on, of those that are off on a fresh instance. */
  readonly features: ReadonlySet<string>;
  /** How long work in the background takes, in milliseconds. */
  readonly backgroundDelay: number;
  /** Whether what a job does to what (`MOVE /snippets/3`) comes to nothing, as a fault has it. */
  readonly jobFails: (does: string, path: string) => boolean;
}

/** The sign-in providers that the instance's configuration names. */
export interface Providers {
  readonly ldap: readonly string[];
  readonly saml: readonly string[];
}

export interface WorldOptions {
  readonly edition?: Partial<Edition>;
  readonly externalUrl?: string;
  readonly clock?: Clock;
  readonly backgroundDelay?: number;
  readonly jobFails?: Platform['jobFails'];
  readonly token?: string;
  readonly ldapProviders?: readonly string[];
  readonly samlProviders?: readonly string[];
  readonly features?: readonly string[];
}

/** The token that the administrator `root` starts with. */
export const rootToken = 'glpat-sandbox-root';

/** A fresh platform: nothing but the administrator `root`, with a token. */
export function createPlatform(options: WorldOptions = {}): Platform {
  const platform: Platform = {
    state: createState(),
    clock: options.clock ?? createClock(),
    edition: { version: options.edition?.version ?? '18.9.0-ee', tier: options.edition?.tier ?? 'ultimate' },
    externalUrl: options.externalUrl ?? 'http://127.0.0.1',
    providers: {
      ldap: options.ldapProviders ?? ['ldapmain', 'ldapsecondary'],
      saml: options.samlProviders ?? ['saml'],
    },
    features: new Set(options.features),
    backgroundDelay: options.backgroundDelay ?? 100,
    jobFails: options.jobFails ?? (() => false),
  };
  addRoot(platform, options.token ?? rootToken);
  return platform;
}

function addRoot(platform: Platform, secret: string): void {
  const now = platform.clock.now().toISOString();
  const root = platform.state.users.insert({
    username: 'root',
    name: 'Administrator',
    email: 'root@example.com',
    type: 'human',
    ...newUser(now),
    admin: true,
    profile: { projects_limit: firstProjectsLimit(platform.state.settings) },
  });
  const dated = { created_at: now, updated_at: now };
  // A confirmed primary address is one of the user's addresses (GET /user/emails, 18.9).
  const address = { kind: 'email', owner: `user:${root.id}`, key: root.email, data: { confirmed_at: now } };
  platform.state.records.insert({ ...address, ...dated });
  platform.state.tokens.insert({
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
