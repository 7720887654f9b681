import type { CallContext, DecodeContext } from '../kind.ts';
import { Finding, type Ref } from '../placeholders.ts';

/** The sections in which people may be declared who are named elsewhere. */
export const PEOPLE: readonly string[] = ['users', 'service_accounts'];

/**
 * Who is meant by a username: by the number of whom the configuration declares, made by the same plan or renamed by it, and else by whoever
 * has the name right before the call. POST {source}/members compares names letter by letter, and takes SU1 for nobody where su1 is
 * somebody; GET /users?username= finds them by any spelling (18.9).
 */
export function userNamed(username: string, context: Pick<CallContext, 'find'>): Ref | Finding | number | string {
  for (const section of PEOPLE) {
    const declared = context.find(section, username);
    if (declared !== undefined) return declared.ref('id');
  }
  return new Finding({ path: '/users', query: { username } }, 'id');
}

/** What somebody of this number is called once the plan is done: whom the configuration renames is the same person under the new name. */
export function calledByThen(id: number, username: string, context: Pick<DecodeContext, 'nameOf'>): string {
  for (const section of PEOPLE) {
    const name = context.nameOf(section, id);
    if (name !== undefined && name !== username.toLowerCase()) return name;
  }
  return username;
}
