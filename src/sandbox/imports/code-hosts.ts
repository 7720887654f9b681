import { textOf } from '../store/json.ts';
import { message, refuse } from '../http/reply.ts';
import type { State } from '../store/state.ts';
import type { ImportType } from './project-imports.ts';

/**
 * The code hosts that imports come from are not reached. What they would say is in the state: a record
 * `code_host_token`, owned by the kind of host, whose `refusal` is `unauthorized` or `rate_limited`; and a record
 * `code_host_repository` by the number that the host gave it, with its `full_name`.
 */
export function requireToken(state: State, host: ImportType | 'gitlab', token: string): 'accepted' | 'unauthorized' {
  const refusal = textOf(state.recordByKey(`code_host_token ${host} ${token}`)?.data['refusal']);
  // POST /import/github/gists, 18.9.
  if (refusal === 'rate_limited') refuse(message(429, 'Too Many Requests'));
  return refusal === 'unauthorized' || token.trim() === '' ? 'unauthorized' : 'accepted';
}

/** The full name of a repository on its host, as `owner/name`. */
export function repositoryName(state: State, host: ImportType, id: number): string {
  const known = textOf(state.recordByKey(`code_host_repository ${host} ${id}`)?.data['full_name']);
  return known === '' ? `source/repository-${id}` : known;
}
