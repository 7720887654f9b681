import { isRefused } from '../api/api-error.ts';
import type { Client } from '../api/client.ts';
import { isList } from '../base/shape.ts';

/** The token's own description; a token of any scope may read it (GET /personal_access_tokens/self, 18.9). */
const SELF = { path: '/personal_access_tokens/self' };

/** The scopes of the token of this run; undefined where it is no such token (of OAuth, of a job), or nothing is told. */
export async function tokenScopes(client: Pick<Client, 'read'>): Promise<readonly string[] | undefined> {
  try {
    const self = await client.read(SELF);
    const scopes = self === undefined || Array.isArray(self) || !('scopes' in self) ? undefined : self['scopes'];
    if (scopes === undefined || !isList(scopes)) return undefined;
    return scopes.filter((scope) => typeof scope === 'string');
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

/** Whether scopes let nothing be written by the API: `read_api`, and `write_repository`, which is for git; one that is not known here may write. */
export function writesNothing(scopes: readonly string[]): boolean {
  return scopes.length > 0 && scopes.every((scope) => isForReading(scope) || ELSEWHERE.has(scope));
}

/** Whether none of these scopes lets a note be written, which takes `api`; one that is not known here may (POST …/notes, 18.9). */
export function writesNoNotes(scopes: readonly string[]): boolean {
  return scopes.length > 0 && scopes.every((scope) => writesNothing([scope]) || OF_RUNNERS.has(scope));
}

/** Whether a scope is for reading alone. */
export function isForReading(scope: string): boolean {
  return scope.startsWith('read_') || WIDENING.has(scope);
}

/** These widen what other scopes permit, and permit nothing themselves. */
const WIDENING: ReadonlySet<string> = new Set(['admin_mode', 'sudo']);

/** These open what is no part of a configuration: git, registries, clusters, the token itself, the assistants (403 `insufficient_scope`, 18.9). */
const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['write_repository', 'write_registry', 'write_virtual_registry', 'write_observability', 'k8s_proxy'],
  ...['self_rotate', 'ai_features', 'ai_workflows', 'mcp', 'openid', 'profile', 'email'],
]);

/** These write runners alone (POST /user/runners, PUT /runners/:id, 18.9). */
const OF_RUNNERS: ReadonlySet<string> = new Set(['create_runner', 'manage_runner']);
