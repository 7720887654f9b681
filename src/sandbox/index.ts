import { serveSandbox } from './http/server.ts';
import type { Sandbox, SandboxOptions } from './options.ts';

export type { LoggedRequest, Sandbox, SandboxOptions } from './options.ts';

/** Starts a GitLab in memory on 127.0.0.1. Throws what makes no sense: a state, faults or a version that are none. */
export function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return serveSandbox(options);
}
