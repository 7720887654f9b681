import type { Call } from './call.ts';
import type { Signature } from './git/object.ts';
import type { UserRow } from './rows.ts';

/** How a user signs a commit now. */
export function signatureOf(call: Call, user: Pick<UserRow, 'name' | 'email'>): Signature {
  return { name: user.name, email: user.email, seconds: Math.floor(call.world.clock.now().getTime() / 1000) };
}
