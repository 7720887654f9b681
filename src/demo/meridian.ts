import { loadConfig } from '../config/load.ts';
import { kinds } from '../kinds/index.ts';
import { platform, type Platform } from './platform.ts';
import { addUser, populate } from './populate.ts';

/** Those who act on the instance, and how. */
export interface Cast {
  /** The token of the account that keeps the instance true to the repository. */
  readonly gitops: string;
  /** An administrator who is in a hurry. */
  readonly tomas: Platform;
}

/** Gives an empty instance the people and projects of Meridian Freight, whose configuration is in this folder, and two administrators. */
export async function foundMeridian(url: string, rootToken: string, configuration: string): Promise<Cast> {
  const root = platform(url, rootToken);
  const { desired } = loadConfig(configuration, kinds);
  if (desired === undefined) throw new Error(`${configuration} has errors`);
  await addUser(root, 'gitops');
  const gitops = await administrator(root, 'gitops');
  const own = platform(url, gitops);
  await populate(own, desired);
  await leaveTraces(own);
  const tomas = await administrator(root, 'tomas.lind');
  return { gitops, tomas: platform(url, tomas) };
}

/** What a hand has left behind that no file mentions any more: somebody who has gone, a hook to a machine that has gone too. */
async function leaveTraces(instance: Platform): Promise<void> {
  await instance.call('POST', '/groups/platform/members', { username: 'old.contractor', access_level: 40 });
  await instance.call('POST', '/hooks', { name: 'old-inventory', url: 'https://inventory.meridian.example/in' });
}

/** Makes a user an administrator, and returns a token of theirs. */
async function administrator(root: Platform, username: string): Promise<string> {
  const id = await root.userId(username);
  await root.call('PUT', `/users/${id}`, { admin: true });
  const { token } = await root.call('POST', `/users/${id}/impersonation_tokens`, {
    name: 'demo',
    scopes: ['api', 'admin_mode'],
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
