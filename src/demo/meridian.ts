import { loadConfig } from '../config/load.ts';
import { kinds } from '../kinds/index.ts';
import type { Platform } from './platform.ts';
import { addUser, populate } from './populate.ts';

/** The token of the account that keeps the instance true to the repository: an administrator, who is made here. */
export async function hireGitops(root: Platform): Promise<string> {
  await addUser(root, 'gitops');
  return administrator(root, 'gitops');
}

/** Gives an empty instance the people and projects of Meridian Freight, whose configuration is in this folder. */
export async function foundMeridian(founder: Platform, configuration: string): Promise<void> {
  const { desired } = loadConfig(configuration, kinds);
  if (desired === undefined) throw new Error(`${configuration} has errors`);
  await populate(founder, desired);
  await leaveTraces(founder);
}

/** What a hand has left behind that no file mentions any more: somebody who has gone, a hook to a machine that has gone too. */
async function leaveTraces(instance: Platform): Promise<void> {
  await instance.call('POST', '/groups/platform/members', { username: 'old.contractor', access_level: 40 });
  await instance.call('POST', '/hooks', { name: 'old-inventory', url: 'https://inventory.meridian.example/in' });
}

/** Makes a user an administrator, and returns a token of theirs. */
export async function administrator(root: Platform, username: string): Promise<string> {
  await root.call('PUT', `/users/${await root.userId(username)}`, { admin: true });
  return tokenOf(root, username, ['api', 'admin_mode']);
}

/** A new token of a user, with which others may act as that one. */
export async function tokenOf(root: Platform, username: string, scopes: readonly string[]): Promise<string> {
  const { token } = await root.call('POST', `/users/${await root.userId(username)}/impersonation_tokens`, {
    name: 'demo',
    scopes,
    expires_at: inAMonth(),
  });
  if (typeof token !== 'string') throw new Error('The instance has made a token and does not show it.');
  return token;
}

function inAMonth(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
}

/** What Tomas does by hand on a Friday evening. */
export async function fridayEvening(tomas: Platform): Promise<void> {
  const sam = await tomas.userId('sam.brandt');
  await tomas.call('PUT', `/groups/platform%2Finfrastructure/members/${sam}`, { access_level: 50 });
  await tomas.call('PUT', '/application/settings', { signup_enabled: true });
}
