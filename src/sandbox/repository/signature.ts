import type { RequestContext } from '../http/request-context.ts';
import type { Signature } from '../git/object.ts';
import type { UserRow } from '../users/rows.ts';

/** How a user signs a commit now. */
export function signatureOf(context: RequestContext, user: Pick<UserRow, 'name' | 'email'>): Signature {
  return { name: user.name, email: user.email, seconds: Math.floor(context.platform.clock.now().getTime() / 1000) };
}
