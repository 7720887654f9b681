import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { JsonObject } from '../../model.ts';

/** The number of a person by username; undefined where there is nobody of that name, or it is a bot, or the token may not ask (GET /users, 18.9). */
export async function userNumber(client: Pick<Client, 'read'>, username: string): Promise<number | undefined> {
  try {
    const found = await client.read({ path: '/users', query: { username }, unpaged: true });
    const [user] = Array.isArray(found) ? (found as readonly JsonObject[]) : [];
    return typeof user?.['id'] === 'number' && user['bot'] !== true ? user['id'] : undefined;
  } catch (error) {
    if (!isRefused(error)) throw error;
    return undefined;
  }
}
